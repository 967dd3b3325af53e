// Firefox with only its BiDi port open, spoken to by hand: one input.performActions per gesture (ticks with durations), sandboxed lookups
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { WebSocket } from 'undici';
const sleep = (a, b = a) => new Promise(r => setTimeout(r, a + Math.random() * (b - a)));
const ri = (a, b) => Math.round(a + Math.random() * (b - a));
const port = await new Promise(r => { const s = createServer().listen(0, '127.0.0.1', () => { const p = s.address().port; s.close(() => r(p)); }); });
const prof = process.env.PROFILE + '/fx'; mkdirSync(prof);
writeFileSync(prof + '/user.js', ['user_pref("browser.shell.checkDefaultBrowser", false);', 'user_pref("browser.aboutwelcome.enabled", false);', 'user_pref("datareporting.policy.dataSubmissionEnabled", false);', 'user_pref("browser.startup.homepage_override.mstone", "ignore");', 'user_pref("remote.prefs.recommended", false);', 'user_pref("dom.webdriver.enabled", false);'].join('\n'));
const ff = spawn(process.env.FIREFOX, ['--remote-debugging-port', String(port), '--profile', prof, '--no-remote', '--new-instance', '--width', '1440', '--height', '960'], { stdio: 'ignore', detached: true });
let ws;
for (let i = 0; i < 120 && !ws; i++) ws = await new Promise(r => { const w = new WebSocket(`ws://127.0.0.1:${port}/session`); w.onopen = () => r(w); w.onerror = () => r(null); }) ?? (await sleep(250), null);
let n = 0; const wait = new Map();
ws.onmessage = e => { const m = JSON.parse(e.data); const w = wait.get(m.id); if (!w) return; wait.delete(m.id); m.type === 'error' ? w.no(new Error(m.error + ' ' + m.message)) : w.ok(m.result); };
const bidi = (method, params = {}) => new Promise((ok, no) => { wait.set(++n, { ok, no }); ws.send(JSON.stringify({ id: n, method, params })); });
let rc = 0;
try {
  await bidi('session.new', { capabilities: {} });
  await bidi('script.addPreloadScript', { functionDeclaration: `() => { const p = Navigator.prototype, d = Object.getOwnPropertyDescriptor(p, 'webdriver'); const o = { get webdriver() { d.get.call(this); return false; } }; Object.defineProperty(p, 'webdriver', { ...d, get: Object.getOwnPropertyDescriptor(o, 'webdriver').get }); }` });
  const context = (await bidi('browsingContext.getTree')).contexts[0].context;
  await bidi('browsingContext.navigate', { context, url: process.env.FORM_URL, wait: 'complete' });
  await sleep(1000, 1900);
  const call = async (fn, ...args) => { const r = await bidi('script.callFunction', { functionDeclaration: fn, awaitPromise: false, target: { context, sandbox: 'ext' }, arguments: args.map(value => ({ type: 'string', value })) }); return r.result.value; };
  let at = { x: ri(300, 900), y: 12 };
  const go = async sel => {
    const [x, y, w, h] = JSON.parse(await call("s => { const b = document.querySelector(s).getBoundingClientRect(); return JSON.stringify([b.x, b.y, b.width, b.height]); }", sel));
    const to = { x: x + w * (.15 + Math.random() * .5), y: y + h * (.3 + Math.random() * .4) };
    const k = ri(9, 15), acts = [], c = { x: (at.x + to.x) / 2 + ri(-70, 70), y: (at.y + to.y) / 2 + ri(-30, 30) };
    for (let i = 1; i <= k; i++) { const u = i / k, t = u * u * (3 - 2 * u), q = 1 - t; acts.push({ type: 'pointerMove', x: Math.max(0, Math.round(q * q * at.x + 2 * q * t * c.x + t * t * to.x)), y: Math.max(0, Math.round(q * q * at.y + 2 * q * t * c.y + t * t * to.y)), duration: ri(18, 45) }); }
    acts.push({ type: 'pause', duration: ri(80, 230) }, { type: 'pointerDown', button: 0 }, { type: 'pause', duration: ri(60, 115) }, { type: 'pointerUp', button: 0 });
    await bidi('input.performActions', { context, actions: [{ type: 'pointer', id: 'm', parameters: { pointerType: 'mouse' }, actions: acts }] });
    at = to;
  };
  const type = async text => {
    for (const word of text.split(/(?<= )/)) {
      const acts = [];
      for (const ch of word) {
        if (ch === '@' || ch === '?' || /[A-Z]/.test(ch)) acts.push({ type: 'keyDown', value: '\uE008' }, { type: 'pause', duration: ri(40, 90) }, { type: 'keyDown', value: ch }, { type: 'pause', duration: ri(40, 80) }, { type: 'keyUp', value: ch }, { type: 'keyUp', value: '\uE008' });
        else acts.push({ type: 'keyDown', value: ch }, { type: 'pause', duration: ri(40, 90) }, { type: 'keyUp', value: ch });
        acts.push({ type: 'pause', duration: ri(30, 125) });
      }
      await bidi('input.performActions', { context, actions: [{ type: 'key', id: 'k', actions: acts }] });
      await sleep(10, 140);
    }
  };
  await go('#email'); await sleep(200, 450); await type('wojtek.m@onet.pl'); await sleep(300, 700);
  await go('#message'); await sleep(400, 800); await type('Hi, are you open on Easter Monday? We would come by train.'); await sleep(500, 1000);
  await go('#send');
  const end = Date.now() - process.uptime() * 1000 + 71000;
  for (;;) { const t = await call('() => document.title').catch(() => ''); if (t?.startsWith('done')) break; if (Date.now() > end) throw new Error('timeout'); await sleep(500); }
} catch (e) { console.error(e); rc = 1; }
await Promise.race([bidi('browser.close').catch(() => {}), sleep(2000)]);
await sleep(400);
try { process.kill(-ff.pid, 'SIGKILL'); } catch {}
process.exit(rc);
