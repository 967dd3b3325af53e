// chrome-remote-interface, Page.createIsolatedWorld for all questions, no Runtime.enable; sum-of-lognormals strokes (sigma-lognormal hand model) replayed on a fixed 125 Hz clock, fixed screen offsets
import CDP from 'chrome-remote-interface';
import { launch } from 'chrome-launcher';
import { mkdirSync } from 'node:fs';
mkdirSync(process.env.PROFILE + '/c', { recursive: true });
const sleep = ms => new Promise(r => setTimeout(r, ms));
const U = (a, b) => a + Math.random() * (b - a);
const N = () => Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
const chrome = await launch({ chromePath: process.env.CHROMIUM, userDataDir: process.env.PROFILE + '/c', ignoreDefaultFlags: true, startingUrl: 'about:blank', chromeFlags: ['--no-sandbox', '--no-first-run', '--no-default-browser-check', '--window-size=1500,950'], logLevel: 'silent' });
let rc = 0;
try {
  const c = await CDP({ port: chrome.port, local: true, target: ts => ts.find(t => t.type === 'page') });
  const { Page, Input } = c;
  await Page.navigate({ url: process.env.FORM_URL });
  await sleep(U(1900, 2700));
  const { frameTree } = await Page.getFrameTree();
  const { executionContextId } = await Page.createIsolatedWorld({ frameId: frameTree.frame.id, worldName: 'a' });
  const ask = async expression => (await c.send('Runtime.evaluate', { expression, contextId: executionContextId, returnByValue: true })).result.value;
  const cdf = (t, mu, s) => { if (t <= 0) return 0; const z = (Math.log(t) - mu) / (s * Math.SQRT2); const k = 1 / (1 + .3275911 * Math.abs(z)); const e = 1 - ((((1.061405429 * k - 1.453152027) * k + 1.421413741) * k - .284496736) * k + .254829592) * k * Math.exp(-z * z); return .5 * (1 + Math.sign(z) * e); };
  let p = { x: U(600, 1000), y: U(0, 20) };
  async function reach(x, y) {
    const D = Math.hypot(x - p.x, y - p.y), T = U(.85, 1.15) * (190 + 120 * Math.log2(D / 25 + 1)), start = { ...p };
    const share = U(.88, .97), strokes = [{ w: share, t0: 0, mu: Math.log(T * .38), s: U(.28, .38) }, { w: 1 - share, t0: T * U(.4, .55), mu: Math.log(T * .25), s: U(.22, .3) }];
    const bow = N() * .05 * D, px = -(y - start.y) / (D || 1), py = (x - start.x) / (D || 1);
    const t0 = performance.now(); let last;
    for (let k = 1; ; k++) {
      const t = k * 8; const f = strokes.reduce((a, s) => a + s.w * cdf(t - s.t0, s.mu, s.s), 0);
      const X = Math.round(start.x + (x - start.x) * f + px * bow * Math.sin(Math.PI * f) + N() * .25), Y = Math.round(start.y + (y - start.y) * f + py * bow * Math.sin(Math.PI * f) + N() * .25);
      if (X + ',' + Y !== last) { last = X + ',' + Y; p = { x: X, y: Math.max(0, Y) }; Input.dispatchMouseEvent({ type: 'mouseMoved', ...p }).catch(() => {}); }
      if (f > .996 || t > 2500) break;
      const lag = t0 + t - performance.now(); if (lag > 0) await sleep(lag);
    }
  }
  async function press(sel) {
    const [l, t, w, h] = await ask(`(b=>[b.left,b.top,b.width,b.height])(document.querySelector(${JSON.stringify(sel)}).getBoundingClientRect())`);
    await reach(l + w * Math.min(.9, Math.max(.08, .35 + .15 * N())), t + h * Math.min(.85, Math.max(.15, .5 + .12 * N())));
    await sleep(U(90, 210));
    await Input.dispatchMouseEvent({ type: 'mousePressed', ...p, button: 'left', buttons: 1, clickCount: 1 }); await sleep(75 + 18 * Math.abs(N()));
    await Input.dispatchMouseEvent({ type: 'mouseReleased', ...p, button: 'left', buttons: 0, clickCount: 1 });
  }
  // digraph-aware typing with rollover: the next key goes down before the last one is up about a third of the time
  const left = 'qwertasdfgzxcvb12345', codeOf = ch => { const u = ch.toUpperCase(); return u >= 'A' && u <= 'Z' ? ['Key' + u, u.charCodeAt(0)] : ch >= '0' && ch <= '9' ? ['Digit' + ch, ch.charCodeAt(0)] : { '@': ['Digit2', 50], '.': ['Period', 190], ',': ['Comma', 188], ' ': ['Space', 32], '?': ['Slash', 191], '-': ['Minus', 189], '!': ['Digit1', 49] }[ch] ?? ['', 0]; };
  async function type(text) {
    let pendingUp = Promise.resolve(), prev = '';
    for (const ch of text) {
      const [code, vk] = codeOf(ch), shift = /[A-Z@?!]/.test(ch);
      const sameHand = prev && left.includes(prev.toLowerCase()) === left.includes(ch.toLowerCase());
      await sleep(Math.min(700, (sameHand ? 125 : 92) * Math.exp(.3 * N()) + (ch === ' ' ? 15 : 0) + (prev === ' ' ? 40 : 0)));
      if (shift) { await pendingUp; await Input.dispatchKeyEvent({ type: 'rawKeyDown', key: 'Shift', code: 'ShiftLeft', windowsVirtualKeyCode: 16, modifiers: 8, location: 1 }); await sleep(U(50, 110)); }
      await Input.dispatchKeyEvent({ type: 'keyDown', key: ch, code, text: ch, windowsVirtualKeyCode: vk, modifiers: shift ? 8 : 0 });
      const up = sleep(Math.max(35, 88 + 22 * N())).then(() => Input.dispatchKeyEvent({ type: 'keyUp', key: ch, code, windowsVirtualKeyCode: vk, modifiers: shift ? 8 : 0 }));
      if (shift) { await up; await sleep(U(10, 40)); await Input.dispatchKeyEvent({ type: 'keyUp', key: 'Shift', code: 'ShiftLeft', windowsVirtualKeyCode: 16, location: 1 }); }
      pendingUp = up; prev = ch;
    }
    await pendingUp;
  }
  await reach(U(400, 900), U(200, 500)); await sleep(U(300, 800));
  await press('#email'); await sleep(U(280, 520)); await type('m.castellano@fastwebnet.it'); await sleep(U(400, 800));
  await press('#message'); await sleep(U(500, 1000)); await type('Hello, is the apartment on the second floor still available? We could view it on Saturday.'); await sleep(U(600, 1300));
  await press('#send'); await sleep(250); await reach(p.x + U(40, 160), p.y + U(30, 120));
  for (let i = 0; ; i++) { if ((await CDP.List({ port: chrome.port })).some(t => t.title.startsWith('done'))) break; if (process.uptime() > 71) throw new Error('timeout'); await sleep(450); }
  await c.close();
} catch (e) { console.error(e); rc = 1; }
try { chrome.kill(); } catch {}
await sleep(800);
process.exit(rc);
