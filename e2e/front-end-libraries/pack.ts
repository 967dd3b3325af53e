import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { runProgram } from './run-program.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const client = fileURLToPath(new URL('../../client/', import.meta.url))

/** ES modules alone; the types of `node` also hold for `require`. */
const looks = {
  javascript: 'esm-only',
  react: 'esm-only',
  vue: 'esm-only',
  angular: 'esm-only',
  'react-native': 'esm-only',
  node: 'node16',
}
export const packages = Object.keys(looks)

export interface Packed {
  readonly name: string
  readonly version: string
  readonly tarball: string
  /** Of the tarball, in bytes. */
  readonly packedBytes: number
  /** All scripts together after gzip, in bytes; pages load less, as far as they leave out parts. */
  readonly scriptsGzipBytes: number
  readonly files: number
}

/** Installs what a package is built with, packs it as it would be published, and looks at the result with publint and arethetypeswrong. */
export async function pack(folder: string): Promise<Packed> {
  const cwd = `${client}${folder}/`
  if (!existsSync(`${cwd}node_modules`))
    await runProgram(cwd, ['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund'])
  rmSync(`${cwd}dist`, { recursive: true, force: true })
  mkdirSync(`${here}build/tarballs`, { recursive: true })
  await runProgram(cwd, ['npm', 'run', 'build'])
  const printed = await runProgram(cwd, [
    'npm',
    'pack',
    '--json',
    '--ignore-scripts',
    '--pack-destination',
    `${here}build/tarballs`,
  ])
  const [{ name, version, filename, size, files }] = JSON.parse(printed)
  const odd = files.filter(
    ({ path }: { path: string }) =>
      !/^(?:dist\/[\w./-]+\.(?:js|d\.ts|json)|README\.md|CHANGELOG\.md|package\.json)$/u.test(path),
  )
  if (odd.length > 0) throw new Error(`${name} would publish ${JSON.stringify(odd)}`)
  const tarball = `${here}build/tarballs/${filename}`
  await runProgram(here, ['node_modules/.bin/publint', 'run', cwd, '--strict', '--pack', 'false'])
  await runProgram(here, [
    'node_modules/.bin/attw',
    tarball,
    '--profile',
    looks[folder as keyof typeof looks],
    '--no-color',
  ])
  const scripts = readdirSync(`${cwd}dist`, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.js'),
  )
  return {
    name,
    version,
    tarball,
    packedBytes: size,
    scriptsGzipBytes: scripts.reduce(
      (sum, file) => sum + gzipSync(readFileSync(`${cwd}dist/${file}`), { level: 9 }).length,
      0,
    ),
    files: files.length,
  }
}

/** Of a package that was packed by this run or the last one. */
export function tarballOf(folder: string): string {
  const { version } = JSON.parse(readFileSync(`${client}${folder}/package.json`, 'utf8'))
  return `${here}build/tarballs/bollard-${folder}-${version}.tgz`
}

/** Puts a packed package where the pages of this folder find it, as an installation would. */
export async function installPacked(name: string, tarball: string): Promise<void> {
  const at = `${here}node_modules/${name}`
  rmSync(at, { recursive: true, force: true })
  mkdirSync(at, { recursive: true })
  await runProgram(here, ['tar', '-xzf', tarball, '-C', at, '--strip-components', '1'])
}

/** An example of a package, with real values where its reader puts them, in a page's folder. */
export function example(path: string): string {
  return readFileSync(`${client}${path}`, 'utf8')
}

/** A new folder for a page, with what lies in a folder of this one. */
export function pageFolder(name: string): string {
  const folder = `${here}build/${name}/`
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  if (existsSync(`${here}pages/${name}`)) cpSync(`${here}pages/${name}`, folder, { recursive: true })
  return folder
}
