// BrowserMCP / form-filling assistant style: an extension that injects a content script; native setters and untrusted events, letter by letter, then el.click()
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
const task = { url: process.env.FORM_URL, email: 'stefan.ilic@yandex.com', message: 'Hello, I need a replacement key for cabinet type B12. How do I order one?' };
try {
  const report = Promise.withResolvers();
  const server = http.createServer((q, r) => { r.setHeader('access-control-allow-origin', '*'); let b = ''; q.on('data', (d) => b += d).on('end', () => { r.end('ok'); report.resolve(b); }); }).listen(0, '127.0.0.1');
  await new Promise((ok) => server.on('listening', ok));
  const ext = path.join(process.env.PROFILE, 'ext'); fs.mkdirSync(ext);
  fs.writeFileSync(path.join(ext, 'manifest.json'), JSON.stringify({ manifest_version: 3, name: 'Web Agent', version: '0.1.4', permissions: ['tabs', 'scripting', 'storage'], host_permissions: ['<all_urls>'], background: { service_worker: 'background.js' } }));
  fs.writeFileSync(path.join(ext, 'background.js'), `
    const task = ${JSON.stringify(task)};
    const say = (s) => fetch('http://127.0.0.1:${server.address().port}/', { method: 'POST', body: s });
    const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
    (async () => {
      const tab = await chrome.tabs.create({ url: task.url, active: true });
      while ((await chrome.tabs.get(tab.id)).status !== 'complete') await sleep(200);
      await sleep(800);
      await chrome.scripting.executeScript({ target: { tabId: tab.id }, args: [task], func: async (task) => {
        const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
        const type = async (el, text) => {
          el.scrollIntoView({ block: 'center' }); el.focus();
          const set = Object.getOwnPropertyDescriptor(el instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype, 'value').set;
          for (const key of text) {
            el.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
            set.call(el, el.value + key);
            el.dispatchEvent(new InputEvent('input', { data: key, inputType: 'insertText', bubbles: true }));
            el.dispatchEvent(new KeyboardEvent('keyup', { key, bubbles: true }));
            await sleep(20 + Math.random() * 40);
          }
          el.dispatchEvent(new Event('change', { bubbles: true })); el.blur();
        };
        await type(document.querySelector('#email'), task.email);
        await sleep(700);
        await type(document.querySelector('#message'), task.message);
        await sleep(700);
        const b = document.querySelector('#send'), r = b.getBoundingClientRect(), at = { bubbles: true, clientX: r.x + r.width / 2, clientY: r.y + r.height / 2 };
        for (const [C, t] of [[PointerEvent, 'pointerdown'], [MouseEvent, 'mousedown'], [PointerEvent, 'pointerup'], [MouseEvent, 'mouseup']]) b.dispatchEvent(new C(t, at));
        b.click();
      } });
      for (let i = 0; i < 55; i++) { const t = await chrome.tabs.get(tab.id); if (t.title.startsWith('done')) return say('done'); await sleep(1000); }
      throw new Error('never done');
    })().catch((e) => say('failed: ' + e.stack));`);
  spawn(process.env.CHROMIUM, ['--no-sandbox', '--no-first-run', '--no-default-browser-check', `--load-extension=${ext}`, '--disable-features=DisableLoadExtensionCommandLineSwitch', `--user-data-dir=${path.join(process.env.PROFILE, 'cs')}`, '--start-maximized'], { stdio: 'ignore' });
  const said = await Promise.race([report.promise, sleep(66000).then(() => 'silence')]);
  if (said !== 'done') throw new Error(said);
  await finish(0);
} catch (e) { console.error(e); await finish(1); }
