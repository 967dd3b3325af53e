import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { childrenOf } from '../children-of.ts'

/**
 * The folder of another Debian, such as debootstrap makes it, whose programs run in place of this machine's: only for root, with /proc mounted
 * and /dev/shm bound below it.
 */
const root = process.env.DEBIAN_ROOT ?? ''
const majors = existsSync(`${root}/usr/lib/postgresql`) ? readdirSync(`${root}/usr/lib/postgresql`) : []
/** The newest PostgreSQL that Debian has installed. */
export const postgresMajor = majors.map(Number).toSorted((one, other) => other - one)[0] ?? 15
/** Where Debian has the programs of PostgreSQL. */
export const postgresPrograms = `/usr/lib/postgresql/${postgresMajor}/bin`

/** A command as this machine runs it. */
export function inDebian(command: readonly string[]): [string, string[]] {
  const [name = '', ...rest] = command
  return root === '' ? [name, rest] : ['chroot', [root, name, ...rest]]
}

/** Debian's programs, each with how it says its version and the package that has it. */
const programs = {
  patroni: { ask: ['--version'], package: 'patroni' },
  etcd: { ask: ['--version'], package: 'etcd-server' },
  haproxy: { ask: ['-v'], package: 'haproxy' },
  [`${postgresPrograms}/postgres`]: { ask: ['--version'], package: `postgresql-${postgresMajor}` },
  setpriv: { ask: ['--version'], package: 'util-linux' },
} as const

/** The version of each program. Throws where one is missing, and says which package has it. */
export function versionsOfPrograms(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(programs).map(([name, { ask, package: from }]) => {
      const [program, args] = inDebian([name, ...ask])
      const { error, status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
      // 127: chroot has found no such program.
      if (error || status === 127) throw new Error(`needs ${name.split('/').at(-1)} of Debian's package ${from}`)
      return [name.split('/').at(-1) ?? '', /\d+\.\d+(?:\.\d+)?/u.exec(stdout + stderr)?.[0] ?? 'unknown']
    }),
  )
}

/** Whom the programs run as: PostgreSQL refuses root, so root gives them to the user of Debian's PostgreSQL. */
const isRoot = process.getuid?.() === 0
const unprivileged = isRoot ? ['--reuid=postgres', '--regid=postgres', '--init-groups'] : []

/** Makes a folder theirs. */
export function giveFolder(path: string): void {
  if (isRoot && spawnSync(...inDebian(['chown', '-R', 'postgres:postgres', path])).status !== 0)
    throw new Error(`${path} can't be given to postgres`)
}

/** Starts a program without a privilege. It ends when this process ends, however that happens; what it says goes to the file. */
export function startUnprivileged(
  command: readonly [string, ...string[]],
  log: string,
  environment: Record<string, string> = {},
): ChildProcess {
  const output = openSync(log, 'a')
  return spawn(...inDebian(['setpriv', ...unprivileged, '--pdeathsig=KILL', '--', ...command]), {
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8', PYTHONUNBUFFERED: '1', ...environment },
    stdio: ['ignore', output, output],
    cwd: '/',
  })
}

/**
 * Patroni's PostgreSQL outlives Patroni, as it should. This shell outlives us: once we are gone, it ends every PostgreSQL whose data lies
 * below the folder, and removes that.
 */
export function guardFolder(folder: string): { readonly release: () => Promise<void> } {
  const script = `cat > /dev/null
    for file in "$1"/*/data/postmaster.pid; do
      [ -e "$file" ] || continue
      pid=$(head -n 1 "$file")
      case "$(cat /proc/"$pid"/comm 2> /dev/null)" in postgres) kill -QUIT "$pid" ;; *) continue ;; esac
      # One that is frozen hears of it once it is let go.
      kill -CONT "$pid" $(cat /proc/"$pid"/task/"$pid"/children 2> /dev/null)
    done
    sleep 1
    rm -rf "$1"`
  const guard = spawn('/bin/sh', ['-c', script, 'guard', folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  return {
    release: () =>
      new Promise((resolve) => {
        guard.once('exit', () => resolve())
        guard.stdin?.end()
      }),
  }
}

/** Of the PostgreSQL with this data folder, while it runs. */
export function postmasterOf(data: string): number | undefined {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const pid = Number(readFileSync(file, 'utf8').split('\n', 1)[0])
  return existsSync(`/proc/${pid}`) ? pid : undefined
}

/** The process of a standby that receives the log. */
export function receiverOf(postmaster: number | undefined): number | undefined {
  if (postmaster === undefined) return undefined
  return childrenOf(postmaster).find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('walreceiver'))
}

/** Stops a process and all that it has started, each where it is. The result has them continue; those that have ended meanwhile are left alone. */
export function freezeWhole(pid: number): () => void {
  process.kill(pid, 'SIGSTOP')
  const all = [pid, ...childrenOf(pid)]
  for (const one of all) signalIfThere(one, 'SIGSTOP')
  return () => {
    for (const one of all) signalIfThere(one, 'SIGCONT')
  }
}

/** Kills a process and all that it has started, as a machine that loses its power ends them: none has time for anything. */
export function killWhole(pid: number | undefined): void {
  if (pid === undefined) return
  const children = childrenOf(pid)
  for (const one of [pid, ...children]) signalIfThere(one, 'SIGKILL')
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It was gone before.
  }
}
