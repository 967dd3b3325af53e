// Attaches over the port once, in an isolated world, to measure where the fields are on the screen; disconnects; from then on only X11 input (xdotool) and the window's name
import { spawn, execFileSync } from 'node:child_process';
import { createServer } from 'node:net';
import CDP from 'chrome-remote-interface';
const port = await new Promise(r => { const s = createServer().listen(0, '127.0.0.1', () => { const p = s.address().port; s.close(() => r(p)); }); });
const sleep = (a, b = a) => new Promise(r => setTimeout(r, a + Math.random() * (b - a)));
const x = (...a) => execFileSync('xdotool', a.map(String), { encoding: 'utf8' }).trim();
const br = spawn(process.env.CHROMIUM, [`--remote-debugging-port=${port}`, `--user-data-dir=${process.env.PROFILE}/x`, '--no-sandbox', '--no-first-run', '--no-default-browser-check', '--window-size=1320,940', '--window-position=200,60', process.env.FORM_URL], { detached: true, stdio: 'ignore' });
let rc = 0;
try {
  let t; for (let i = 0; i < 80 && !t; i++) { try { t = (await CDP.List({ port })).find(t => t.type === 'page' && t.title === 'form'); } catch {} await sleep(250); }
  await sleep(1500, 2200);
  const c = await CDP({ port, target: t, local: true });
  const { frameTree } = await c.send('Page.getFrameTree');
  const { executionContextId: contextId } = await c.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id });
  const measure = async () => (await c.send('Runtime.evaluate', { contextId, returnByValue: true, expression: `(() => { const ox = screenX + (outerWidth - innerWidth) / 2, oy = screenY + outerHeight - innerHeight; return Object.fromEntries(['email', 'message', 'send'].map(i => { const b = document.getElementById(i).getBoundingClientRect(); return [i, [ox + b.x, oy + b.y, b.width, b.height]]; })); })()` })).result.value;
  const at = await measure();
  await c.close();
  let [px, py] = x('getmouselocation').match(/\d+/g).map(Number);
  const click = async id => {
    const [l, tp, w, h] = at[id], tx = l + w * (.2 + Math.random() * .4), ty = tp + h * (.35 + Math.random() * .3), sx = px, sy = py;
    const d = Math.hypot(tx - sx, ty - sy), T = 230 + 110 * Math.log2(d / 30 + 1), bow = (Math.random() - .5) * .15 * d, t0 = Date.now();
    for (let u = 0; u < 1;) { u = Math.min(1, (Date.now() - t0) / T); const s = u * u * u * (10 - 15 * u + 6 * u * u); px = Math.round(sx + (tx - sx) * s); py = Math.round(sy + (ty - sy) * s + bow * Math.sin(Math.PI * s)); x('mousemove', px, py); await sleep(5, 9); }
    await sleep(100, 240); x('mousedown', 1); await sleep(60, 110); x('mouseup', 1);
  };
  const sym = { '@': 'at', '.': 'period', ',': 'comma', ' ': 'space', '?': 'question', '-': 'minus', "'": 'apostrophe', '!': 'exclam' };
  const type = async s => { for (const ch of s) { const k = sym[ch] ?? ch; x('keydown', k); await sleep(45, 90); x('keyup', k); await sleep(25, 110); } };
  await click('email'); await sleep(250, 500); await type('paula.winkler@aon.at'); await sleep(350, 700);
  await click('message'); await sleep(400, 800); await type('Hello, can we bring our own wine, and is there a corkage fee?'); await sleep(600, 1100);
  await click('send');
  for (let i = 0; ; i++) { if ((await CDP.List({ port })).some(t => t.title.startsWith('done'))) break; if (process.uptime() > 71) throw new Error('timeout'); await sleep(450); }
} catch (e) { console.error(e); rc = 1; }
try { process.kill(-br.pid, 'SIGTERM'); } catch {}
await sleep(1000);
try { process.kill(-br.pid, 'SIGKILL'); } catch {}
process.exit(rc);
