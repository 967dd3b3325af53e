// Assistant-in-the-browser style: an extension that attaches chrome.debugger itself; screenshots, Input.dispatchMouseEvent at points, Input.insertText
import fs from 'node:fs';
import path from 'node:path';
import http from 'node:http';
import { spawn } from 'node:child_process';
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
const task = { url: process.env.FORM_URL, email: 'claire.dawson@virginmedia.com', message: 'Hi, we are interested in the Tuesday yoga class. Are there places left for two beginners?' };
try {
  const report = Promise.withResolvers();
  const server = http.createServer((q, r) => { r.setHeader('access-control-allow-origin', '*'); let b = ''; q.on('data', (d) => b += d).on('end', () => { r.end('ok'); report.resolve(b); }); }).listen(0, '127.0.0.1');
  await new Promise((ok) => server.on('listening', ok));
  const ext = path.join(process.env.PROFILE, 'ext'); fs.mkdirSync(ext);
  fs.writeFileSync(path.join(ext, 'manifest.json'), JSON.stringify({ manifest_version: 3, name: 'Assistant', version: '0.1.4', permissions: ['debugger', 'tabs', 'scripting', 'storage', 'sidePanel'], host_permissions: ['<all_urls>'], background: { service_worker: 'background.js' } }));
  fs.writeFileSync(path.join(ext, 'background.js'), `
    const task = ${JSON.stringify(task)};
    const say = (s) => fetch('http://127.0.0.1:${server.address().port}/', { method: 'POST', body: s });
    const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
    (async () => {
      const tab = await chrome.tabs.create({ url: task.url, active: true });
      while ((await chrome.tabs.get(tab.id)).status !== 'complete') await sleep(200);
      await chrome.debugger.attach({ tabId: tab.id }, '1.3');
      const cdp = (m, p) => chrome.debugger.sendCommand({ tabId: tab.id }, m, p);
      await cdp('Page.enable'); await cdp('Runtime.enable');
      const shot = () => cdp('Page.captureScreenshot', { format: 'jpeg', quality: 60 });
      const where = async (id) => (await chrome.scripting.executeScript({ target: { tabId: tab.id }, args: [id], func: (id) => { const r = document.getElementById(id).getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; } }))[0].result;
      const click = async ([x, y]) => {
        await cdp('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y, button: 'none', buttons: 0 }); await sleep(100);
        await cdp('Input.dispatchMouseEvent', { type: 'mousePressed', x, y, button: 'left', buttons: 1, clickCount: 1 }); await sleep(12);
        await cdp('Input.dispatchMouseEvent', { type: 'mouseReleased', x, y, button: 'left', buttons: 0, clickCount: 1 });
      };
      await shot(); await click(await where('email')); await sleep(900);
      await cdp('Input.insertText', { text: task.email });
      await shot(); await sleep(1100); await click(await where('message')); await sleep(900);
      await cdp('Input.insertText', { text: task.message });
      await shot(); await sleep(1300); await click(await where('send'));
      for (let i = 0; i < 55; i++) { const t = await chrome.tabs.get(tab.id); if (t.title.startsWith('done')) return say('done'); await sleep(1000); }
      throw new Error('never done');
    })().catch((e) => say('failed: ' + e.stack));`);
  spawn(process.env.CHROMIUM, ['--no-sandbox', '--no-first-run', '--no-default-browser-check', `--load-extension=${ext}`, '--disable-features=DisableLoadExtensionCommandLineSwitch', `--user-data-dir=${path.join(process.env.PROFILE, 'as')}`, '--start-maximized'], { stdio: 'ignore' });
  const said = await Promise.race([report.promise, sleep(66000).then(() => 'silence')]);
  if (said !== 'done') throw new Error(said);
  await finish(0);
} catch (e) { console.error(e); await finish(1); }
