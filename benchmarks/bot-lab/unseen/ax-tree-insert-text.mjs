// Accessibility-tree agent on an ordinary headed Chromium: Accessibility.queryAXTree, DOM.focus, Input.insertText, Enter on the focused button
import fs from 'node:fs';
import path from 'node:path';
import { spawn } from 'node:child_process';
import net from 'node:net';
import CDP from 'chrome-remote-interface';
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
let client;
try {
  const c = await chromium(['--force-renderer-accessibility']);
  client = await CDP({ port: c.port });
  const { Page, DOM, Accessibility, Input, Runtime } = client;
  await Promise.all([Page.enable(), DOM.enable(), Accessibility.enable()]);
  await Page.navigate({ url: process.env.FORM_URL });
  await Page.loadEventFired(); await sleep(1500);
  await Accessibility.getFullAXTree();
  const query = async (role, name) => { const { root } = await DOM.getDocument(); const { nodes } = await Accessibility.queryAXTree({ nodeId: root.nodeId, role }); return nodes.find((n) => name.test(n.name?.value ?? '')).backendDOMNodeId; };
  await DOM.focus({ backendNodeId: await query('textbox', /mail/i) });
  await Input.insertText({ text: 'vera.simon@freemail.hu' });
  await sleep(1600);
  await DOM.focus({ backendNodeId: await query('textbox', /message/i) });
  await Input.insertText({ text: 'Jó napot! Mennyibe kerül egy négyfős szoba két éjszakára? Köszönöm, Vera' });
  await sleep(1600);
  await Accessibility.getFullAXTree();
  await DOM.focus({ backendNodeId: await query('button', /send/i) });
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 };
  await Input.dispatchKeyEvent({ type: 'keyDown', text: '\r', ...enter });
  await Input.dispatchKeyEvent({ type: 'keyUp', ...enter });
  for (let i = 0; i < 40; i++) {
    const { result } = await Runtime.evaluate({ expression: 'document.title' });
    if (result.value?.startsWith('done')) await finish(0, () => client.close());
    await sleep(1500);
  }
  throw new Error('never done');
} catch (e) { console.error(e); await finish(1, () => client?.close()); }
