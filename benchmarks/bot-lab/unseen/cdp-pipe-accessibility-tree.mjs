// --remote-debugging-pipe (no port), targets found through the accessibility tree by label, never evaluates, never enables a domain in the page but Accessibility
import { spawn } from 'node:child_process';
const { FORM_URL, CHROMIUM, PROFILE } = process.env;
const delay = ms => new Promise(r => setTimeout(r, ms));
const rr = (a, b) => a + (b - a) * Math.random();

const proc = spawn(CHROMIUM, ['--remote-debugging-pipe', '--disable-blink-features=AutomationControlled', '--no-sandbox', '--no-first-run', '--no-default-browser-check', '--disable-search-engine-choice-screen',
  `--user-data-dir=${PROFILE}/data`, '--window-size=1200,880', FORM_URL], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], detached: true });
const [inp, out] = [proc.stdio[3], proc.stdio[4]];
let seq = 0, buf = ''; const waiting = new Map();
out.setEncoding('utf8');
out.on('data', s => {
  buf += s; let i;
  while ((i = buf.indexOf('\0')) >= 0) {
    const d = JSON.parse(buf.slice(0, i)); buf = buf.slice(i + 1);
    if (d.id && waiting.has(d.id)) { const w = waiting.get(d.id); waiting.delete(d.id); d.error ? w[1](new Error(JSON.stringify(d.error))) : w[0](d.result); }
  }
});
inp.on('error', () => {});
let sessionId;
const send = (method, params = {}, browser = false) => new Promise((a, b) => { const id = ++seq; waiting.set(id, [a, b]); inp.write(JSON.stringify({ id, method, params, ...(browser ? {} : { sessionId }) }) + '\0'); });

async function run() {
  let t;
  for (let i = 0; i < 100 && !t; i++) { await delay(200); t = (await send('Target.getTargets', {}, true)).targetInfos.find(x => x.type === 'page'); }
  await delay(2500); // the page loads while nothing is attached to it
  sessionId = (await send('Target.attachToTarget', { targetId: t.targetId, flatten: true }, true)).sessionId;
  const find = async (role, name) => {
    const { root } = await send('DOM.getDocument', { depth: 0 });
    const { nodes } = await send('Accessibility.queryAXTree', { nodeId: root.nodeId, accessibleName: name, role });
    if (!nodes.length) throw new Error('no ' + role + ' ' + name);
    const { model: { border: q } } = await send('DOM.getBoxModel', { backendNodeId: nodes[0].backendDOMNodeId });
    return { l: q[0], t: q[1], w: q[2] - q[0], h: q[5] - q[1] };
  };
  let cx = rr(350, 800), cy = 1;
  const to = async (x, y) => {
    const pts = 1 + Math.ceil(Math.hypot(x - cx, y - cy) / rr(11, 16)), ox = cx, oy = cy, wob = rr(-25, 25);
    for (let i = 1; i <= pts; i++) {
      const p = i / pts, e = 1 - (1 - p) ** 2.4;
      cx = ox + (x - ox) * e + Math.sin(p * Math.PI) * wob; cy = oy + (y - oy) * e + Math.sin(p * Math.PI) * wob * .5;
      await send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: cx, y: cy });
      await delay(rr(3, 11));
    }
  };
  const tap = async b => {
    await to(b.l + b.w * rr(.2, .7), b.t + b.h * rr(.3, .7)); await delay(rr(80, 220));
    await send('Input.dispatchMouseEvent', { type: 'mousePressed', x: cx, y: cy, button: 'left', buttons: 1, clickCount: 1 }); await delay(rr(50, 110));
    await send('Input.dispatchMouseEvent', { type: 'mouseReleased', x: cx, y: cy, button: 'left', clickCount: 1 });
  };
  const keys = async s => {
    for (const c of s) {
      const up = c.toUpperCase(), letter = /[A-Z]/.test(up);
      const code = letter ? 'Key' + up : /\d/.test(c) ? 'Digit' + c : { ' ': 'Space', '.': 'Period', ',': 'Comma', '@': 'Digit2', '?': 'Slash', '-': 'Minus' }[c] ?? '';
      const vk = letter || /\d| /.test(c) ? up.charCodeAt(0) : { '.': 190, ',': 188, '@': 50, '?': 191, '-': 189 }[c] ?? 0;
      const modifiers = /[A-Z@?]/.test(c) ? 8 : 0;
      await send('Input.dispatchKeyEvent', { type: 'keyDown', key: c, code, text: c, windowsVirtualKeyCode: vk, nativeVirtualKeyCode: vk, modifiers });
      await delay(rr(40, 90));
      await send('Input.dispatchKeyEvent', { type: 'keyUp', key: c, code, windowsVirtualKeyCode: vk, nativeVirtualKeyCode: vk, modifiers });
      await delay(rr(35, 140));
    }
  };
  await tap(await find('textbox', 'Your e-mail address')); await delay(rr(200, 500));
  await keys('monika.s@wp.pl'); await delay(rr(300, 700));
  await tap(await find('textbox', 'Your message')); await delay(rr(400, 800));
  await keys('Hello, can the table be ordered in oak instead of beech?'); await delay(rr(600, 1200));
  await tap(await find('button', 'Send'));
  await delay(400);
  await send('Target.detachFromTarget', { sessionId }, true);
  for (let i = 0; process.uptime() < 71; i++) {
    const ti = (await send('Target.getTargets', {}, true)).targetInfos.find(x => x.targetId === t.targetId);
    if (ti?.title.startsWith('done')) return;
    await delay(450);
  }
  throw new Error('not done');
}
let code = 0;
try { await run(); } catch (e) { console.error(e); code = 1; }
await Promise.race([send('Browser.close', {}, true).catch(() => {}), delay(1500)]);
await delay(600);
try { process.kill(-proc.pid, 'SIGKILL'); } catch {}
process.exit(code);
