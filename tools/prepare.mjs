import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Plain JavaScript without dependencies: it runs on the machine's own Node, before anything is installed.

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The Node that the project brings along. */
export function projectNode() {
  return join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
}

/** Installs when nothing is installed or the lockfile has changed since. */
export async function install() {
  if (isInstalled()) return
  if (existsSync(projectNode()) && (await isRunning())) return
  console.log('Installing packages …')
  const stamp = join(root, '.build', 'installed')
  rmSync(stamp, { force: true })
  await installLocked(root)
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wantedPackages())
}

/** Installs the packages of a folder that has a lockfile of its own, when that has changed since. */
export async function installIn(folder) {
  const stamp = join(root, '.build', `installed-${folder.replaceAll('/', '-')}`)
  const wanted = wantedPackages(folder)
  if (existsSync(join(root, folder, 'node_modules')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted)
    return
  console.log(`Installing the packages of ${folder} …`)
  rmSync(stamp, { force: true })
  await installLocked(join(root, folder))
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}

/**
 * Runs `npm ci` in a folder. Of a package without an address npm asks the registry first, and then keeps another copy of it: more than half
 * of what installing takes (0142). The lockfile has no addresses, since they are those of one registry; so npm reads a copy of it that has
 * them, and if that fails, as where a registry has other addresses, the lockfile as it is. Either way each package must have the hash that
 * the lockfile names.
 */
export async function installLocked(cwd) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  // Of the two npm reads this one.
  const copy = join(cwd, 'npm-shrinkwrap.json')
  const forget = () => rmSync(copy, { force: true })
  const stop = () => {
    forget()
    process.exit(1)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, stop)
  try {
    const lock = JSON.parse(readFileSync(join(cwd, 'package-lock.json'), 'utf8'))
    writeFileSync(copy, JSON.stringify(withAddresses(lock)))
    await run(npm, [...args, '--replace-registry-host=always'], { cwd })
  } catch {
    forget()
    console.log('Asking the registry for the addresses of packages …')
    await run(npm, args, { cwd })
  } finally {
    forget()
    for (const signal of signals) process.off(signal, stop)
  }
}

/**
 * A lockfile whose packages have the addresses that registries give them, of no host: npm puts the registry that is set in its place.
 * Packages without a hash stay without an address.
 */
export function withAddresses(lock) {
  const packages = Object.entries(lock.packages).map(([path, entry]) => {
    const [, folder] = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/u.exec(path) ?? []
    // An alias lies in a folder of another name.
    const name = entry.name ?? folder
    if (folder === undefined || entry.link || entry.resolved || !entry.integrity) return [path, entry]
    const address = `https://registry.invalid/${name}/-/${basename(name)}-${entry.version}.tgz`
    return [path, { ...entry, resolved: address }]
  })
  return { ...lock, packages: Object.fromEntries(packages) }
}

/** Throws where the running server has other packages than this release: they cannot be replaced below it. */
export function refuseNewPackages() {
  if (!isInstalled())
    throw new Error('This release needs other packages than are installed. Stop Bollard, and start it with: npm start')
}

function isInstalled() {
  const stamp = join(root, '.build', 'installed')
  return existsSync(projectNode()) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wantedPackages()
}

function wantedPackages(folder = '.') {
  const lockfile = createHash('sha256').update(readFileSync(join(root, folder, 'package-lock.json')))
  return `${lockfile.digest('hex')} ${process.platform} ${process.arch}`
}

/** Builds the widget and the sites as far as their sources have changed. */
export async function build(args = []) {
  await run(projectNode(), ['tools/build-targets.ts', ...args])
}

/** Packages must not be replaced below a running server. The start that follows is refused and says why. */
function isRunning() {
  return run(projectNode(), ['server/main.ts', '--is-running'], { stdio: 'ignore' }).then(
    () => true,
    () => false,
  )
}

/** Runs a program in the root folder with the project's Node first on the path; rejects when it fails. */
export function run(file, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
      ...options,
      env: environment(),
    })
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      code === 0
        ? resolve()
        : reject(new Failed(`${[file.split('/').at(-1), ...args].join(' ')} ended with ${signal ?? code}`, code ?? 1)),
    )
  })
}

/**
 * Runs a program in silence, with further variables in `options.env`, and shows what it printed only when it fails, in one piece. Rejects
 * then.
 */
export function capture(file, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: root,
      shell: process.platform === 'win32',
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...environment(), FORCE_COLOR: process.stdout.isTTY ? '1' : '0', ...options.env },
    })
    const output = []
    child.stdout.on('data', (data) => output.push(data))
    child.stderr.on('data', (data) => output.push(data))
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0) return resolve()
      process.stdout.write(Buffer.concat(output))
      reject(new Failed(`${[basename(file), ...args].join(' ')} ended with ${signal ?? code}`, code ?? 1))
    })
  })
}

/** Begins a step now; what it answers is waited for in its turn, where a failure shows. */
export function begin(step) {
  const ended = step()
  ended.catch(() => undefined)
  return () => ended
}

/** Runs `[title, step]` pairs one after the other, all of them, and prints how long each took. Answers how many failed. */
export async function runSteps(steps) {
  let failed = 0
  for (const [title, step] of steps) {
    console.log(`── ${title}`)
    const begun = performance.now()
    await step().catch((error) => {
      console.error(error.message)
      failed += 1
    })
    console.log(`   ${((performance.now() - begun) / 1000).toFixed(1)} s`)
  }
  console.log(`\n${steps.length - failed} passed, ${failed} failed`)
  return failed
}

/**
 * Starts the product as a child that ends with this process, and passes signals on to it. This process ends with the child's exit
 * code. Answers the child.
 */
export function serve(args) {
  // The channel tells the server when this process is killed without a chance to pass that on.
  const server = spawn(projectNode(), ['server/main.ts', ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: environment(),
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
  server.once('error', (error) => {
    console.error(error.message)
    process.exit(1)
  })
  server.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
  return server
}

/** Ends this process where its Node is too old to begin with. */
export function refuseOldNode() {
  const [major = 0] = process.versions.node.split('.').map(Number)
  if (major >= 20) return
  console.error(`Bollard needs Node 20 or newer to begin; this is ${process.versions.node}.`)
  process.exit(1)
}

/** Whether Node was started with this module, and not merely loads it. */
export function isMain(url) {
  return process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(url)
}

export function environment() {
  const separator = process.platform === 'win32' ? ';' : ':'
  return { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}${separator}${process.env.PATH ?? ''}` }
}

/** A step that has already told its own story on the terminal. */
export class Failed extends Error {
  constructor(message, exitCode) {
    super(message)
    this.exitCode = exitCode
  }
}
