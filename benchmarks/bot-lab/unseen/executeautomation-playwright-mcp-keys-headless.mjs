// @executeautomation/playwright-mcp-server, headless: click a field, press keys one by one, Tab to the next, Enter on Send
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
const cli = path.join(path.dirname(require.resolve('@executeautomation/playwright-mcp-server/package.json')), 'dist/index.js');
let client;
try {
  const m = await mcp(process.execPath, [cli], { CHROME_EXECUTABLE_PATH: process.env.CHROMIUM, HOME: process.env.PROFILE });
  client = m.client;
  const { call } = m;
  const type = async (s) => { for (const c of s) await call('playwright_press_key', { key: c === ' ' ? 'Space' : c }); };
  await call('playwright_navigate', { url: process.env.FORM_URL, headless: true });
  await call('playwright_get_visible_html', { selector: 'form' }).catch(() => {});
  await call('playwright_click', { selector: '#email' });
  await type('m.petrov@abv.bg');
  await sleep(700);
  await call('playwright_press_key', { key: 'Tab' });
  await type('When do you open on Easter Monday? Maria');
  await call('playwright_press_key', { key: 'Enter', selector: '#send' });
  for (let i = 0; i < 30; i++) {
    if (/done/.test(await call('playwright_evaluate', { script: 'document.title' }))) await finish(0, () => client.close());
    await sleep(2000);
  }
  throw new Error('never done');
} catch (e) { console.error(e); await finish(1, () => client?.close()); }
