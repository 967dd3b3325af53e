import { readdirSync, readFileSync } from 'node:fs'

export interface ThreadTime {
  /** As the system names the thread, at most 15 characters. */
  readonly name: string
  /** Time that it has had a processor, in milliseconds. */
  readonly cpuMs: number
}

/**
 * Every thread of a process and of all that it started, by number. Reads Linux's /proc. Processor time, because other
 * programs on the machine stretch the clock, not the work.
 */
export function threadTimes(root: number): Map<number, ThreadTime> {
  const times = new Map<number, ThreadTime>()
  for (const process of familyOf(root))
    for (const thread of list(`/proc/${process}/task`)) {
      const [onCpu] = read(`/proc/${process}/task/${thread}/schedstat`).split(' ')
      if (onCpu)
        times.set(Number(thread), {
          name: read(`/proc/${process}/task/${thread}/comm`).trim(),
          cpuMs: Number(onCpu) / 1e6,
        })
    }
  return times
}

/** The thread that has worked most between two looks, and how long. */
export function busiest(before: ReadonlyMap<number, ThreadTime>, after: ReadonlyMap<number, ThreadTime>): ThreadTime {
  const worked = [...after].map(([thread, { name, cpuMs }]) => ({
    name,
    cpuMs: cpuMs - (before.get(thread)?.cpuMs ?? 0),
  }))
  return worked.reduce((most, one) => (one.cpuMs > most.cpuMs ? one : most), { name: '', cpuMs: 0 })
}

function familyOf(root: number): number[] {
  const children = new Map<number, number[]>()
  for (const entry of list('/proc')) {
    // The name in brackets may have spaces and brackets of its own.
    const parent = /\) \S (\d+) /u.exec(read(`/proc/${entry}/stat`))?.[1]
    if (parent !== undefined) children.set(Number(parent), [...(children.get(Number(parent)) ?? []), Number(entry)])
  }
  const family = [root]
  for (const one of family) family.push(...(children.get(one) ?? []))
  return family
}

/** Threads and processes end while they are looked at. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d+$/u.test(name))
  } catch {
    return []
  }
}
