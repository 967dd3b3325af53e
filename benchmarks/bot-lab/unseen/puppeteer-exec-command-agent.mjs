// An agent's evaluate tool on Puppeteer attached to a running Chromium: execCommand('insertText'), then form.requestSubmit()
import fs from 'node:fs';
import path from 'node:path';
import { spawn } from 'node:child_process';
import net from 'node:net';
import puppeteer from 'puppeteer-core';
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
  const c = await chromium(['--start-maximized', process.env.FORM_URL]);
  browser = await puppeteer.connect({ browserURL: c.http, defaultViewport: null });
  let page;
  for (let i = 0; !page && i < 50; i++) { page = (await browser.pages()).find((p) => p.url().startsWith(process.env.FORM_URL)); await sleep(200); }
  await page.bringToFront();
  await page.waitForSelector('#send');
  await page.screenshot({ type: 'webp' });
  const put = (sel, text) => page.evaluate((sel, text) => { const el = document.querySelector(sel); el.focus(); el.select?.(); return document.execCommand('insertText', false, text); }, sel, text);
  await put('#email', 'timo.makinen@elisa.fi');
  await sleep(1800);
  await put('#message', 'Hei, onko teillä vielä vapaita paikkoja melontaretkelle lauantaina?');
  await sleep(1800);
  await page.evaluate(() => { const b = document.querySelector('#send'); const form = b.closest('form'); if (form) form.requestSubmit(b.type === 'submit' ? b : undefined); else b.click(); });
  let ok = false;
  for (let i = 0; i < 25 && !ok; i++) { await sleep(1000); ok = (await page.title().catch(() => '')).startsWith('done'); }
  if (!ok) await page.evaluate(() => document.querySelector('#send').click()); // nothing happened: the model would press the button
  for (let i = 0; i < 35 && !ok; i++) { await sleep(1000); ok = (await page.title().catch(() => '')).startsWith('done'); }
  await finish(ok ? 0 : 1, () => browser.disconnect());
} catch (e) { console.error(e); await finish(1); }
