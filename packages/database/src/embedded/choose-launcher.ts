import { spawnSync } from 'node:child_process'
import {
  accessSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DataDirectoryError } from './data-directory-error.ts'
import { binariesIn, type Binaries } from './find-binaries.ts'

/**
 * How PostgreSQL is started. It refuses to run as root, so root starts it inside a user namespace in
 * which root is called nobody, or, where namespaces are forbidden, as another user of the system.
 */
export type Launcher =
  | { readonly kind: 'direct' }
  | { readonly kind: 'user-namespace' }
  | { readonly kind: 'other-user'; readonly uid: number; readonly gid: number }

export interface Command {
  readonly file: string
  readonly args: readonly string[]
  readonly uid?: number
  readonly gid?: number
}

const nobody = 65_534
const intoNamespace = ['-U', `--map-user=${nobody}`, `--map-group=${nobody}`, '--']

export function chooseLauncher(dataDirectory: string, binaries: Binaries): Launcher {
  if (process.getuid?.() !== 0) return { kind: 'direct' }
  const cluster = join(dataDirectory, 'cluster')
  const owner = existsSync(cluster) ? statSync(cluster) : null
  if (owner && owner.uid !== 0) return { kind: 'other-user', uid: owner.uid, gid: owner.gid }
  // Inside a namespace root may no longer pass through closed folders of other users.
  if (
    works('unshare', [
      ...intoNamespace,
      '/bin/sh',
      '-c',
      'test -w "$1" && test -x "$2"',
      'sh',
      dataDirectory,
      binaries.postgres,
    ])
  )
    return { kind: 'user-namespace' }
  return { kind: 'other-user', ...ownerOfPlace(dataDirectory) }
}

/** Below the home of a user, that user; elsewhere nobody. */
function ownerOfPlace(directory: string): { uid: number; gid: number } {
  for (let place = dirname(directory); place !== dirname(place); place = dirname(place)) {
    const { uid, gid } = statSync(place)
    // Making a cluster needs a user with a name.
    if (uid !== 0 && works('id', [String(uid)])) return { uid, gid }
  }
  return { uid: nobody, gid: nobody }
}

/** The command line for one PostgreSQL program. With `diesWithParent` the kernel stops it when this process is killed. */
export function commandFor(
  launcher: Launcher,
  program: string,
  args: readonly string[],
  diesWithParent: boolean,
): Command {
  const guarded =
    diesWithParent && canGuard() ? ['setpriv', '--pdeathsig', 'INT', '--', program, ...args] : [program, ...args]
  switch (launcher.kind) {
    case 'direct':
      return split(guarded)
    case 'user-namespace':
      return split(['unshare', ...intoNamespace, ...guarded])
    case 'other-user':
      return { ...split(guarded), uid: launcher.uid, gid: launcher.gid }
    default:
      return launcher satisfies never
  }
}

/** Gives the other user what it must own and reach. The other launchers need nothing. */
export function prepareFor(launcher: Launcher, dataDirectory: string, binaries: Binaries): Binaries {
  if (launcher.kind !== 'other-user') return binaries
  chownSync(dataDirectory, launcher.uid, launcher.gid)
  if (!reaches(launcher, dataDirectory, '-w')) {
    throw new DataDirectoryError(
      'not-writable',
      dataDirectory,
      `PostgreSQL cannot run as root, and user ${launcher.uid} cannot reach ${dataDirectory}. Set DATA_DIR to a folder that all users may enter, such as /var/lib/bollard.`,
    )
  }
  return reaches(launcher, binaries.postgres, '-x') ? binaries : copyBinaries(binaries)
}

let guard: boolean | undefined
function canGuard(): boolean {
  return (guard ??= process.platform === 'linux' && works('setpriv', ['--pdeathsig', 'INT', '--', 'true']))
}

function works(file: string, args: string[]): boolean {
  return spawnSync(file, args, { stdio: 'ignore' }).status === 0
}

function reaches(launcher: { uid: number; gid: number }, path: string, test: '-w' | '-x'): boolean {
  return (
    spawnSync('/bin/sh', ['-c', `test ${test} "$1"`, 'sh', path], {
      cwd: '/',
      uid: launcher.uid,
      gid: launcher.gid,
      stdio: 'ignore',
    }).status === 0
  )
}

function split([file = '', ...args]: string[]): Command {
  return { file, args }
}

/** Below the home of root nobody else can read, so the programs move to a place where all users can. */
function copyBinaries(binaries: Binaries): Binaries {
  const target = join(writableParent(), `bollard-postgres-${binaries.packageVersion}`)
  if (!existsSync(target)) {
    const unfinished = `${target}.${process.pid}`
    cpSync(binaries.root, unfinished, { recursive: true, verbatimSymlinks: true })
    try {
      renameSync(unfinished, target)
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true })
      if (!existsSync(target)) throw error
    }
  }
  if (lstatSync(target).uid !== 0) throw new Error(`${target} does not belong to root; remove it and start again.`)
  return binariesIn(target, binaries.packageVersion)
}

function writableParent(): string {
  for (const place of ['/var/lib', '/opt', '/tmp']) {
    try {
      mkdirSync(place, { recursive: true })
      accessSync(place, constants.W_OK)
      return place
    } catch {
      // Read-only system folders are common in containers; the next place may do.
    }
  }
  throw new Error('No folder for a copy of PostgreSQL can be written: tried /var/lib, /opt and /tmp.')
}
