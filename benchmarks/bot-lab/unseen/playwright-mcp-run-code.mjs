// Playwright MCP, headed: the model writes one Playwright snippet and runs it with browser_run_code_unsafe
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
  const m = await mcp(process.execPath, [cli, '--isolated', '--browser', 'chrome', '--executable-path', process.env.CHROMIUM, '--no-sandbox', '--user-agent', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36']);
  client = m.client;
  const { call } = m;
  await call('browser_navigate', { url: process.env.FORM_URL });
  await call('browser_find', { text: 'message' });
  const out = await call('browser_run_code_unsafe', { code: `async (page) => {
    await page.locator('#email').pressSequentially('helen.ward@btinternet.com', { delay: 60 });
    await page.keyboard.press('Tab');
    await page.keyboard.type('Could you please call me back about invoice 20417? There is a mistake in the address.', { delay: 35 });
    await page.getByRole('button', { name: 'Send' }).hover();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.waitForFunction(() => document.title.startsWith('done'), null, { timeout: 55000 });
    return await page.title();
  }` });
  await finish(/done/.test(out) ? 0 : 1, () => client.close());
} catch (e) { console.error(e); await finish(1, () => client?.close()); }
