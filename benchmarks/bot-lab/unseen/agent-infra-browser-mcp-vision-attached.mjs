// @agent-infra/mcp-server-browser --vision, attached by --cdp-endpoint to an ordinary headed Chromium: screen clicks by coordinates, fills by selector
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
const require = createRequire(import.meta.url);
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
async function mcp(command, args, env = {}) {
  const client = new Client({ name: 'assistant', version: '1.0.0' }, { capabilities: {} });
  const transport = new StdioClientTransport({ command, args, env: { ...process.env, ...env }, stderr: 'inherit', cwd: process.env.PROFILE });
  await client.connect(transport);
  const call = async (name, args = {}) => {
    const r = await client.callTool({ name, arguments: args }, undefined, { timeout: 60000 });
    const text = (r.content ?? []).map((c) => c.text ?? '').join('\n');
    if (process.env.BOT_DEBUG) console.error('>', name, JSON.stringify(args), '\n', text.slice(0, 3000));
    if (r.isError) throw new Error(`${name}: ${text}`);
    return text;
  };
  return { client, call };
}
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
const cli = path.join(path.dirname(require.resolve('@agent-infra/mcp-server-browser')), 'index.cjs');
let client;
try {
  const c = await chromium();
  const m = await mcp(process.execPath, [cli, '--vision', '--cdp-endpoint', c.http + '/json/version']);
  client = m.client;
  const { call } = m;
  await call('browser_navigate', { url: process.env.FORM_URL });
  await call('browser_vision_screen_capture');
  const look = async (id) => { // what the vision model would read off the screenshot, in pixels
    const t = await call('browser_evaluate', { script: `() => { const r = document.getElementById('${id}').getBoundingClientRect(); return Math.round(r.x + r.width / 2) + ';' + Math.round(r.y + r.height / 2); }` });
    return /(\d+);(\d+)/.exec(t).slice(1).map(Number);
  };
  const click = async (id) => { const [x, y] = await look(id); await call('browser_vision_screen_click', { x, y }); };
  await click('email');
  await call('browser_form_input_fill', { selector: '#email', value: 'anneli.saar@mail.ee', clear: true });
  await click('message');
  await call('browser_form_input_fill', { selector: '#message', value: 'Tere! Kas teil on selle lambi jaoks varuosi? Aitäh.' });
  await sleep(1200);
  await call('browser_vision_screen_capture');
  await click('send');
  for (let i = 0; i < 30; i++) {
    if (/done/.test(await call('browser_evaluate', { script: '() => document.title' }))) await finish(0, () => client.close());
    await sleep(1500);
  }
  throw new Error('never done');
} catch (e) { console.error(e); await finish(1, () => client?.close()); }
