// Playwright MCP --caps=vision, headed: screenshot, mouse to coordinates, keys one by one
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
  const m = await mcp(process.execPath, [cli, '--caps=vision', '--isolated', '--browser', 'chrome', '--executable-path', process.env.CHROMIUM, '--no-sandbox', '--viewport-size', '1280x800', '--timeout-settle', '60']);
  client = m.client;
  const { call } = m;
  await call('browser_navigate', { url: process.env.FORM_URL });
  await call('browser_take_screenshot', { type: 'png' });
  const snap = await call('browser_snapshot', { boxes: true });
  const at = (re) => { const [x, y, w, h] = /\[box=([\d.,-]+)\]/.exec(snap.split('\n').find((l) => re.test(l)))[1].split(',').map(Number); return { x: Math.round(x + w / 2), y: Math.round(y + h / 2) }; };
  const type = async (s) => { for (const c of s) await call('browser_press_key', { key: c === ' ' ? 'Space' : c }); };
  await call('browser_mouse_click_xy', { element: 'e-mail field', ...at(/textbox.*mail/i) });
  await type('ola.nyberg@telia.com');
  await call('browser_mouse_click_xy', { element: 'message field', ...at(/textbox.*message/i) });
  await type('Is the sofa still for sale? I can pick it up on Saturday.');
  await call('browser_take_screenshot', { type: 'png' });
  const send = at(/button.*send/i);
  await call('browser_mouse_move_xy', { element: 'Send', ...send });
  await call('browser_mouse_click_xy', { element: 'Send', ...send });
  for (let i = 0; i < 20; i++) {
    if (/Page Title: done/.test(await call('browser_snapshot'))) await finish(0, () => client.close());
    await call('browser_wait_for', { time: 2 });
  }
  throw new Error('never done');
} catch (e) { console.error(e); await finish(1, () => client?.close()); }
