import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { siteNames } from '@bollard/i18n/load'
import { findBinaries } from '../packages/database/src/embedded/find-binaries.ts'
import { findShippedPackages } from './third-party-licences.ts'

const root = dirname(import.meta.dirname)
const target = resolve(process.argv[2] ?? '')
if (process.argv[2] === undefined) throw new Error('Name the folder to write into.')
if (existsSync(target) && readdirSync(target).length > 0) throw new Error(`${target} is not empty.`)

/** What the server reads besides its packages, by its place in the repository. */
const read = [
  'package.json',
  'content/en/legal',
  'client/widget/dist',
  'client/compat/dist',
  // A gateway asks about tokens as a customer's server does.
  'client/node/package.json',
  'client/node/src',
  '.build/third-party-licenses.txt',
  '.build/bom.cdx.json',
  ...siteNames.map((site) => `sites/${site}/build`),
]
/** Below packages of ours: tests and what only they, pages and builds use. */
const ofTests =
  /(?:\.test\.tsx?|\.spec\.ts|\.tsx|\.as|tsconfig\.json)$|\/(?:testing|page-states|node_modules|assembly)(?:\/|$)/u
/** Below packages of others: what tools and readers use. Licences stay. */
const ofTools = /\.(?:map|d\.[cm]?ts|md|markdown)$/iu
const isLicence = (name: string) => /^(?:licen[cs]e|copying|notice)/iu.test(name)

// Links below its library folder are made when it is first used, and an image cannot be written to.
findBinaries()

const packages = ownPackages()
const needed = needs(['@bollard/server', ...siteNames.map((site) => nameOf(`sites/${site}`))])
for (const place of read) copy(place, () => true)
for (const name of needed) {
  const place = packages.get(name)
  if (place === undefined) throw new Error(`${name} is no package of this repository`)
  if (!place.startsWith('sites/')) copy(place, (path) => !ofTests.test(path))
  const link = join(target, 'node_modules', name)
  mkdirSync(dirname(link), { recursive: true })
  if (!place.startsWith('sites/')) symlinkSync(relative(dirname(link), join(target, place)), link)
}
const places = [...needed].flatMap((name) => packages.get(name) ?? [])
for (const { path } of findShippedPackages(root, places))
  copy(path, (file) => isLicence(basename(file)) || (!ofTools.test(file) && !isNested(path, file)))
writeStarters()
console.log(`Written to ${target}`)

/** Packages within packages are copied by themselves, as far as they are needed; of Node only the program is. */
function isNested(path: string, file: string): boolean {
  const inside = file.slice(path.length)
  return (
    /\/node_modules(?:\/|$)/u.test(inside) ||
    (basename(path).startsWith('node-') && /^\/(?:include|share)/u.test(inside))
  )
}

/** `bin/bollard` starts the server, or runs one of its commands, with the Node of the tree; `bin/bollard-health` asks whether it is ready. */
function writeStarters(): void {
  const node = `"$here/node_modules/node-${process.platform}-${process.arch}/bin/node"`
  const ask =
    'fetch(`http://127.0.0.1:${process.env.METRICS_PORT || 8091}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))'
  const programs = { bollard: `"$here/server/main.ts" "$@"`, 'bollard-health': `-e '${ask}'` }
  mkdirSync(join(target, 'bin'), { recursive: true })
  for (const [name, args] of Object.entries(programs)) {
    const file = join(target, 'bin', name)
    writeFileSync(file, `#!/bin/sh\nhere=$(dirname "$(dirname "$(readlink -f "$0")")")\nexec ${node} ${args}\n`)
    chmodSync(file, 0o755)
  }
}

function copy(place: string, isWanted: (path: string) => boolean): void {
  cpSync(join(root, place), join(target, place), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => isWanted(relative(root, source)),
  })
}

/** Folders of our packages by their names. */
function ownPackages(): Map<string, string> {
  const parents = ['packages', 'services', 'sites']
  const all = [
    'server',
    ...parents.flatMap((parent) => readdirSync(join(root, parent)).map((name) => `${parent}/${name}`)),
  ]
  return new Map(
    all.filter((place) => existsSync(join(root, place, 'package.json'))).map((place) => [nameOf(place), place]),
  )
}

function manifestOf(place: string): {
  readonly name: string
  readonly dependencies?: Readonly<Record<string, string>>
} {
  return JSON.parse(readFileSync(join(root, place, 'package.json'), 'utf8'))
}

function nameOf(place: string): string {
  return manifestOf(place).name
}

/** Our packages that those need in production, with them. */
function needs(names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    const place = packages.get(name)
    if (place === undefined || found.has(name)) continue
    found.add(name)
    needs(Object.keys(manifestOf(place).dependencies ?? {}), found)
  }
  return found
}
