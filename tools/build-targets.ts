import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { siteNames } from '@bollard/i18n/load'
import { readConfig } from '../server/config.ts'
import { isRunning } from '../server/supervise/running-record.ts'
import { writeLicences } from './third-party-licences.ts'
import { writeBom } from './write-bom.ts'

/** One thing that is built: the folder of its package, the command, and where the result lies. */
interface Target {
  readonly folder: string
  readonly title: string
  readonly command: readonly [string, ...string[]]
  readonly output: string
  /** Files and folders outside the packages that it is made of. */
  readonly reads?: readonly string[]
}

const root = dirname(import.meta.dirname)
const examples = globSync('client/*/examples', { cwd: root })
/** What sites show of the rest of the repository. */
const shownBy: Readonly<Partial<Record<(typeof siteNames)[number], readonly string[]>>> = {
  docs: ['content', 'CHANGELOG.md', 'deploy', ...examples],
  // Counts what is translated.
  admin: ['content'],
  website: [
    'content',
    'benchmarks/results',
    'benchmarks/attack-cost/assumptions.ts',
    ...examples,
    ...globSync(['client/*/CHANGELOG.md', 'client/last-run*.json'], { cwd: root }),
  ],
}
const targets: readonly Target[] = [
  { folder: 'client/widget', title: 'widget', command: ['node', 'build.ts'], output: 'dist' },
  { folder: 'client/compat', title: 'scripts of other captchas', command: ['node', 'build.ts'], output: 'dist' },
  ...siteNames.map((site): Target => ({
    folder: `sites/${site}`,
    title: `${site} site`,
    command: ['react-router', 'build'],
    output: 'build',
    reads: shownBy[site] ?? [],
  })),
]

/** Folders that tools write into. */
const made = new Set(['node_modules', 'build', 'dist', '.react-router', '.vite'])
const force = process.argv.includes('--force')
/** Without the sites, which take longest: for tests that open no page of them. */
const onlyClients = process.argv.includes('--clients')
const folders = packageFolders()
const wanted = targets.filter((target) => !onlyClients || target.folder.startsWith('client/'))
const stale = wanted.filter((target) => existsSync(join(root, target.folder)) && (force || isStale(target)))

// Before a start that will be refused, a build would waste a minute or change files below a running server.
if (stale.length > 0 && process.argv.includes('--before-start') && startWillBeRefused()) process.exit(0)
for (const target of stale) await build(target)
describeOthers()

/** Writes licences and the bill of materials of what others made, which the API serves; again only once the lockfile or a collector has changed. */
function describeOthers(): void {
  const output = join(root, '.build', 'third-party-licenses.txt')
  const stamp = join(root, '.build', 'third-party-licenses.hash')
  const bom = join(root, '.build', 'bom.cdx.json')
  const files = ['package-lock.json', 'tools/third-party-licences.ts', 'tools/write-bom.ts']
  const sources = files.map((file) => readFileSync(join(root, file)))
  const hash = sources.reduce((made, source) => made.update(source), createHash('sha256')).digest('hex')
  if (!force && existsSync(output) && existsSync(bom) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash)
    return
  mkdirSync(join(root, '.build'), { recursive: true })
  writeFileSync(output, writeLicences(root))
  writeFileSync(bom, writeBom(root))
  writeFileSync(stamp, hash)
}

function isStale(target: Target): boolean {
  const stamp = stampOf(target)
  return (
    !existsSync(join(root, target.folder, target.output)) ||
    !existsSync(stamp) ||
    readFileSync(stamp, 'utf8') !== hashOf(target)
  )
}

async function build(target: Target): Promise<void> {
  const begun = performance.now()
  process.stdout.write(`Building the ${target.title} … `)
  const hash = hashOf(target)
  rmSync(stampOf(target), { force: true })
  const { code, output } = await runQuietly(target)
  if (code !== 0) {
    process.stdout.write(`failed\n${output}\n`)
    process.exit(1)
  }
  mkdirSync(join(root, '.build'), { recursive: true })
  writeFileSync(stampOf(target), hash)
  process.stdout.write(`${((performance.now() - begun) / 1000).toFixed(1)} s\n`)
}

/** What a tool prints is of interest only when it fails. */
function runQuietly({ folder, command: [file, ...args] }: Target): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: join(root, folder),
      env: { ...process.env, NODE_ENV: 'production', FORCE_COLOR: '0' },
      shell: process.platform === 'win32',
    })
    const output: string[] = []
    child.stdout.on('data', (data) => output.push(String(data)))
    child.stderr.on('data', (data) => output.push(String(data)))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output: output.join('') }))
  })
}

function stampOf(target: Target): string {
  return join(root, '.build', `${target.folder.replaceAll('/', '-')}.hash`)
}

/** Changes whenever a source of the target, or of a workspace package it is made of, changes. */
function hashOf(target: Target): string {
  const hash = createHash('sha256')
  const sources = [...dependenciesOf(target.folder)].toSorted().flatMap((folder) => sourcesIn(join(root, folder)))
  const read = (target.reads ?? []).map((place) => join(root, place)).flatMap(filesOf)
  for (const file of [join(root, 'package-lock.json'), join(root, 'tools/build-targets.ts'), ...sources, ...read])
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

function dependenciesOf(folder: string, found = new Set<string>()): Set<string> {
  if (found.has(folder)) return found
  found.add(folder)
  for (const name of readManifest(folder).dependencies) {
    const dependency = folders.get(name)
    if (dependency) dependenciesOf(dependency, found)
  }
  return found
}

function packageFolders(): Map<string, string> {
  const all = ['packages', 'client', 'sites'].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
  )
  return new Map(
    all
      .filter((folder) => existsSync(join(root, folder, 'package.json')))
      .map((folder) => [readManifest(folder).name, folder]),
  )
}

function readManifest(folder: string): { name: string; dependencies: string[] } {
  const manifest: { name?: string; dependencies?: Record<string, string> } = JSON.parse(
    readFileSync(join(root, folder, 'package.json'), 'utf8'),
  )
  return { name: manifest.name ?? folder, dependencies: Object.keys(manifest.dependencies ?? {}) }
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (entry.isDirectory()) return made.has(entry.name) ? [] : sourcesIn(join(folder, entry.name))
      return /\.test\.tsx?$/u.test(basename(entry.name)) ? [] : [join(folder, entry.name)]
    })
}

/** A file, or all files of a folder. */
function filesOf(place: string): string[] {
  return statSync(place).isDirectory() ? sourcesIn(place) : [place]
}

function startWillBeRefused(): boolean {
  const settings = readConfig(process.env)
  return settings.status === 'invalid' || isRunning(settings.config.DATA_DIR)
}
