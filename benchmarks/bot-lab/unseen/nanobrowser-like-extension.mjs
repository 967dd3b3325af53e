// Nanobrowser style: an extension in an ordinary headed Chromium, Puppeteer inside it over chrome.debugger (ExtensionTransport)
import fs from 'node:fs';
import path from 'node:path';
import http from 'node:http';
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
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
const lib = (() => { for (let d = path.dirname(fileURLToPath(import.meta.resolve('puppeteer-core'))); d !== '/'; d = path.dirname(d)) { const f = path.join(d, 'lib/es5-iife/puppeteer-core-browser.js'); if (fs.existsSync(f)) return f; } })();
const task = { url: process.env.FORM_URL, email: 'gabriela.nunez@uol.com.br', message: 'Olá, o apartamento ainda está disponível para visita no sábado de manhã?' };
try {
  const report = Promise.withResolvers();
  const server = http.createServer((q, r) => { r.setHeader('access-control-allow-origin', '*'); let b = ''; q.on('data', (d) => b += d).on('end', () => { r.end('ok'); report.resolve(b); }); }).listen(0, '127.0.0.1');
  await new Promise((ok) => server.on('listening', ok));
  const ext = path.join(process.env.PROFILE, 'ext'); fs.mkdirSync(ext);
  fs.copyFileSync(lib, path.join(ext, 'puppeteer.js'));
  fs.writeFileSync(path.join(ext, 'manifest.json'), JSON.stringify({ manifest_version: 3, name: 'Web Agent', version: '0.1.4', permissions: ['debugger', 'tabs', 'scripting', 'storage'], host_permissions: ['<all_urls>'], background: { service_worker: 'background.js' } }));
  fs.writeFileSync(path.join(ext, 'background.js'), `
    importScripts('puppeteer.js');
    const { connect, ExtensionTransport } = Puppeteer;
    const task = ${JSON.stringify(task)};
    const say = (s) => fetch('http://127.0.0.1:${server.address().port}/', { method: 'POST', body: s });
    const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
    (async () => {
      const tab = await chrome.tabs.create({ url: task.url, active: true });
      while ((await chrome.tabs.get(tab.id)).status !== 'complete') await sleep(200);
      const browser = await connect({ transport: await ExtensionTransport.connectTab(tab.id), defaultViewport: null, protocol: 'cdp' });
      const [page] = await browser.pages();
      const state = () => page.screenshot({ encoding: 'base64', type: 'jpeg', quality: 80 });
      await state();
      const put = async (sel, text) => { // its inputTextElementNode
        const el = await page.waitForSelector(sel, { visible: true });
        await el.evaluate((e) => { e.value = ''; e.dispatchEvent(new Event('input', { bubbles: true })); });
        await el.type(text, { delay: 50 });
      };
      await put('#email', task.email); await sleep(1000); await state();
      await put('#message', task.message); await sleep(1000); await state();
      const send = await page.$('#send'); await send.scrollIntoView(); await send.click();
      for (let i = 0; i < 55; i++) { const t = await chrome.tabs.get(tab.id); if (t.title.startsWith('done')) return say('done'); await sleep(1000); }
      throw new Error('never done');
    })().catch((e) => say('failed: ' + e.stack));`);
  spawn(process.env.CHROMIUM, ['--no-sandbox', '--no-first-run', '--no-default-browser-check', `--load-extension=${ext}`, '--disable-features=DisableLoadExtensionCommandLineSwitch', `--user-data-dir=${path.join(process.env.PROFILE, 'nb')}`, '--start-maximized'], { stdio: 'ignore' });
  const said = await Promise.race([report.promise, sleep(66000).then(() => 'silence')]);
  if (said !== 'done') throw new Error(said);
  await finish(0);
} catch (e) { console.error(e); await finish(1); }
