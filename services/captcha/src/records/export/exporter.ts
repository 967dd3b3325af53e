import { randomUUID } from 'node:crypto'
import type { Database } from '@bollard/database'
import type { LogPosition } from '../log/log-cursor.ts'
import { issuedAtOf } from '../store/verification-id.ts'
import { createWorkLoop } from '../work/work-loop.ts'
import { claimExport, releaseExport, saveProgress } from './export-lease.ts'
import { dropParts, filterOf, findExport, positionOf, type StoredExport } from './exports.ts'
import { fileFormats } from './file-format.ts'
import { checksum, packPart } from './gzip-parts.ts'
import type { ReadLog } from './read-log.ts'

const idleMs = 2_000
/** After so much an export lets others have their turn, and after so long it keeps up its lease. */
const partsPerTurn = 8
const turnMs = 5_000

export interface Exporter {
  start(): void
  /** Gives back what it works at; another process, or the next start, goes on with it. */
  stop(): Promise<void>
  /** Works at one export for a turn, or drops files that are deleted; false when there is nothing to do. */
  runOnce(): Promise<boolean>
}

/**
 * Writes queued exports, in every process, each export in one process at a time. After every part of about `partBytes` it is
 * stored together with the place it ends at, so that a process that is killed loses less than a part.
 */
export function createExporter(options: {
  db: Database
  readLog: ReadLog
  /** Milliseconds since 1970. */
  now: () => number
  onError: (error: unknown) => void
  /** Size of a part before compression; default 1 MiB. */
  partBytes?: number
  /** Rows of a file; default 5 000 000. */
  rowsMax?: number
  /** Rows read at a time; default 250: to put more into words at once would hold up the rest of the process. */
  pageRows?: number
}): Exporter {
  const { db, now } = options
  const owner = randomUUID()
  let stopping = false
  const settings: Settings = {
    ...options,
    owner,
    partBytes: options.partBytes ?? 1_048_576,
    rowsMax: options.rowsMax ?? 5_000_000,
    pageRows: options.pageRows ?? 250,
    isStopping: () => stopping,
  }

  async function runOnce(): Promise<boolean> {
    const claimed = await claimExport(db, owner, now())
    if (claimed === undefined) return dropParts(db)
    try {
      await writeTurn(settings, claimed)
      await releaseExport(db, owner, claimed.id, { failed: false, now: now() })
    } catch (error) {
      // While the database is away this fails too; then the lease ends by itself.
      await releaseExport(db, owner, claimed.id, { failed: true, now: now() }).catch(() => undefined)
      throw error
    }
    return true
  }
  const loop = createWorkLoop({ work: runOnce, idleMs, onError: options.onError })
  return {
    runOnce,
    start: loop.start,
    stop() {
      stopping = true
      return loop.stop()
    },
  }
}

type Settings = Required<Omit<Parameters<typeof createExporter>[0], 'onError'>> & {
  readonly owner: string
  /** What is written until then is stored, and the rest left to others. */
  readonly isStopping: () => boolean
}

async function writeTurn(settings: Settings, claimed: { id: string; siteId: number }): Promise<void> {
  for (let part = 0; part < partsPerTurn && !settings.isStopping(); part += 1) {
    const job = await findExport(settings.db, claimed)
    if (job?.status !== 'RUNNING') return
    if (!(await writePart(settings, job))) return
  }
}

/** Writes the next part; false when there is no other after it. */
async function writePart(
  { db, readLog, now, owner, partBytes, rowsMax, pageRows, isStopping }: Settings,
  job: StoredExport,
): Promise<boolean> {
  const format = fileFormats[job.format]
  const filter = { ...filterOf(job), from: job.from.toISOString(), to: job.to.toISOString() }
  const startedAt = performance.now()
  const text: string[] = job.parts === 0 ? [format.head] : []
  let length = 0
  let rows = 0
  let position: LogPosition | null = positionOf(job)
  let end: { truncated: boolean } | null = null
  while (length < partBytes && performance.now() - startedAt < turnMs && end === null && !isStopping()) {
    const left = rowsMax - job.rows - rows
    const page = await readLog({
      siteId: job.siteId,
      solutionId: job.solutionId,
      filter,
      after: position,
      limit: Math.min(pageRows, left + 1),
    })
    for (const verification of page.items.slice(0, left)) {
      const line = format.row(verification, job.rows + rows === 0)
      text.push(line)
      length += line.length
      rows += 1
      position = { issuedAt: new Date(issuedAtOf(verification.verificationId)), id: verification.verificationId }
    }
    if (page.items.length > left) end = { truncated: true }
    else if (page.next === null) end = { truncated: false }
    else position = page.next
  }
  if (end !== null) text.push(format.tail)
  const bytes = Buffer.from(text.join(''))
  const part =
    bytes.length === 0 ? null : { data: await packPart(bytes), bytes: bytes.length, crc: checksum(bytes, job.crc) }
  return (await saveProgress(db, owner, job, { part, rows, position, end }, now())) && end === null
}
