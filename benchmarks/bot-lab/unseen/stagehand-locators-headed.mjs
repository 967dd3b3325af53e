// Stagehand v4, its own headed browser: page.locator().fill/.type/.click, the primitives observe()/act() resolve to
import fs from 'node:fs';
import path from 'node:path';
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
let browser;
try {
  browser = await localBrowser.launch({ headless: false, executablePath: process.env.CHROMIUM, chromiumSandbox: false, args: ['--no-sandbox'], userDataDir: path.join(process.env.PROFILE, 'sh'), viewport: { width: 1288, height: 711 } });
  await Stagehand.create({ browser }); // no model: only its primitives
  const [page] = await browser.context.pages();
  await page.goto(process.env.FORM_URL);
  await page.snapshot();
  await page.locator('#email').fill('carla.bianchi@alice.it');
  await sleep(1300);
  await page.locator('#message').fill('Salve, è possibile prenotare un tavolo per otto sabato sera? Grazie, Carla');
  await sleep(1000);
  await page.locator('xpath=//button[@id="send"]').click();
  for (let i = 0; i < 40; i++) {
    if ((await page.title()).startsWith('done')) await finish(0, () => browser.close());
    await sleep(1500);
  }
  throw new Error('never done');
} catch (e) { console.error(e); await finish(1, () => browser?.close()); }
