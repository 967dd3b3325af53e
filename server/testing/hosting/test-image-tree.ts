import { strict as assert } from 'node:assert'
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { endOf, freePorts } from '../start-product.ts'
import { isReady, readPages } from './read-pages.ts'

/*
 * Starts the tree that an image holds as a container would: read-only, without a capability, as a user of its own who may write into
 * DATA_DIR and /tmp alone. Needs root, and bubblewrap, setpriv, tar and zstd of Debian. The sites must be built.
 *   node_modules/.bin/node server/testing/hosting/test-image-tree.ts
 * Writes deploy/last-run-of-image.json.
 */
const root = fileURLToPath(new URL('../../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'bollard-image-'))
chmodSync(folder, 0o755)
const [tree, data, passwd] = [join(folder, 'tree'), join(folder, 'data'), join(folder, 'passwd')]
const uid = 10_001
mkdirSync(data)
chownSync(data, uid, uid)
writeFileSync(passwd, `bollard:x:${uid}:${uid}::/data:/usr/sbin/nologin\n`)
const written = spawnSync(process.execPath, [join(root, 'tools/write-image-tree.ts'), tree], {
  cwd: root,
  stdio: 'inherit',
})
assert.equal(written.status, 0)

const ports = await freePorts()
const settings = { PATH: '/usr/bin', NODE_ENV: 'development', HOST: '127.0.0.1', DATA_DIR: '/data', ...ports }

/** Runs a program in the container; the network is that of the machine. */
function contain(...command: string[]) {
  const system = ['ro-bind /usr /usr', 'symlink usr/lib /lib', 'symlink usr/lib64 /lib64', 'symlink usr/bin /bin']
  const files = [
    'ro-bind /etc/hosts /etc/hosts',
    `ro-bind ${passwd} /etc/passwd`,
    `ro-bind ${tree} /app`,
    `bind ${data} /data`,
  ]
  const rest = ['tmpfs /tmp', 'proc /proc', 'dev /dev', 'chdir /app', 'remount-ro /', 'cap-drop ALL', 'clearenv']
  const walls = ['unshare-user', 'unshare-pid', 'unshare-ipc', 'unshare-uts', 'die-with-parent', 'new-session']
  const flags = [...walls, ...system, ...files, ...rest].flatMap((line) => `--${line}`.split(' '))
  const told = Object.entries(settings).flatMap(([name, value]) => ['--setenv', name, value])
  const user = ['--reuid', String(uid), '--regid', String(uid), '--clear-groups', '--no-new-privs']
  return ['setpriv', [...user, 'bwrap', ...flags, ...told, '--', ...command]] as const
}
const ask = (script: string) => spawnSync(...contain('/bin/sh', '-c', script), { encoding: 'utf8' }).stdout.trim()

assert.match(ask('grep CapBnd /proc/self/status'), /\s0+$/u, 'no capability is left')
assert.equal(
  ask('touch /x /app/x /usr/x 2>/dev/null; ls -d /x /app/x /usr/x 2>/dev/null'),
  '',
  'nothing else can be written',
)
assert.equal(ask('touch /data/x /tmp/x && rm /data/x && id -u'), String(uid))

const readySeconds: Record<string, number> = {}
for (const round of ['first', 'second']) {
  const begun = performance.now()
  const child = spawn(...contain('/app/bin/bollard'), { stdio: ['ignore', 'ignore', 'inherit'] })
  while (!(await isReady(ports))) {
    assert.equal(child.exitCode, null, 'it ended before it was ready')
    await pause(25)
  }
  const seconds = (performance.now() - begun) / 1_000
  console.log(`${round} start: ready after ${seconds.toFixed(1)} s`)
  readySeconds[round] = Number(seconds.toFixed(1))
  if (round === 'first') await readPages(ports)
  assert.equal(spawnSync(...contain('/app/bin/bollard-health')).status, 0)
  const inner = spawnSync('ps', ['-o', 'pid=', '--ppid', String(child.pid)], { encoding: 'utf8' }).stdout.trim()
  // As an engine does: to the first process of the container.
  const server = spawnSync('ps', ['-o', 'pid=', '--ppid', inner], { encoding: 'utf8' }).stdout.trim()
  process.kill(Number(server), 'SIGTERM')
  assert.equal(await endOf(child), 0, 'it drains and ends in order')
}
assert.notEqual(spawnSync(...contain('/app/bin/bollard-health')).status, 0)
assert.ok(!existsSync(join(data, 'postgres/postmaster.pid')), 'the database has ended in order')
assert.ok(Math.max(...Object.values(readySeconds)) <= 10)

const packed = spawnSync('sh', ['-c', `tar -C ${tree} -cf - . | zstd -q -9 | wc -c`], { encoding: 'utf8' })
const megabytes = Math.round(Number(packed.stdout) / 1e6)
console.log(`compressed: ${megabytes} MB`)
assert.ok(megabytes > 0 && megabytes <= 300)
const date = new Date().toISOString().slice(0, 10)
const record = { date, readySeconds, compressedMegabytes: megabytes }
writeFileSync(join(root, 'deploy/last-run-of-image.json'), `${JSON.stringify(record, null, 2)}\n`)
rmSync(folder, { recursive: true, force: true })
