// Playwright MCP --cdp-endpoint attached to an ordinary headed Chromium; browser_type with slowly:true, Send by click
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
const cli = path.join(path.dirname(require.resolve('@playwright/mcp/package.json')), 'cli.js');
let client;
try {
  const c = await chromium();
  const m = await mcp(process.execPath, [cli, '--cdp-endpoint', c.http]);
  client = m.client;
  const { call } = m;
  await call('browser_tabs', { action: 'list' });
  await call('browser_navigate', { url: process.env.FORM_URL });
  const snap = await call('browser_snapshot');
  const ref = (re) => /\[ref=(\w+)\]/.exec(snap.split('\n').find((l) => re.test(l)))[1];
  const email = ref(/textbox.*mail/i), message = ref(/textbox.*message/i), send = ref(/button.*send/i);
  await call('browser_click', { element: 'e-mail textbox', target: email, ref: email });
  await call('browser_type', { element: 'e-mail textbox', target: email, ref: email, text: 'jean.lefevre@orange.fr', slowly: true });
  await sleep(1200);
  await call('browser_type', { element: 'message textbox', target: message, ref: message, text: 'Bonjour, mon colis 88213 n’est pas encore arrivé. Pouvez-vous vérifier ? Merci, Jean', slowly: true });
  await sleep(900);
  await call('browser_click', { element: 'Send button', target: send, ref: send });
  for (let i = 0; i < 20; i++) {
    if (/Page Title: done/.test(await call('browser_snapshot'))) await finish(0, () => client.close());
    await call('browser_wait_for', { time: 2 });
  }
  throw new Error('never done');
} catch (e) { console.error(e); await finish(1, () => client?.close()); }
