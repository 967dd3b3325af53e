import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { readNewest } from '../by-processor.ts'

/** Not measured and not looked up: put your own in their place. Prices are in euro. */
export const assumptions = {
  asOf: '2026-11',
  /** Of every machine. */
  cores: 8,
  /** Share of the cores that is planned with; the rest is for peaks and for what else runs. */
  planned: 0.5,
  /** Average load as a share of what is planned for: nights are quiet. */
  average: 0.3,
  /** CPU of a process for a call that redeems a token, in microseconds: as much as an answer takes. */
  redeemMicros: 49.2,
  /** Days that the log is kept in the database, and then in the archive. */
  logDays: 30,
  archiveDays: 365,
  machinePerMonth: 60,
  /** The disks of a database, and object storage for the archive. */
  diskGigabytePerMonth: 0.05,
  gigabytePerMonth: 0.02,
} as const

/** What benchmarks have measured, with the file in `results` and its day. CPU is in microseconds. */
export interface Measured {
  readonly issue: number
  readonly verify: number
  /** Of PostgreSQL, for both. */
  readonly recorded: number
  readonly redeemed: number
  /** Of PostgreSQL, for each fact with 2 000 active sites; a verification is two. */
  readonly fact: number
  /** Of verifications a second, with one process that shares two cores. */
  readonly perSecond: number
  readonly megabytesPerMillion: number
  readonly archivedBytesPerRow: number
  readonly archiveMicros: number
  /** How many times the verifications of one database two carry, each on a core. */
  readonly cells: number
  /** Of the processes that were watched for an hour of mixed load, those whose memory didn't rise. */
  readonly flat: readonly [flat: number, all: number]
  readonly days: Readonly<Record<'service' | 'rollups' | 'storage' | 'archive' | 'cells' | 'soak', string>>
}

const serviceSchema = z.object({
  measuredAt: z.string(),
  results: z.array(
    z.object({
      contender: z.string(),
      operation: z.string(),
      cpuMicros: z.number(),
      requestsPerSecond: z.number(),
      postgresMicros: z.number().nullable(),
    }),
  ),
})
const rollupsSchema = z.object({
  measuredAt: z.string(),
  hotPath: z.array(z.object({ batch: z.number(), redeemMicros: z.number() })),
  turns: z.array(z.object({ activeSites: z.number(), factsPerTurn: z.number(), microsPerFact: z.number() })),
})
const storageSchema = z.object({
  sizes: z.object({
    10: z.object({ measuredOn: z.string(), diskMegabytesPerMillion: z.object({ all: z.number() }) }),
  }),
})
const archiveSchema = z.object({
  measuredAt: z.string(),
  bytesPerRow: z.number(),
  cpuMicrosecondsPerRow: z.number(),
})
const cellsSchema = z.object({ measuredAt: z.string(), ratio: z.number() })
const soakSchema = z.object({
  measuredAt: z.string(),
  minutes: z.literal(60),
  memoryMib: z.record(z.string(), z.object({ isFlat: z.boolean() })),
})

/** Reads the results that the page rests on. Throws where one is missing or has another shape. */
export function readInputs(): Measured {
  const service = serviceSchema.parse(readNewest('service'))
  const ours = (operation: string) =>
    found(service.results, (one) => one.contender === 'Bollard' && one.operation === operation)
  const rollups = rollupsSchema.parse(read('rollups'))
  const storage = storageSchema.parse(read('storage')).sizes[10]
  const archive = archiveSchema.parse(read('archive'))
  const cells = cellsSchema.parse(read('cells'))
  const soak = soakSchema.parse(read('soak'))
  const watched = Object.values(soak.memoryMib)
  const [issue, verify] = [ours('issue'), ours('verify')]
  return {
    issue: issue.cpuMicros,
    verify: verify.cpuMicros,
    recorded: (issue.postgresMicros ?? 0) + (verify.postgresMicros ?? 0),
    redeemed: found(rollups.hotPath, ({ batch }) => batch === 200).redeemMicros,
    fact: found(rollups.turns, (turn) => turn.activeSites === 2_000 && turn.factsPerTurn === 20_000).microsPerFact,
    perSecond: verify.requestsPerSecond,
    megabytesPerMillion: storage.diskMegabytesPerMillion.all,
    archivedBytesPerRow: archive.bytesPerRow,
    archiveMicros: archive.cpuMicrosecondsPerRow,
    cells: cells.ratio,
    flat: [watched.filter(({ isFlat }) => isFlat).length, watched.length],
    days: {
      service: dayOf(service.measuredAt),
      rollups: dayOf(rollups.measuredAt),
      storage: dayOf(storage.measuredOn),
      archive: dayOf(archive.measuredAt),
      cells: dayOf(cells.measuredAt),
      soak: dayOf(soak.measuredAt),
    },
  }
}

const dayOf = (text: string): string => text.slice(0, 10)

function found<T>(all: readonly T[], fits: (one: T) => boolean): T {
  const one = all.find(fits)
  if (one === undefined) throw new Error('A result that the page of capacity rests on is missing')
  return one
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../results/${name}.json`, import.meta.url), 'utf8'))
}
