import { strict as assert } from 'node:assert'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { endOf, freePorts } from '../start-product.ts'
import { isReady, readPages } from './read-pages.ts'

/*
 * Builds the image of deploy/container with buildah, without a registry, and runs it with podman as compose.yaml does: read-only, without a
 * capability, as a user of its own. What its first stage would build is taken from here, so the sites must be built. Needs root, and
 * buildah, podman, runc, mmdebstrap of Debian. The base image is an archive of Debian:
 *   mmdebstrap --variant=minbase --include=libatomic1 bookworm debian.tar
 *   node_modules/.bin/node server/testing/hosting/test-container.ts debian.tar
 * Writes deploy/last-run-of-container.json.
 */
const base = resolve(process.argv[2] ?? '')
if (!existsSync(base) || process.argv[2] === undefined)
  throw new Error('Name an archive of Debian, as mmdebstrap writes it.')
const root = fileURLToPath(new URL('../../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'bollard-container-'))
const [empty, tree, image] = [join(folder, 'empty'), join(folder, 'build'), 'localhost/bollard']
for (const place of [empty, tree]) mkdirSync(place)
execFileSync(process.execPath, [join(root, 'tools/write-image-tree.ts'), join(tree, 'app')], { cwd: root })

// Everything that the programs keep lies in the folder; limits are no higher than those here, which nobody could raise.
const [config, storage] = [join(folder, 'containers.conf'), join(folder, 'storage.conf')]
const filesMax = execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim()
writeFileSync(
  config,
  `[containers]\ndefault_ulimits = ["nofile=${filesMax}:${filesMax}", "nproc=4096:4096"]
[engine]\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\nruntime = "runc"\ntmp_dir = "${join(folder, 'tmp')}"\n`,
)
writeFileSync(
  storage,
  `[storage]\ndriver = "${process.env['STORAGE_DRIVER'] ?? 'overlay'}"\ngraphroot = "${join(folder, 'store')}"\nrunroot = "${join(folder, 'run')}"\n`,
)
const env = {
  PATH: process.env['PATH'],
  CONTAINERS_CONF: config,
  CONTAINERS_STORAGE_CONF: storage,
  BUILDAH_ISOLATION: 'chroot',
}
const run = (program: string, ...args: string[]) => execFileSync(program, args, { env, encoding: 'utf8' }).trim()
const engine = { buildah: run('buildah', '--version'), podman: run('podman', '--version') }

writeFileSync(join(folder, 'Base'), `FROM scratch\nADD debian.tar /\n`)
copyFileSync(base, join(folder, 'debian.tar'))
run('buildah', 'build', '--quiet', '--tag', 'localhost/debian', '--file', join(folder, 'Base'), folder)
const sources = ['--build-context', `build=${tree}`, '--build-arg', 'BUILD_IMAGE=scratch']
const file = ['--build-arg', 'BASE_IMAGE=localhost/debian', '--file', join(root, 'deploy/container/Containerfile')]
run('buildah', 'build', '--quiet', '--format', 'docker', '--tag', image, ...sources, ...file, empty)

const ports = await freePorts()
const settings = Object.entries({ ...ports, HOST: '127.0.0.1', NODE_ENV: 'development' })
const told = settings.flatMap(([name, value]) => ['--env', `${name}=${value}`])
const walls = ['--read-only', '--cap-drop', 'all', '--security-opt', 'no-new-privileges', '--init', '--no-healthcheck']
const rest = [
  '--tmpfs',
  '/tmp:size=256m,mode=1777',
  '--network',
  'host',
  '--volume',
  'bollard:/data',
  '--pull',
  'never',
]
const ask = (script: string) =>
  spawnSync('podman', ['run', '--rm', ...walls, ...rest, '--entrypoint', '/bin/sh', image, '-c', script], {
    env,
    encoding: 'utf8',
  }).stdout.trim()

const readySeconds: Record<string, number> = {}
try {
  assert.match(ask('grep CapBnd /proc/self/status'), /\s0+$/u, 'no capability is left')
  assert.equal(ask('touch /x /app/x /usr/x 2>/dev/null; ls -d /x /app/x /usr/x 2>/dev/null'), '', 'it is read-only')
  assert.equal(ask('touch /data/x /tmp/x && rm /data/x && id -u'), '10001')
  for (const round of ['first', 'second']) {
    // Made before, since this copies files where layers can't be laid over each other.
    run('podman', 'create', '--rm', '--name', 'bollard', ...walls, ...rest, ...told, image)
    const begun = performance.now()
    const child = spawn('podman', ['start', '--attach', 'bollard'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
    while (!(await isReady(ports))) {
      assert.equal(child.exitCode, null, 'it ended before it was ready')
      await pause(25)
    }
    readySeconds[round] = Number(((performance.now() - begun) / 1_000).toFixed(1))
    console.log(`${round} start: ready after ${readySeconds[round]} s`)
    if (round === 'first') await readPages(ports)
    // What HEALTHCHECK runs.
    run('podman', 'exec', 'bollard', '/app/bin/bollard-health')
    run('podman', 'stop', '--time', '60', 'bollard')
    assert.equal(await endOf(child), 0, 'it drains and ends in order')
  }
  measureImage()
} finally {
  spawnSync('podman', ['rm', '--all', '--force', '--volumes'], { env })
  rmSync(folder, { recursive: true, force: true })
}

function measureImage(): void {
  assert.ok(Math.max(...Object.values(readySeconds)) <= 10, 'it answers within ten seconds')
  const packed = execFileSync('sh', ['-c', `podman save ${image} | gzip | wc -c`], { env, encoding: 'utf8' })
  const compressedMegabytes = Math.round(Number(packed) / 1e6)
  console.log(`compressed: ${compressedMegabytes} MB`)
  assert.ok(compressedMegabytes > 0 && compressedMegabytes <= 300)
  const record = { date: new Date().toISOString().slice(0, 10), ...engine, readySeconds, compressedMegabytes }
  writeFileSync(join(root, 'deploy/last-run-of-container.json'), `${JSON.stringify(record, null, 2)}\n`)
}
