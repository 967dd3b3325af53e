// Stagehand v4 connected by CDP to an ordinary Chromium: page.click(x, y) and page.type, as its computer-use agent acts
import fs from 'node:fs';
import path from 'node:path';
import { spawn } from 'node:child_process';
import net from 'node:net';
import { localBrowser, Stagehand } from '@browserbasehq/stagehand';
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
  const c = await chromium(['--enable-unsafe-extension-debugging', '--remote-allow-origins=*', '--window-size=1288,811']);
  browser = await localBrowser.connect({ cdpUrl: c.ws });
  await Stagehand.create({ browser }); // no model: only its primitives
  const page = (await browser.context.pages())[0] ?? await browser.context.newPage();
  await page.goto(process.env.FORM_URL);
  await page.screenshot();
  const at = async (sel) => { const c = await page.locator(sel).centroid(); return [Math.round(c.x), Math.round(c.y)]; };
  await page.click(...await at('#email'));
  await page.type('n.jovanovic@eunet.rs');
  await sleep(1000);
  await page.click(...await at('#message'));
  await page.type('Hello, does the price include breakfast and parking? We arrive late, around 11 pm.', { delay: 25 });
  await page.screenshot();
  await page.click(...await at('#send'));
  for (let i = 0; i < 40; i++) {
    if ((await page.title()).startsWith('done')) await finish(0, () => browser.disconnect());
    await sleep(1500);
  }
  throw new Error('never done');
} catch (e) { console.error(e); await finish(1, () => browser?.disconnect()); }
