import { assumptions, type Measured } from './inputs.ts'

/** Machines of an installation: together with the database, or apart, as so many databases that know nothing of each other. */
export interface Shape {
  readonly machines: 1 | 3 | 30
  /** Machines that have a database; one does the work of all where it is the only one. */
  readonly databases: number
}

export const shapes: readonly Shape[] = [
  { machines: 1, databases: 1 },
  { machines: 3, databases: 1 },
  { machines: 30, databases: 10 },
]

export interface Capacity {
  readonly shape: Shape
  /** Verifications a second that are planned with, each with its challenge and a redeemed token. */
  readonly perSecond: number
  /** What is used up first. */
  readonly limit: 'cores' | 'database' | 'processes'
  readonly millionsPerMonth: number
  readonly logGigabytes: number
  readonly archiveGigabytes: number
  readonly euroPerMonth: number
  readonly euroPerMillion: number
}

const monthSeconds = (365.25 * 86_400) / 12
const daySeconds = 86_400

/** CPU that a verification takes from its challenge to its redeemed token, in microseconds: of our processes, and of PostgreSQL. */
export function microsOf(measured: Measured): { readonly processes: number; readonly database: number } {
  return {
    processes: measured.issue + measured.verify + assumptions.redeemMicros + measured.archiveMicros,
    database: measured.recorded + measured.redeemed + 2 * measured.fact,
  }
}

/** What an installation can do, by arithmetic: CPU that was measured, divided into cores that are planned with. */
export function capacityOf(shape: Shape, measured: Measured): Capacity {
  const { processes, database } = microsOf(measured)
  const microsOfMachine = assumptions.cores * assumptions.planned * 1e6
  const others = shape.machines - shape.databases
  const [byProcesses, byDatabase] = [
    (others * microsOfMachine) / processes,
    (shape.databases * microsOfMachine) / database,
  ]
  const alone = others === 0
  const perSecond = alone ? microsOfMachine / (processes + database) : Math.min(byProcesses, byDatabase)
  const average = perSecond * assumptions.average
  const millionsPerDay = (average * daySeconds) / 1e6
  const millionsPerMonth = (average * monthSeconds) / 1e6
  const archiveGigabytes = (millionsPerDay * assumptions.archiveDays * measured.archivedBytesPerRow) / 1e3
  const logGigabytes = (millionsPerDay * assumptions.logDays * measured.megabytesPerMillion) / 1e3
  const euroPerMonth =
    shape.machines * assumptions.machinePerMonth +
    logGigabytes * assumptions.diskGigabytePerMonth +
    archiveGigabytes * assumptions.gigabytePerMonth
  return {
    shape,
    perSecond,
    limit: alone ? 'cores' : byProcesses < byDatabase ? 'processes' : 'database',
    millionsPerMonth,
    logGigabytes,
    archiveGigabytes,
    euroPerMonth,
    euroPerMillion: euroPerMonth / millionsPerMonth,
  }
}
