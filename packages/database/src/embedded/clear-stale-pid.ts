import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { socketName } from './choose-endpoint.ts'

/**
 * Clears the way for a start. The caller holds the lock of the data folder, so a postmaster that still
 * runs there was left behind by a killed program: it is given time to end, then told to.
 */
export async function clearStalePid(cluster: string, socketFolder: string | null): Promise<void> {
  const pid = readPid(join(cluster, 'postmaster.pid'))
  if (pid !== null && isPostmasterOf(pid, cluster)) await endPostmaster(pid, cluster)
  else if (pid !== null && isAlive(pid)) disown(join(cluster, 'postmaster.pid'))
  if (socketFolder === null) return
  const socketPid = readPid(join(socketFolder, `${socketName}.lock`))
  if (socketPid !== null && isAlive(socketPid)) rmSync(join(socketFolder, `${socketName}.lock`), { force: true })
}

function readPid(file: string): number | null {
  if (!existsSync(file)) return null
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  return Number.isInteger(pid) && pid > 1 ? pid : null
}

/**
 * The pid now belongs to an unrelated process, for which PostgreSQL would refuse to start. Our own pid,
 * its future parent, it takes for stale; and unlike after a removal it still checks that no process
 * of the old server touches the data.
 */
function disown(file: string): void {
  const [, ...rest] = readFileSync(file, 'utf8').split('\n')
  writeFileSync(file, [process.pid, ...rest].join('\n'))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function isPostmasterOf(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false
  if (process.platform !== 'linux')
    return (
      spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout?.includes(cluster) ?? false
    )
  try {
    return (
      readlinkSync(`/proc/${pid}/exe`).includes('postgres') &&
      readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
    )
  } catch {
    return false
  }
}

async function endPostmaster(pid: number, cluster: string): Promise<void> {
  for (const [signal, milliseconds] of [
    [0, 3_000],
    ['SIGINT', 20_000],
    ['SIGQUIT', 10_000],
  ] as const) {
    if (signal !== 0) process.kill(pid, signal)
    for (let waited = 0; waited < milliseconds; waited += 50) {
      if (!isPostmasterOf(pid, cluster)) return
      await pause(50)
    }
  }
  throw new Error(`A PostgreSQL left behind by an earlier start does not end (process ${pid}).`)
}
