// Skyvern style: Playwright persistent context, a script that marks elements with unique_id, then type and click by that attribute
import fs from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
// --- cleaning up: every process below this one, by id ---
function below(root) {
  const kids = {};
  for (const d of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(d)) continue;
    try { const s = fs.readFileSync(`/proc/${d}/stat`, 'utf8'); const p = s.slice(s.lastIndexOf(')') + 2).split(' ')[1]; (kids[p] ??= []).push(+d); } catch {}
  }
  const out = [], todo = [root];
  while (todo.length) for (const k of kids[todo.pop()] ?? []) { out.push(k); todo.push(k); }
  return out;
}
async function finish(code, close) {
  const pids = below(process.pid);
  try { await Promise.race([close?.(), new Promise((r) => setTimeout(r, 3000))]); } catch {}
  for (const p of new Set([...pids, ...below(process.pid)])) try { process.kill(p, 'SIGKILL'); } catch {}
  process.exit(code);
}
const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
let context;
try {
  context = await chromium.launchPersistentContext(path.join(process.env.PROFILE, 'sky'), { headless: false, executablePath: process.env.CHROMIUM, locale: 'en-US', timezoneId: 'America/New_York', colorScheme: 'no-preference', viewport: { width: 1920, height: 1080 }, ignoreDefaultArgs: ['--enable-automation'], args: ['--no-sandbox', '--disable-blink-features=AutomationControlled', '--disk-cache-size=1', '--start-maximized', '--kiosk-printing'] });
  const page = context.pages()[0];
  await page.goto(process.env.FORM_URL, { waitUntil: 'load' });
  await page.screenshot({ animations: 'disabled' });
  const tree = await page.evaluate(() => { // domUtils: a tree of interactable elements, each with an id of its own
    let n = 0; const out = [];
    for (const el of document.querySelectorAll('input, textarea, button, select, a')) {
      const id = 'AA' + (n++).toString(36).toUpperCase(); el.setAttribute('unique_id', id);
      const r = el.getBoundingClientRect(), s = getComputedStyle(el);
      out.push({ id, tag: el.tagName.toLowerCase(), dom: el.id, visible: r.width > 0 && s.visibility !== 'hidden', text: el.innerText || el.getAttribute('aria-label') || '' });
    }
    return out;
  });
  const loc = (id) => page.locator(`[unique_id='${tree.find((e) => e.dom === id).id}']`);
  await sleep(2000);
  const input = async (id, text) => { // short delay for the last letters, the rest at once
    const el = loc(id); await el.scrollIntoViewIfNeeded(); await el.focus(); await el.clear();
    await el.fill(text.slice(0, -10)); await el.press('End'); await el.pressSequentially(text.slice(-10), { delay: 100 });
  };
  await input('email', 'rebecca.stein@comcast.net');
  await sleep(1500);
  await input('message', 'Please send me the brochure for the summer camp and the dates for both groups.');
  await page.screenshot({ animations: 'disabled' });
  await sleep(1500);
  await loc('send').click({ timeout: 5000 });
  await page.waitForFunction(() => document.title.startsWith('done'), null, { timeout: 55000 });
  await finish(0, () => context.close());
} catch (e) { console.error(e); await finish(1, () => context?.close()); }
