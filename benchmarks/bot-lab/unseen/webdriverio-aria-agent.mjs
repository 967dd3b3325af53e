// WebdriverIO (its BiDi session over chromedriver), headed: an agent that names elements by accessible name, setValue and click
import fs from 'node:fs';
import path from 'node:path';
import { remote } from 'webdriverio';
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
  browser = await remote({ logLevel: 'error', capabilities: { browserName: 'chrome', 'goog:chromeOptions': { binary: process.env.CHROMIUM, args: ['--no-sandbox', '--window-size=1366,768', `--user-data-dir=${path.join(process.env.PROFILE, 'wdio')}`] }, 'wdio:chromedriverOptions': { binary: process.env.CHROMEDRIVER } } });
  await browser.url(process.env.FORM_URL);
  await browser.takeScreenshot();
  await browser.$('aria/Your e-mail address').setValue('hugo.blanc@free.fr');
  await sleep(1400);
  const message = await browser.$('aria/Your message');
  await message.click();
  await message.addValue('Bonjour, pouvez-vous me confirmer la livraison de jeudi matin ? Merci beaucoup.');
  await sleep(900);
  const send = await browser.$('button=Send');
  await send.moveTo();
  await send.click();
  await browser.waitUntil(async () => (await browser.getTitle()).startsWith('done'), { timeout: 58000, interval: 1000 });
  await finish(0, () => browser.deleteSession());
} catch (e) { console.error(e); await finish(1, () => browser?.deleteSession()); }
