// A coding agent's browser skill: Playwright connectOverCDP to the user's own Chromium, ariaSnapshot, getByLabel, also ticks the checkbox it sees
import fs from 'node:fs';
import path from 'node:path';
import { spawn } from 'node:child_process';
import net from 'node:net';
import { chromium as pw } from 'playwright-core';
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
// an ordinary Chromium, started by hand with a debugging port as the manuals say (a free port instead of 9222)
async function chromium(extra = []) {
  const port = await new Promise((ok) => { const s = net.createServer().listen(0, '127.0.0.1', () => { const p = s.address().port; s.close(() => ok(p)); }); });
  const dir = path.join(process.env.PROFILE, 'chromium');
  const proc = spawn(process.env.CHROMIUM, ['--no-sandbox', '--no-first-run', '--no-default-browser-check', `--remote-debugging-port=${port}`, `--user-data-dir=${dir}`, ...extra, ...(extra.some((a) => /^https?:/.test(a)) ? [] : ['about:blank'])], { stdio: 'ignore' });
  for (let i = 0; i < 150; i++) {
    try { return { proc, port, http: `http://127.0.0.1:${port}`, ws: (await (await fetch(`http://127.0.0.1:${port}/json/version`)).json()).webSocketDebuggerUrl }; } catch {}
    await sleep(100);
  }
  throw new Error('chromium did not start');
}
let browser;
try {
  const c = await chromium(['--window-size=1500,950']);
  browser = await pw.connectOverCDP(c.http);
  const context = browser.contexts()[0];
  const page = context.pages()[0] ?? await context.newPage();
  await page.goto(process.env.FORM_URL);
  await page.locator('body').ariaSnapshot();
  await page.getByLabel('Your e-mail address').click();
  await page.getByLabel('Your e-mail address').pressSequentially('daniel.kraus@arcor.de', { delay: 45 });
  await sleep(1200);
  await page.getByLabel('Your message').click();
  await page.keyboard.insertText('Hallo, ich habe letzte Woche ein Regal bestellt, es fehlen vier Schrauben. Können Sie die nachschicken?');
  await sleep(1200);
  const box = page.getByRole('checkbox').first();
  if (await box.count() && await box.isVisible() && await box.isEnabled()) await box.click({ timeout: 3000 }).catch(() => {});
  await sleep(1500);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.waitForFunction(() => document.title.startsWith('done'), null, { timeout: 55000 });
  await finish(0, () => browser.close());
} catch (e) { console.error(e); await finish(1, () => browser?.close()); }
