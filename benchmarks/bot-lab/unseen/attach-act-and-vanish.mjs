// A normal Chromium session is already browsing; attach over the port in short bursts, and be gone whenever nothing is being done
import { spawn } from 'node:child_process';
import CDP from 'chrome-remote-interface';
import { createServer } from 'node:net';
const port = await new Promise(r => { const s = createServer().listen(0, '127.0.0.1', () => { const p = s.address().port; s.close(() => r(p)); }); });
const chill = ms => new Promise(r => setTimeout(r, ms));
const b = (lo, hi) => lo + Math.random() * (hi - lo);
const chrome = spawn(process.env.CHROMIUM, [`--remote-debugging-port=${port}`, `--user-data-dir=${process.env.PROFILE}/p`, '--no-sandbox', '--no-first-run', '--no-default-browser-check', '--start-maximized', process.env.FORM_URL], { detached: true, stdio: 'ignore' });
const bye = async c => { try { process.kill(-chrome.pid, 'SIGTERM'); } catch {} await chill(1000); try { process.kill(-chrome.pid, 'SIGKILL'); } catch {} process.exit(c); };
const tab = async () => { for (let i = 0; i < 80; i++) { try { const t = (await CDP.List({ port })).find(t => t.type === 'page' && t.url.startsWith('http')); if (t) return t; } catch {} await chill(200); } throw new Error('no tab'); };
const burst = async fn => { const c = await CDP({ port, target: await tab(), local: true }); try { return await fn(c); } finally { await c.close(); } };

let mouse = { x: b(700, 1200), y: 3 };
async function walk(c, x, y) {
  // two-phase: ballistic then corrective, like Fitts' law says
  const miss = { x: x + b(-18, 18), y: y + b(-9, 9) };
  for (const [tx, ty, dur] of [[miss.x, miss.y, b(260, 480)], [x, y, b(110, 200)]]) {
    const s = { ...mouse }, t0 = Date.now();
    for (let u = 0; u < 1;) {
      u = Math.min(1, (Date.now() - t0) / dur); const e = (1 - Math.cos(Math.PI * u)) / 2;
      mouse = { x: Math.round(s.x + (tx - s.x) * e), y: Math.round(s.y + (ty - s.y) * e + Math.sin(u * Math.PI) * 14) };
      c.Input.dispatchMouseEvent({ type: 'mouseMoved', ...mouse }).catch(() => {});
      await chill(b(7, 9));
    }
    mouse = { x: Math.round(tx), y: Math.round(ty) };
    await chill(b(40, 110));
  }
}
const clickAt = (sel) => burst(async c => {
  const { root } = await c.DOM.getDocument(); const { nodeId } = await c.DOM.querySelector({ nodeId: root.nodeId, selector: sel });
  const q = (await c.DOM.getContentQuads({ nodeId })).quads[0];
  await walk(c, q[0] + (q[2] - q[0]) * b(.1, .5), q[1] + (q[5] - q[1]) * b(.3, .7));
  await chill(b(90, 200));
  await c.Input.dispatchMouseEvent({ type: 'mousePressed', ...mouse, button: 'left', buttons: 1, clickCount: 1 }); await chill(b(60, 110));
  await c.Input.dispatchMouseEvent({ type: 'mouseReleased', ...mouse, button: 'left', buttons: 0, clickCount: 1 });
});
const write = text => burst(async c => {
  for (const ch of text) {
    const U = ch.toUpperCase(), isL = U >= 'A' && U <= 'Z', isD = ch >= '0' && ch <= '9';
    const o = { '@': ['Digit2', 50, 8], '.': ['Period', 190, 0], ',': ['Comma', 188, 0], ' ': ['Space', 32, 0], '?': ['Slash', 191, 8], "'": ['Quote', 222, 0], '!': ['Digit1', 49, 8] }[ch];
    const [code, vk, mod] = o ?? [isL ? 'Key' + U : isD ? 'Digit' + ch : '', U.charCodeAt(0), isL && ch === U ? 8 : 0];
    if (mod) { await c.Input.dispatchKeyEvent({ type: 'rawKeyDown', key: 'Shift', code: 'ShiftRight', windowsVirtualKeyCode: 16, location: 2, modifiers: 8 }); await chill(b(30, 90)); }
    await c.Input.dispatchKeyEvent({ type: 'keyDown', key: ch, code, text: ch, windowsVirtualKeyCode: vk, modifiers: mod }); await chill(b(45, 90));
    await c.Input.dispatchKeyEvent({ type: 'keyUp', key: ch, code, windowsVirtualKeyCode: vk, modifiers: mod });
    if (mod) await c.Input.dispatchKeyEvent({ type: 'keyUp', key: 'Shift', code: 'ShiftRight', windowsVirtualKeyCode: 16, location: 2 });
    await chill(b(30, 120) + (ch === ' ' ? b(0, 90) : 0));
  }
});
try {
  await tab(); await chill(b(2500, 3300));
  await clickAt('#email'); await chill(b(300, 600)); await write('dave.whitlock@talktalk.net'); await chill(b(500, 900));
  await clickAt('#message'); await chill(b(500, 900)); await write("Hi, I'd like to cancel my appointment on Thursday, sorry for the short notice."); await chill(b(700, 1300));
  await clickAt('#send');
  for (let i = 0; ; i++) { if ((await CDP.List({ port })).some(t => t.title.startsWith('done'))) break; if (process.uptime() > 71) throw new Error('timeout'); await chill(400); }
  await bye(0);
} catch (e) { console.error(e); await bye(1); }
