import { strict as assert } from 'node:assert'
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { endOf } from '../start-product.ts'

/*
 * Boots the systemd of this machine beside it and has it run deploy/systemd/bollard.service: start, reload while requests come in, restart
 * after a kill, stop. Needs root, and systemd, util-linux, iproute2, procps and curl of Debian. The sites must be built.
 *   node_modules/.bin/node server/testing/hosting/test-units.ts
 * Writes deploy/last-run-of-units.json.
 */
const secondsMax = 300
const root = fileURLToPath(new URL('../../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'bollard-units-'))
const shared = join(folder, 'shared')
for (const place of ['root', 'layer', 'shared']) mkdirSync(join(folder, place))
execFileSync(process.execPath, [join(root, 'tools/write-image-tree.ts'), join(folder, 'tree')], { cwd: root })
copyFileSync(join(root, 'deploy/systemd/bollard.service'), join(folder, 'bollard.service'))
copyFileSync(join(import.meta.dirname, 'check-unit.sh'), join(shared, 'checks'))
writeFileSync(
  join(folder, 'checks.service'),
  '[Service]\nType=oneshot\nTimeoutStartSec=infinity\nExecStart=/bin/bash /run/test/checks\n',
)
const settings = readFileSync(join(root, 'deploy/bollard.env'), 'utf8')
writeFileSync(
  join(folder, 'bollard.env'),
  settings.replaceAll(/\b0{64}\b/gu, () => randomBytes(32).toString('hex')),
)

const walls = ['--mount', '--pid', '--fork', '--kill-child', '--uts', '--ipc', '--net', '--cgroup']
const system = spawn('unshare', [...walls, 'sh', join(import.meta.dirname, 'boot-systemd.sh'), folder], {
  stdio: ['ignore', 'ignore', 'inherit'],
})
try {
  for (const until = Date.now() + secondsMax * 1000; !existsSync(join(shared, 'done'));) {
    assert.equal(system.exitCode, null, 'systemd ended')
    assert.ok(Date.now() < until, `not done after ${secondsMax} s; ${folder} has what was found`)
    await pause(200)
  }
} finally {
  system.kill('SIGKILL')
  await endOf(system)
}
const journal = readFileSync(join(shared, 'journal'), 'utf8')
const found = Object.fromEntries(
  readFileSync(join(shared, 'found'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(/ (.*)/su)),
) as Record<string, string>
rmSync(folder, { recursive: true })

const { version, exposure, firstReady, secondReady, asked, bollardUid, ...rest } = found
assert.deepEqual(
  rest,
  {
    verify: '0',
    started: '0',
    CapEff: '0'.repeat(16),
    CapBnd: '0'.repeat(16),
    NoNewPrivs: '1',
    Seccomp: '2',
    Uid: bollardUid,
    writable: '0',
    reloaded: '0',
    failed: '0',
    restarts: '1',
    stopped: 'success',
    left: '0',
  },
  journal,
)
assert.ok(Number(asked) > 0, 'requests came in meanwhile')
const record = {
  date: new Date().toISOString().slice(0, 10),
  systemd: version,
  exposure: Number(exposure),
  readySeconds: { first: Number(firstReady), afterKill: Number(secondReady) },
  requestsWhileReloaded: Number(asked),
}
writeFileSync(join(root, 'deploy/last-run-of-units.json'), `${JSON.stringify(record, null, 2)}\n`)
console.log(record)
