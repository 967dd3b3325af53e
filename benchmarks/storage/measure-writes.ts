import { randomBytes } from 'node:crypto'
import { createVerificationId, recordVerifications, type VerificationRow } from '@bollard/captcha-service/storage'
import type { Database } from '@bollard/database'
import { findPostmaster, postgresCpu } from '../service/postgres-cpu.ts'
import { round1 } from './timing.ts'

const batchRows = 200
const batchesPerRound = 40
const rounds = 10

export interface WriteTiming {
  /** Milliseconds of a batch of 200 rows, from the call to the commit. */
  readonly batchMs: number
  /** CPU time of PostgreSQL per row, in microseconds; null where there is no /proc. */
  readonly cpuMicros: number | null
}

/**
 * What it costs to record verifications in a full log and in an empty one, in turns, so that both meet the same machine.
 * The middle of ten rounds each.
 */
export async function measureWrites(
  full: Database,
  empty: Database,
  now: number,
): Promise<{ full: WriteTiming; empty: WriteTiming; ratio: number; cpuRatio: number | null }> {
  const measured = { full: [] as WriteTiming[], empty: [] as WriteTiming[] }
  // The first round of each only warms up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, db] of [
      ['full', full],
      ['empty', empty],
    ] as const) {
      const timing = await measureRound(db, now + round * 1_000)
      if (round > 0) measured[name].push(timing)
    }
  }
  const [inFull, inEmpty] = [middle(measured.full), middle(measured.empty)]
  const cpuRatio =
    inFull.cpuMicros === null || inEmpty.cpuMicros === null ? null : round2(inFull.cpuMicros / inEmpty.cpuMicros)
  return { full: inFull, empty: inEmpty, ratio: round2(inFull.batchMs / inEmpty.batchMs), cpuRatio }
}

async function measureRound(db: Database, now: number): Promise<WriteTiming> {
  const [backend] = await db.query<{ pid: number }>('', 'select pg_backend_pid() as pid')
  const postmaster = await findPostmaster(backend?.pid ?? 0)
  const batches = Array.from({ length: batchesPerRound }, () => Array.from({ length: batchRows }, () => rowAt(now)))
  const cpuBefore = postmaster === null ? 0 : await postgresCpu(postmaster)
  const startedAt = performance.now()
  for (const batch of batches) {
    const results = await recordVerifications(db, batch)
    if (results.some((result) => result !== 'recorded')) throw new Error('A row was not recorded')
  }
  const batchMs = (performance.now() - startedAt) / batchesPerRound
  const cpu = postmaster === null ? null : ((await postgresCpu(postmaster)) - cpuBefore) / (batchesPerRound * batchRows)
  return { batchMs: round1(batchMs), cpuMicros: cpu === null ? null : round1(cpu) }
}

/** Small numbers often, large ones hardly ever. */
const pick = (most: number): number => Math.floor(Math.random() ** 2 * most)

/** Visitors of this second on the large site and on small ones. */
function rowAt(now: number): VerificationRow {
  const at = now + Math.floor(Math.random() * 1_000)
  return {
    id: createVerificationId(at, randomBytes(10)),
    round: 0,
    siteId: Math.random() < 0.95 ? 1 : 2 + pick(1_000),
    environmentId: 1,
    issuedAt: at,
    finishedAt: at + 2_000,
    outcome: 0,
    decision: 0,
    rule: 0,
    bypassKey: 0,
    score: 0.1,
    reasons: [['consistent-browser', -0.2]],
    checkMs: 2_000,
    workMs: 600,
    workHashes: 2_097_152,
    hostname: 'www.shop.example',
    action: pick(3),
    browser: `Chrome ${151 - pick(10)}`,
    operatingSystem: 'Windows',
    device: 'desktop',
    language: 'de',
    network: `${1 + pick(220)}.${pick(256)}.${pick(256)}.0/24`,
    country: 'DE',
    asn: 1_000 + pick(600),
    networkKind: 1,
    flags: 0,
    shadowScore: null,
  }
}

function middle(timings: readonly WriteTiming[]): WriteTiming {
  const of = (read: (timing: WriteTiming) => number): number =>
    timings.map(read).toSorted((a, b) => a - b)[Math.floor(timings.length / 2)] ?? 0
  return {
    batchMs: of(({ batchMs }) => batchMs),
    cpuMicros: timings.some(({ cpuMicros }) => cpuMicros === null) ? null : of(({ cpuMicros }) => cpuMicros ?? 0),
  }
}

function round2(value: number): number {
  return Math.round(value * 100) / 100
}
