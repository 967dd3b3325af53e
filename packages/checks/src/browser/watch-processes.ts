import { readdir, readFile } from 'node:fs/promises'

/** What a browser may take, all its processes together. */
export interface ProcessBounds {
  readonly bytesMax: number
  readonly cpuSecondsMax: number
}

const everyMs = 500
/** Of Linux on every machine that Node runs on. */
const [pageBytes, ticksPerSecond] = [4_096, 100]

/**
 * Looks again and again at what a process and those below it take, and says once what went beyond its bound. Where there is no /proc
 * nothing is seen. Answers what ends it.
 */
export function watchProcesses(root: number, bounds: ProcessBounds, onBeyond: (what: string) => void): () => void {
  const look = async () => {
    const { bytes, cpuSeconds } = await measureTree(root)
    if (bytes > bounds.bytesMax) onBeyond(`more than ${Math.round(bounds.bytesMax / 1_048_576)} MiB of memory`)
    else if (cpuSeconds > bounds.cpuSecondsMax) onBeyond(`more than ${bounds.cpuSecondsMax} s of a processor`)
  }
  const timer = setInterval(() => void look().catch(() => undefined), everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

interface Taken {
  readonly bytes: number
  readonly cpuSeconds: number
}

/** Memory that belongs to the processes alone, and processor time of those that still run. */
export async function measureTree(root: number): Promise<Taken> {
  const names = await readdir('/proc')
  const stats = await Promise.all(names.filter((name) => /^\d+$/u.test(name)).map(readStat))
  const known = stats.filter((stat) => stat !== null)
  const tree = new Set([root])
  for (let before = 0; before !== tree.size;) {
    before = tree.size
    for (const { pid, parent } of known) if (tree.has(parent)) tree.add(pid)
  }
  const own = known.filter(({ pid }) => tree.has(pid))
  const memory = await Promise.all(own.map(({ pid }) => readOwnBytes(pid)))
  return {
    bytes: memory.reduce((sum, bytes) => sum + bytes, 0),
    cpuSeconds: own.reduce((sum, { ticks }) => sum + ticks, 0) / ticksPerSecond,
  }
}

/** Fields of proc_pid_stat(5); the name of the program may hold spaces and brackets. */
async function readStat(pid: string): Promise<{ pid: number; parent: number; ticks: number } | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (text === null) return null
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [parent, user, system] = [fields[1], fields[11], fields[12]].map(Number)
  return { pid: Number(pid), parent: parent ?? 0, ticks: (user ?? 0) + (system ?? 0) }
}

async function readOwnBytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '0 0 0')
  const [, resident = 0, shared = 0] = text.split(' ').map(Number)
  return Math.max(0, resident - shared) * pageBytes
}
