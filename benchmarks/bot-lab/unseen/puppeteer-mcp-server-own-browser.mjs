// puppeteer-mcp-server with the browser it launches itself (its own flags and user agent), headed: navigate, fill, click by selector
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
const cli = path.join(path.dirname(require.resolve('puppeteer-mcp-server/package.json')), 'dist/index.js');
let client;
try {
  const wrapper = path.join(process.env.PROFILE, 'chrome.sh'); // the server has no option for --no-sandbox
  fs.writeFileSync(wrapper, `#!/bin/sh\nexec ${process.env.CHROMIUM} --no-sandbox "$@"\n`, { mode: 0o755 });
  const m = await mcp(process.execPath, [cli], { PUPPETEER_EXECUTABLE_PATH: wrapper });
  client = m.client;
  const { call } = m;
  await call('puppeteer_navigate', { url: process.env.FORM_URL });
  await call('puppeteer_screenshot', { name: 'page' });
  await sleep(1400);
  await call('puppeteer_fill', { selector: '#email', value: 'nadia.rahman@live.com' });
  await sleep(1200);
  await call('puppeteer_fill', { selector: '#message', value: 'Is gift wrapping possible for order 90211? It is a birthday present.' });
  await sleep(1000);
  await call('puppeteer_click', { selector: '#send' });
  for (let i = 0; i < 30; i++) {
    await sleep(1500);
    try { if (/done/.test(await call('puppeteer_evaluate', { script: 'return document.title' }))) await finish(0, () => client.close()); } catch (e) { if (i > 25) throw e; }
  }
  throw new Error('never done');
} catch (e) { console.error(e); await finish(1, () => client?.close()); }
