import { readdir, readFile } from 'node:fs/promises'

const ticksPerSecond = 100

/** The postmaster above one of its backends; null where there is no /proc. */
export async function findPostmaster(backendPid: number): Promise<number | null> {
  return (await readStat(backendPid))?.parent ?? null
}

/** CPU time in microseconds of a whole PostgreSQL, or of anything else: a process, what runs under it, and what has ended under it. */
export async function postgresCpu(postmaster: number): Promise<number> {
  const all = await readStats()
  let ticks = 0
  for (const stat of all) {
    if (stat?.pid === postmaster) ticks += stat.own + stat.ended
    else if (stat?.parent === postmaster) ticks += stat.own
  }
  return (ticks / ticksPerSecond) * 1e6
}

/** Memory in MiB of a process and what runs under it, what they share counted once: their proportional set sizes. */
export async function memoryMiB(root: number): Promise<number> {
  const all = await readStats()
  let kib = 0
  for (const stat of all) {
    if (stat === null || (stat.pid !== root && stat.parent !== root)) continue
    const text = await readFile(`/proc/${stat.pid}/smaps_rollup`, 'utf8').catch(() => '')
    kib += Number(/^Pss:\s+(\d+)/mu.exec(text)?.[1] ?? 0)
  }
  return kib / 1_024
}

async function readStats(): Promise<Awaited<ReturnType<typeof readStat>>[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/u.test(name))
  return Promise.all(names.map((name) => readStat(Number(name))))
}

async function readStat(pid: number): Promise<{ pid: number; parent: number; own: number; ended: number } | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (text === null) return null
  // The name in brackets may hold spaces; what follows it does not.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [parent = 0] = fields.slice(1, 2)
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
  return { pid, parent, own: user + system, ended: endedUser + endedSystem }
}
