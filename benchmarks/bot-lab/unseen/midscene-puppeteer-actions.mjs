// Midscene on Puppeteer, headed: the Tap and Input actions of its action space, on the points a vision model would name
import fs from 'node:fs';
import path from 'node:path';
import puppeteer from 'puppeteer-core';
import { PuppeteerWebPage } from '@midscene/web/puppeteer';
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
  browser = await puppeteer.launch({ headless: false, executablePath: process.env.CHROMIUM, args: ['--no-sandbox', '--disable-setuid-sandbox'], userDataDir: path.join(process.env.PROFILE, 'ms') });
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 768 });
  await page.goto(process.env.FORM_URL);
  const web = new PuppeteerWebPage(page);
  const actions = Object.fromEntries(web.actionSpace().map((a) => [a.name, a]));
  await web.screenshotBase64();
  const locate = async (sel) => { const b = await (await page.$(sel)).boundingBox(); const left = Math.round(b.x), top = Math.round(b.y), width = Math.round(b.width), height = Math.round(b.height); return { id: sel, content: '', description: sel, center: [left + Math.round(width / 2), top + Math.round(height / 2)], rect: { left, top, width, height }, attributes: {}, xpaths: [] }; };
  const act = async (name, param) => { await web.beforeInvokeAction(name, param); await actions[name].call(param, { task: { param } }); await web.afterInvokeAction(name, param); };
  await act('Input', { value: 'fatima.elamrani@menara.ma', locate: await locate('#email') });
  await sleep(1500);
  await act('Input', { value: 'Bonjour, je cherche un cours d’anglais pour débutants le soir. Merci.', locate: await locate('#message') });
  await web.screenshotBase64();
  await sleep(1000);
  await act('Tap', { locate: await locate('#send') });
  await page.waitForFunction(() => document.title.startsWith('done'), { timeout: 58000 });
  await finish(0, () => browser.close());
} catch (e) { console.error(e); await finish(1, () => browser?.close()); }
