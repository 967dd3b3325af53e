import { statfs } from 'node:fs/promises'
import { Counter, type Registry } from 'prom-client'
import { readGauges } from './read-gauges.ts'

export interface Machine {
  readonly dataDirectory: string
  /** How full the disk of a folder is; the disk itself by default. */
  readonly readDisk?: (path: string) => Promise<{ bavail: number; blocks: number; bsize: number }>
  /** Whether each database answers within a second, by cell; none where the role needs none. */
  readonly databases: readonly (() => Promise<boolean>)[]
  /** The processes of the supervisor. */
  readonly children: readonly {
    readonly name: string
    isReady(): Promise<boolean>
    /** How often it was started again after it ended unasked. */
    restarts(): number
  }[]
}

/** Shows what only the supervisor knows: its processes, the disk, and whether each database answers. */
export function measureMachine(
  registry: Registry,
  { dataDirectory, readDisk = statfs, databases, children }: Machine,
): void {
  readGauges(
    registry,
    [
      { key: 'up', name: 'bollard_process_up', help: 'Whether a process answers', labels: ['part'] },
      { key: 'database', name: 'bollard_database_up', help: 'Whether the database answers', labels: ['cell'] },
    ],
    async () => {
      const [ready, answering] = await Promise.all([
        Promise.all(children.map((child) => child.isReady())),
        Promise.all(databases.map((isUp) => isUp())),
      ])
      return {
        up: children.map(({ name }, index) => [{ part: name }, ready[index] === true ? 1 : 0] as const),
        database: answering.map((isUp, cell) => [{ cell: String(cell) }, Number(isUp)] as const),
      }
    },
    { apartMs: 20 },
  )
  const restarts: Counter<'part'> = new Counter({
    name: 'bollard_process_restarts_total',
    help: 'How often a process was started again after it had ended unexpectedly',
    labelNames: ['part'],
    registers: [registry],
    collect() {
      restarts.reset()
      for (const child of children) restarts.inc({ part: child.name }, child.restarts())
    },
  })
  readGauges(
    registry,
    [
      { key: 'free', name: 'bollard_disk_free_bytes', help: 'Free on the disk of DATA_DIR' },
      { key: 'size', name: 'bollard_disk_size_bytes', help: 'Size of the disk of DATA_DIR' },
    ],
    async () => {
      const { bavail, blocks, bsize } = await readDisk(dataDirectory)
      return { free: bavail * bsize, size: blocks * bsize }
    },
  )
}
