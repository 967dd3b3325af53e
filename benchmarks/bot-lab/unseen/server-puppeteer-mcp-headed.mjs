// @modelcontextprotocol/server-puppeteer (reference server), headed, launch options by environment: puppeteer_fill, puppeteer_click by selector
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
const cli = path.join(path.dirname(require.resolve('@modelcontextprotocol/server-puppeteer/package.json')), 'dist/index.js');
let client;
try {
  const m = await mcp(process.execPath, [cli], { ALLOW_DANGEROUS: 'true', PUPPETEER_LAUNCH_OPTIONS: JSON.stringify({ headless: false, executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] }) });
  client = m.client;
  const { call } = m;
  await call('puppeteer_navigate', { url: process.env.FORM_URL });
  await call('puppeteer_screenshot', { name: 'form', width: 1024, height: 768 });
  await sleep(1200);
  await call('puppeteer_fill', { selector: '#email', value: 'ines.carvalho@sapo.pt' });
  await call('puppeteer_fill', { selector: '#message', value: 'Gostaria de saber o preço do passeio para quatro pessoas no domingo.' });
  await sleep(800);
  await call('puppeteer_click', { selector: '#send' });
  for (let i = 0; i < 30; i++) {
    await sleep(2000);
    try { if (/done/.test(await call('puppeteer_evaluate', { script: 'document.title' }))) await finish(0, () => client.close()); } catch (e) { if (i > 25) throw e; }
  }
  throw new Error('never done');
} catch (e) { console.error(e); await finish(1, () => client?.close()); }
