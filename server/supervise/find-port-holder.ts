import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'

const listening = '0A'

/** The program that listens on a port, such as `nginx (process 812)`; null when this system does not tell. */
export function findPortHolder(port: number): string | null {
  try {
    const sockets = new Set(['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) => listeningSockets(table, port)))
    const pid =
      sockets.size === 0
        ? undefined
        : readdirSync('/proc').find((entry) => /^\d+$/u.test(entry) && holdsOneOf(entry, sockets))
    return pid === undefined ? null : `${nameOf(pid)} (process ${pid})`
  } catch {
    return null
  }
}

/** A script says more than the interpreter that runs it. */
function nameOf(pid: string): string {
  const [program = '', script = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  return /\.[mc]?[jt]s$|\.py$/u.test(script) ? `${basename(program)} ${script}` : basename(program)
}

/** Lines are `sl local_address rem_address st … inode`, addresses in hexadecimal. */
function listeningSockets(table: string, port: number): string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  return readFileSync(table, 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/u))
    .filter(([, local, , state]) => local?.endsWith(suffix) && state === listening)
    .map((columns) => `socket:[${columns[9]}]`)
}

function holdsOneOf(pid: string, sockets: ReadonlySet<string>): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((descriptor) => linkIsIn(`/proc/${pid}/fd/${descriptor}`, sockets))
  } catch {
    // The process has ended, or belongs to somebody else.
    return false
  }
}

function linkIsIn(link: string, sockets: ReadonlySet<string>): boolean {
  try {
    return sockets.has(readlinkSync(link))
  } catch {
    return false
  }
}
