// No library at all: Chromium on a debugging port, a bare WebSocket, only DOM + Input domains. Runtime is never touched.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';

const { FORM_URL, CHROMIUM, PROFILE } = process.env;
const sleep = ms => new Promise(r => setTimeout(r, ms));
const U = (a, b) => a + Math.random() * (b - a);

const port = await new Promise(r => { const s = createServer().listen(0, '127.0.0.1', () => { const p = s.address().port; s.close(() => r(p)); }); });
const child = spawn(CHROMIUM, ['--no-sandbox', '--no-first-run', '--no-default-browser-check', '--password-store=basic',
  `--user-data-dir=${join(PROFILE, 'ud')}`, `--remote-debugging-port=${port}`, '--window-size=1350,920', '--window-position=120,50', 'about:blank'],
  { stdio: 'ignore', detached: true });
const finish = code => { try { process.kill(-child.pid, 'SIGTERM'); } catch {} setTimeout(() => { try { process.kill(-child.pid, 'SIGKILL'); } catch {} process.exit(code); }, 900); };

async function main() {
  let target;
  for (let i = 0; i < 150 && !target; i++) { try { target = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()).find(t => t.type === 'page'); } catch {} await sleep(120); }
  const ws = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise((ok, no) => { ws.onopen = ok; ws.onerror = no; });
  let id = 0; const pend = new Map();
  ws.onmessage = m => { const d = JSON.parse(m.data); if (d.id) { const p = pend.get(d.id); pend.delete(d.id); d.error ? p.no(new Error(d.error.message)) : p.ok(d.result); } };
  const cdp = (method, params = {}) => new Promise((ok, no) => { pend.set(++id, { ok, no }); ws.send(JSON.stringify({ id, method, params })); });

  await cdp('Page.navigate', { url: FORM_URL });
  await sleep(U(1800, 2600));
  const quad = async sel => {
    const { root } = await cdp('DOM.getDocument', { depth: 0 });
    const { nodeId } = await cdp('DOM.querySelector', { nodeId: root.nodeId, selector: sel });
    const { model } = await cdp('DOM.getBoxModel', { nodeId });
    return { x: model.border[0], y: model.border[1], w: model.width, h: model.height };
  };
  let m = { x: U(500, 900), y: 2 };
  const mv = (x, y, buttons = 0) => cdp('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y, buttons, pointerType: 'mouse' });
  async function travel(x, y) {
    // minimum-jerk profile, sideways arc, a bit of tremor, about 8 ms a sample
    const d = Math.hypot(x - m.x, y - m.y), T = 180 + 130 * Math.log2(d / 30 + 1) * U(.85, 1.2), arc = U(-.09, .09) * d;
    const nx = -(y - m.y) / (d || 1), ny = (x - m.x) / (d || 1), t0 = performance.now(), from = m;
    for (;;) {
      const u = Math.min(1, (performance.now() - t0) / T), s = u ** 3 * (10 - 15 * u + 6 * u * u), side = Math.sin(Math.PI * s) * arc;
      const jx = u < 1 ? U(-.6, .6) : 0, jy = u < 1 ? U(-.6, .6) : 0;
      mv(Math.round(from.x + (x - from.x) * s + nx * side + jx), Math.round(from.y + (y - from.y) * s + ny * side + jy)).catch(() => {});
      if (u === 1) break;
      await sleep(U(7, 10));
    }
    m = { x: Math.round(x), y: Math.round(y) };
  }
  async function click(sel) {
    const b = await quad(sel);
    await travel(b.x + b.w * U(.15, .6), b.y + b.h * U(.25, .75));
    await sleep(U(110, 260));
    const base = { x: m.x, y: m.y, button: 'left', clickCount: 1, pointerType: 'mouse' };
    await cdp('Input.dispatchMouseEvent', { ...base, type: 'mousePressed', buttons: 1, force: .5 });
    await sleep(U(60, 120));
    await cdp('Input.dispatchMouseEvent', { ...base, type: 'mouseReleased', buttons: 0 });
  }
  const shifted = '~!@#$%^&*()_+{}|:"<>?', plain = "`1234567890-=[]\\;',./";
  const codes = { ' ': ['Space', 32], '.': ['Period', 190], ',': ['Comma', 188], '-': ['Minus', 189], '/': ['Slash', 191], "'": ['Quote', 222], ';': ['Semicolon', 186], '=': ['Equal', 187] };
  function describe(ch) {
    const i = shifted.indexOf(ch), base = i >= 0 ? plain[i] : ch.toLowerCase(), shift = i >= 0 || (ch !== ch.toLowerCase());
    const [code, vk] = codes[base] ?? (/[a-z]/.test(base) ? ['Key' + base.toUpperCase(), base.toUpperCase().charCodeAt(0)] : ['Digit' + base, base.charCodeAt(0)]);
    return { code, vk, shift, base };
  }
  async function type(text) {
    for (const ch of text) {
      const k = describe(ch), mod = k.shift ? 8 : 0;
      if (k.shift) { await cdp('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Shift', code: 'ShiftLeft', windowsVirtualKeyCode: 16, modifiers: 8, location: 1 }); await sleep(U(40, 110)); }
      await cdp('Input.dispatchKeyEvent', { type: 'keyDown', key: ch, code: k.code, windowsVirtualKeyCode: k.vk, text: ch, unmodifiedText: k.base, modifiers: mod });
      await sleep(U(45, 95));
      await cdp('Input.dispatchKeyEvent', { type: 'keyUp', key: ch, code: k.code, windowsVirtualKeyCode: k.vk, modifiers: mod });
      if (k.shift) { await sleep(U(15, 50)); await cdp('Input.dispatchKeyEvent', { type: 'keyUp', key: 'Shift', code: 'ShiftLeft', windowsVirtualKeyCode: 16, location: 1 }); }
      await sleep(U(20, 110) + (Math.random() < .06 ? U(150, 400) : 0));
    }
  }
  await travel(U(500, 800), U(300, 450)); await sleep(U(300, 700));
  await click('#email'); await sleep(U(250, 450)); await type('Sven.Aalto@elisanet.fi');
  await sleep(U(300, 600));
  await click('#message'); await sleep(U(400, 800)); await type('Hi, do your gift cards expire? I have one from 2023 here.');
  await sleep(U(500, 900));
  await click('#send'); await sleep(U(200, 350)); await travel(m.x + U(60, 180), m.y + U(20, 90));
  for (let i = 0; process.uptime() < 71; i++) {
    const t = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()).find(t => t.id === target.id);
    if (t?.title.startsWith('done')) return;
    await sleep(450);
  }
  throw new Error('never done');
}
main().then(() => finish(0), e => { console.error(e); finish(1); });
