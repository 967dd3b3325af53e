import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** Our own packages among the dependencies. */
const ours = '@bollard/'
const program = /(?<!\.test)\.(?:ts|css|html|json|wat)$/u

export interface Release {
  /** Version and number of the layout, for example `0.1.0-1a2b3c4d`. */
  readonly release: string
  /** Number of the layout, 32 bits. */
  readonly layoutNumber: number
}

/**
 * The name and the layout that follow from the version and the sources of the widget in `folder`, on every machine the same. The version
 * is that of the package, unless another one is given.
 */
export function releaseOf(folder: string, version = manifestOf(folder).version): Release {
  // What the built files are made of, beside the tools that `package-lock.json` names.
  const packages = Object.keys(manifestOf(folder).dependencies).filter((name) => name.startsWith(ours))
  const sources = ['src', 'i18n', ...packages.map((name) => `../../packages/${name.slice(ours.length)}/src`)]
  const hash = createHash('sha256').update(version)
  const build = readdirSync(folder).filter((name) => program.test(name) && name.endsWith('.ts'))
  const files = [
    ...build.map((name) => join(folder, name)),
    ...sources.flatMap((source) => filesIn(join(folder, source))),
  ]
  for (const [path, file] of files
    .map((file) => [nameOf(folder, file), file] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1)))
    // Some checkouts end their lines in two characters.
    hash.update(`\0${path}\0`).update(readFileSync(file, 'utf8').replaceAll('\r\n', '\n'))
  const number = hash.digest().readUInt32BE()
  return { release: `${version}-${number.toString(16).padStart(8, '0')}`, layoutNumber: number }
}

function manifestOf(folder: string): { readonly version: string; readonly dependencies: object } {
  const manifest: { version: string; dependencies: object } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  return manifest
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && program.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}

function nameOf(folder: string, file: string): string {
  return relative(folder, file).split(sep).join('/')
}
