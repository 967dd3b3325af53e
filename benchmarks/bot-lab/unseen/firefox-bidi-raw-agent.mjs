// An ordinary headed Firefox with --remote-debugging-port, driven by bare WebDriver BiDi: accessibility locator, input.performActions
import fs from 'node:fs';
import path from 'node:path';
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
try {
  const dir = path.join(process.env.PROFILE, 'ff'); fs.mkdirSync(dir);
  fs.writeFileSync(path.join(dir, 'user.js'), ['browser.aboutwelcome.enabled', 'datareporting.policy.dataSubmissionEnabled', 'browser.shell.checkDefaultBrowser', 'toolkit.telemetry.reportingpolicy.firstRun'].map((p) => `user_pref("${p}", false);`).join('\n'));
  const ff = spawn(process.env.FIREFOX, ['--remote-debugging-port', '0', '--no-remote', '--profile', dir, 'about:blank'], { env: { ...process.env, HOME: process.env.PROFILE } });
  const base = await new Promise((ok, no) => { let all = ''; ff.stderr.on('data', (d) => { all += d; const m = /WebDriver BiDi listening on (ws:\S+)/.exec(all); if (m) ok(m[1]); }); setTimeout(() => no(new Error('no BiDi')), 30000).unref(); });
  const ws = new WebSocket(base + '/session'); await new Promise((ok, no) => { ws.onopen = ok; ws.onerror = no; });
  let id = 0; const wait = new Map();
  ws.onmessage = (e) => { const m = JSON.parse(e.data); const w = wait.get(m.id); if (w) { wait.delete(m.id); m.type === 'error' ? w.no(new Error(m.error + ': ' + m.message)) : w.ok(m.result); } };
  const send = (method, params = {}) => new Promise((ok, no) => { wait.set(++id, { ok, no }); ws.send(JSON.stringify({ id, method, params })); });
  await send('session.new', { capabilities: {} });
  const { contexts: [{ context }] } = await send('browsingContext.getTree');
  await send('browsingContext.navigate', { context, url: process.env.FORM_URL, wait: 'complete' });
  await send('browsingContext.captureScreenshot', { context });
  const find = async (role, name) => (await send('browsingContext.locateNodes', { context, locator: { type: 'accessibility', value: { role, name } } })).nodes[0];
  const css = async (value) => (await send('browsingContext.locateNodes', { context, locator: { type: 'css', value } })).nodes[0];
  const click = (n) => send('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions: [{ type: 'pointerMove', x: 0, y: 0, origin: { type: 'element', element: { sharedId: n.sharedId } }, duration: 120 }, { type: 'pointerDown', button: 0 }, { type: 'pause', duration: 70 }, { type: 'pointerUp', button: 0 }] }] });
  const type = (s) => send('input.performActions', { context, actions: [{ type: 'key', id: 'keys', actions: [...s].flatMap((value) => [{ type: 'keyDown', value }, { type: 'keyUp', value }, { type: 'pause', duration: 30 }]) }] });
  await click(await find('textbox', 'Your e-mail address') ?? await css('#email'));
  await type('rosa.iglesias@telefonica.net');
  await sleep(900);
  await click(await css('#message'));
  await type('I would like to rent the small room for a birthday party on Friday, what does it cost?');
  await sleep(900);
  await click(await find('button', 'Send') ?? await css('#send'));
  for (let i = 0; i < 40; i++) {
    const r = await send('script.evaluate', { expression: 'document.title', target: { context }, awaitPromise: false });
    if (r.result?.value?.startsWith('done')) await finish(0, () => send('browser.close').catch(() => {}));
    await sleep(1500);
  }
  throw new Error('never done');
} catch (e) { console.error(e); await finish(1); }
