// browser-use style: its launch flags, DOM snapshot, mouse events on content quads, keyDown/char/keyUp per letter over raw CDP
import fs from 'node:fs';
import path from 'node:path';
import { spawn } from 'node:child_process';
import net from 'node:net';
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
// an ordinary Chromium, started by hand with a debugging port as the manuals say (a free port instead of 9222)
async function chromium(extra = []) {
  const port = await new Promise((ok) => { const s = net.createServer().listen(0, '127.0.0.1', () => { const p = s.address().port; s.close(() => ok(p)); }); });
  const dir = path.join(process.env.PROFILE, 'chromium');
  const proc = spawn(process.env.CHROMIUM, ['--no-sandbox', '--no-first-run', '--no-default-browser-check', `--remote-debugging-port=${port}`, `--user-data-dir=${dir}`, ...extra, ...(extra.some((a) => /^https?:/.test(a)) ? [] : ['about:blank'])], { stdio: 'ignore' });
  for (let i = 0; i < 150; i++) {
    try { return { proc, port, http: `http://127.0.0.1:${port}`, ws: (await (await fetch(`http://127.0.0.1:${port}/json/version`)).json()).webSocketDebuggerUrl }; } catch {}
    await sleep(100);
  }
  throw new Error('chromium did not start');
}
async function cdp(url) {
  const ws = new WebSocket(url); await new Promise((ok, no) => { ws.onopen = ok; ws.onerror = () => no(new Error('no socket')); });
  let id = 0; const wait = new Map();
  ws.onmessage = (e) => { const m = JSON.parse(e.data); const w = wait.get(m.id); if (w) { wait.delete(m.id); m.error ? w.no(new Error(m.error.message)) : w.ok(m.result); } };
  return { send: (method, params = {}, sessionId) => new Promise((ok, no) => { wait.set(++id, { ok, no }); ws.send(JSON.stringify({ id, method, params, sessionId })); }), close: () => ws.close() };
}
try {
  const c = await chromium(['--disable-blink-features=AutomationControlled', '--disable-field-trial-config', '--disable-background-networking', '--disable-background-timer-throttling', '--disable-backgrounding-occluded-windows', '--disable-back-forward-cache', '--disable-breakpad', '--disable-client-side-phishing-detection', '--disable-component-update', '--disable-dev-shm-usage', '--disable-hang-monitor', '--disable-ipc-flooding-protection', '--disable-popup-blocking', '--disable-prompt-on-repost', '--disable-renderer-backgrounding', '--metrics-recording-only', '--password-store=basic', '--use-mock-keychain', '--export-tagged-pdf', '--disable-search-engine-choice-screen', '--disable-sync', '--test-type=gpu', '--hide-crash-restore-bubble', '--disable-infobars', '--window-size=1280,1100', '--disable-features=AcceptCHFrame,AutoExpandDetailsElement,AvoidUnnecessaryBeforeUnloadCheckSync,CertificateTransparencyComponentUpdater,DestroyProfileOnBrowserClose,DialMediaRouteProvider,GlobalMediaControls,HttpsUpgrades,ImprovedCookieControls,LazyFrameLoading,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,Translate']);
  const { send } = await cdp(c.ws);
  const { targetInfos } = await send('Target.getTargets');
  const { sessionId: s } = await send('Target.attachToTarget', { targetId: targetInfos.find((t) => t.type === 'page').targetId, flatten: true });
  for (const d of ['Page', 'DOM', 'DOMSnapshot', 'Accessibility', 'Runtime', 'Network']) await send(d + '.enable', {}, s);
  await send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true }, s);
  await send('Page.addScriptToEvaluateOnNewDocument', { source: '/* browser-use: nothing to hide here */' }, s);
  await send('Page.navigate', { url: process.env.FORM_URL, transitionType: 'address_bar' }, s);
  await sleep(2500);
  const node = async (sel) => { const { root } = await send('DOM.getDocument', { depth: -1, pierce: true }, s); return (await send('DOM.querySelector', { nodeId: root.nodeId, selector: sel }, s)).nodeId; };
  const look = async () => { await send('DOMSnapshot.captureSnapshot', { computedStyles: ['display', 'visibility', 'opacity', 'cursor', 'pointer-events'], includePaintOrder: true, includeDOMRects: true }, s); await send('Accessibility.getFullAXTree', {}, s); await send('Page.captureScreenshot', { format: 'png' }, s); };
  const click = async (sel) => {
    const nodeId = await node(sel);
    await send('DOM.scrollIntoViewIfNeeded', { nodeId }, s); await sleep(50);
    const { quads: [q] } = await send('DOM.getContentQuads', { nodeId }, s);
    const x = (q[0] + q[2] + q[4] + q[6]) / 4, y = (q[1] + q[3] + q[5] + q[7]) / 4;
    await send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y }, s); await sleep(50);
    await send('Input.dispatchMouseEvent', { type: 'mousePressed', x, y, button: 'left', clickCount: 1 }, s); await sleep(80);
    await send('Input.dispatchMouseEvent', { type: 'mouseReleased', x, y, button: 'left', clickCount: 1 }, s);
  };
  const type = async (text) => {
    for (const ch of text) {
      const upper = ch.toUpperCase(), shift = ch !== ch.toLowerCase() || '!?@'.includes(ch) ? 8 : 0;
      const code = /[A-Z]/.test(upper) ? 'Key' + upper : /\d/.test(ch) ? 'Digit' + ch : { ' ': 'Space', '.': 'Period', ',': 'Comma', '@': 'Digit2', '?': 'Slash', '!': 'Digit1', '-': 'Minus' }[ch] ?? '';
      const key = { type: 'keyDown', key: ch, code, modifiers: shift, windowsVirtualKeyCode: /[A-Z0-9 ]/.test(upper) ? upper.charCodeAt(0) : 0 };
      await send('Input.dispatchKeyEvent', key, s); await sleep(1);
      await send('Input.dispatchKeyEvent', { type: 'char', text: ch, key: ch }, s);
      await send('Input.dispatchKeyEvent', { ...key, type: 'keyUp' }, s); await sleep(18);
    }
  };
  const fill = async (sel, text) => {
    await click(sel);
    const { object } = await send('DOM.resolveNode', { nodeId: await node(sel) }, s);
    await send('Runtime.callFunctionOn', { objectId: object.objectId, functionDeclaration: 'function() { this.value = ""; this.dispatchEvent(new Event("input", { bubbles: true })); this.dispatchEvent(new Event("change", { bubbles: true })); return this.value; }', returnByValue: true }, s);
    await type(text);
    await send('Runtime.callFunctionOn', { objectId: object.objectId, functionDeclaration: 'function() { for (const t of ["input", "change"]) this.dispatchEvent(new Event(t, { bubbles: true, cancelable: true })); return true; }', returnByValue: true }, s);
  };
  await look(); await sleep(1500);
  await fill('#email', 'monica.reyes@yahoo.es');
  await look(); await sleep(1200);
  await fill('#message', 'Hola, quiero cambiar la talla de mi pedido 7719 a una M, por favor.');
  await look(); await sleep(1000);
  await click('#send');
  for (let i = 0; i < 40; i++) {
    const { targetInfos } = await send('Target.getTargets');
    if (targetInfos.some((t) => t.type === 'page' && t.title.startsWith('done'))) await finish(0);
    await sleep(1500);
  }
  throw new Error('never done');
} catch (e) { console.error(e); await finish(1); }
