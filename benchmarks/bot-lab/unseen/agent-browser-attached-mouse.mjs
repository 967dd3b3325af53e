// agent-browser CLI connected to an ordinary Chromium (connect PORT): get box, mouse move/down/up, keyboard inserttext/type
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { execFile, spawn } from 'node:child_process';
import net from 'node:net';
import { promisify } from 'node:util';
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
const cli = path.join(path.dirname(require.resolve('agent-browser/package.json')), 'bin/agent-browser.js');
const session = 'a' + process.pid, run = promisify(execFile);
const env = { ...process.env, AGENT_BROWSER_SESSION: session, AGENT_BROWSER_IDLE_TIMEOUT: '90s', HOME: process.env.PROFILE };
const ab = async (...args) => {
  const { stdout } = await run(process.execPath, [cli, ...args], { env, cwd: process.env.PROFILE, timeout: 40000 });
  if (process.env.BOT_DEBUG) console.error('$', args.join(' '), '\n' + stdout);
  return stdout;
};
// the daemon detaches; it carries this session in its environment
const mine = () => fs.readdirSync('/proc').filter((d) => /^\d+$/.test(d) && +d !== process.pid).map(Number).filter((p) => { try { return fs.readFileSync(`/proc/${p}/environ`, 'utf8').split('\0').includes('AGENT_BROWSER_SESSION=' + session); } catch { return false; } });
const close = async () => {
  const all = new Set(mine());
  await Promise.race([ab('close').catch(() => {}), sleep(4000)]);
  for (const p of new Set([...all, ...mine()])) try { process.kill(p, 'SIGKILL'); } catch {}
};
try {
  const c = await chromium();
  await ab('connect', String(c.port));
  await ab('open', process.env.FORM_URL);
  await ab('screenshot', 'a.png');
  const press = async (sel) => {
    const box = JSON.parse(await ab('--json', 'get', 'box', sel)); const b = box.data.box ?? box.data;
    await ab('mouse', 'move', String(Math.round(b.x + b.width / 2)), String(Math.round(b.y + b.height / 2)));
    await ab('mouse', 'down', 'left'); await ab('mouse', 'up', 'left');
  };
  await press('#email');
  await ab('keyboard', 'inserttext', 'erik.dahl@online.no');
  await sleep(900);
  await press('#message');
  await ab('keyboard', 'type', 'Hei, kan jeg få prøve sykkelen før jeg kjøper den? Jeg bor i Oslo.');
  await sleep(900);
  await press('#send');
  for (let i = 0; i < 30; i++) {
    if (/^done/m.test(await ab('get', 'title'))) { await close(); await finish(0); }
    await ab('wait', '1500');
  }
  throw new Error('never done');
} catch (e) { console.error(e); await close(); await finish(1); }
