// agent-browser CLI, headed: open, snapshot -i, fill @ref, click @ref, one command a step
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { execFile } from 'node:child_process';
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
const cli = path.join(path.dirname(require.resolve('agent-browser/package.json')), 'bin/agent-browser.js');
const session = 'a' + process.pid, run = promisify(execFile);
const env = { ...process.env, AGENT_BROWSER_SESSION: session, AGENT_BROWSER_EXECUTABLE_PATH: process.env.CHROMIUM, AGENT_BROWSER_ARGS: '--no-sandbox', AGENT_BROWSER_HEADED: '1', AGENT_BROWSER_IDLE_TIMEOUT: '90s', HOME: process.env.PROFILE };
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
  await ab('open', process.env.FORM_URL);
  const snap = await ab('snapshot', '-i');
  const ref = (re) => '@' + /ref=(\w+)/.exec(snap.split('\n').find((l) => re.test(l)))[1];
  await ab('fill', ref(/textbox.*mail/i), 'sofie.lund@jubii.dk');
  await ab('fill', ref(/textbox.*message/i), 'Hej, kan I sende en faktura på vores køb fra i mandags? Venlig hilsen Sofie Lund');
  await ab('click', ref(/button.*send/i));
  for (let i = 0; i < 30; i++) {
    if (/^done/m.test(await ab('get', 'title'))) { await close(); await finish(0); }
    await ab('wait', '1500');
  }
  throw new Error('never done');
} catch (e) { console.error(e); await close(); await finish(1); }
