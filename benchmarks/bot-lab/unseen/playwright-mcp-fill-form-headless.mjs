// Playwright MCP --headless --isolated: one browser_fill_form for both fields, then browser_click
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
const require = createRequire(import.meta.url);
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
const cli = path.join(path.dirname(require.resolve('@playwright/mcp/package.json')), 'cli.js');
let client;
try {
  const m = await mcp(process.execPath, [cli, '--headless', '--isolated', '--browser', 'chrome', '--executable-path', process.env.CHROMIUM, '--no-sandbox']);
  client = m.client;
  const { call } = m;
  await call('browser_navigate', { url: process.env.FORM_URL });
  const snap = await call('browser_snapshot');
  const ref = (re) => /\[ref=(\w+)\]/.exec(snap.split('\n').find((l) => re.test(l)))[1];
  const email = ref(/textbox.*mail/i), message = ref(/textbox.*message/i), send = ref(/button.*send/i);
  await sleep(1800); // the model thinks
  await call('browser_fill_form', { fields: [
    { element: 'Your e-mail address', name: 'Your e-mail address', type: 'textbox', target: email, ref: email, value: 'd.brandt@hausverwaltung-brandt.de' },
    { element: 'Your message', name: 'Your message', type: 'textbox', target: message, ref: message, value: 'Guten Tag, bitte senden Sie uns ein Angebot für die Wartung von drei Heizungsanlagen. Mit freundlichen Grüßen, D. Brandt' },
  ] });
  await sleep(1500);
  await call('browser_click', { element: 'Send', target: send, ref: send });
  for (let i = 0; i < 25; i++) {
    const t = await call('browser_snapshot');
    if (/Page Title: done/.test(t)) await finish(0, () => client.close());
    await call('browser_wait_for', { time: 2 });
  }
  throw new Error('never done');
} catch (e) { console.error(e); await finish(1, () => client?.close()); }
