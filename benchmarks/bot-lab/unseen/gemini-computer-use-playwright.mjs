// The loop of Google's computer-use preview on Playwright, headed 1440x900: coordinates of 1000, type_text_at with clearing, Enter
import fs from 'node:fs';
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
const [W, H] = [1440, 900];
let browser;
try {
  browser = await chromium.launch({ headless: false, executablePath: process.env.CHROMIUM, chromiumSandbox: false, args: ['--disable-extensions', '--disable-file-system', '--disable-plugins', '--disable-dev-shm-usage', '--disable-background-networking', '--disable-default-apps', '--disable-sync'] });
  const context = await browser.newContext({ viewport: { width: W, height: H } });
  const page = await context.newPage();
  const dx = (x) => Math.floor(x / 1000 * W), dy = (y) => Math.floor(y / 1000 * H);
  const state = async () => { await page.waitForLoadState(); await sleep(500); await page.screenshot({ type: 'png', fullPage: false }); };
  const tools = {
    async navigate({ url }) { await page.goto(url); },
    async hover_at({ x, y }) { await page.mouse.move(dx(x), dy(y)); },
    async click_at({ x, y }) { await page.mouse.click(dx(x), dy(y)); },
    async type_text_at({ x, y, text, press_enter = false, clear_before_typing = true }) {
      await page.mouse.click(dx(x), dy(y)); await page.waitForLoadState();
      if (clear_before_typing) { await page.keyboard.press('Control+A'); await page.keyboard.press('Delete'); }
      await page.keyboard.type(text);
      if (press_enter) await page.keyboard.press('Enter');
    },
  };
  const eyes = async (sel) => { const b = await page.locator(sel).boundingBox(); return { x: Math.round((b.x + b.width / 2) / W * 1000), y: Math.round((b.y + b.height / 2) / H * 1000) }; };
  await tools.navigate({ url: process.env.FORM_URL }); await state();
  await tools.type_text_at({ ...await eyes('#email'), text: 'petra.novotna@seznam.cz' }); await state();
  await sleep(1500);
  await tools.type_text_at({ ...await eyes('#message'), text: 'Dobrý den, máte volný termín na servis kola příští týden?', clear_before_typing: false }); await state();
  await sleep(1500);
  await tools.click_at(await eyes('#send')); await state();
  await page.waitForFunction(() => document.title.startsWith('done'), null, { timeout: 58000 });
  await finish(0, () => browser.close());
} catch (e) { console.error(e); await finish(1, () => browser?.close()); }
