/**
 * `npm run lock`: writes package-lock.json and completes it.
 *
 * npm leaves an optional package of another platform out of the lock when the registry it asks does not carry it, and
 * `npm ci` then refuses the lock for not naming it. Such entries are added here with what their names tell; they are
 * never installed on a platform that they are not for, and have no hash because nobody could fetch them.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

// The bot lab has a lock of its own.
const file = process.argv[2] ? resolve(process.argv[2]) : new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(file, 'utf8'))
const systems = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'openharmony',
  'netbsd',
  'openbsd',
  'sunos',
  'aix',
  'win32',
  'windows',
]
const processors = ['wasm32', 'arm64', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el', 'arm']

for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const nested = `${path}/node_modules/${name}`
    const top = `node_modules/${name}`
    // Another version at the top serves others, where this one names exactly what it needs.
    const isExact = /^\d/u.test(version)
    if (lock.packages[nested] || (lock.packages[top] && (!isExact || lock.packages[top].version === version))) continue
    const os = systems.find((system) => name.includes(system))?.replace('windows', 'win32')
    const cpu = processors.find((processor) => name.includes(processor))
    lock.packages[lock.packages[top] ? nested : top] = {
      version: version.replace(/^[~^]/u, ''),
      ...(cpu ? { cpu: [cpu] } : {}),
      optional: true,
      ...(os ? { os: [os] } : {}),
      ...(name.includes('musl') ? { libc: ['musl'] } : {}),
    }
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
