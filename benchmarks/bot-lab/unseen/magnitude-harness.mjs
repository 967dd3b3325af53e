// Magnitude (magnitude-core on patchright), headed: its BrowserConnector and WebHarness, clicks by coordinates with its cursor overlay, type
import fs from 'node:fs';
import path from 'node:path';
import { BrowserConnector } from 'magnitude-core';
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
let conn;
try {
  conn = new BrowserConnector({ url: process.env.FORM_URL, browser: { launchOptions: { headless: false, executablePath: process.env.CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] }, contextOptions: { viewport: { width: 1024, height: 768 } } }, virtualScreenDimensions: { width: 1024, height: 768 } });
  await conn.onStart();
  const h = conn.getHarness();
  await h.waitForStability(3000);
  await h.screenshot();
  const at = async (sel) => { const b = await h.page.locator(sel).boundingBox(); return { x: Math.round(b.x + b.width / 2), y: Math.round(b.y + b.height / 2) }; };
  await h.click(await at('#email'));
  await h.type({ content: 'liam.byrne@gmail.com' });
  await h.screenshot();
  await h.click(await at('#message'));
  await h.type({ content: 'Hi there, I left a grey scarf in room 12 last weekend. Did anybody find it?' });
  await h.screenshot();
  await h.click(await at('#send'));
  await h.page.waitForFunction(() => document.title.startsWith('done'), null, { timeout: 58000 });
  await finish(0, () => conn.onStop());
} catch (e) { console.error(e); await finish(1, () => conn?.onStop()); }
