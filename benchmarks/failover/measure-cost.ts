import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { auditMigrations } from '@bollard/audit'
import {
  createRoller,
  keepPartitions,
  migrations,
  recordVerifications,
  redeemResults,
} from '@bollard/captcha-service/storage'
import { type Database, migrate, openDatabase } from '@bollard/database'
import { childrenOf } from '../../server/testing/children-of.ts'
import { databaseHostNames } from '../../server/testing/high-availability/place-files.ts'
import type { Cluster } from '../../server/testing/high-availability/start-cluster.ts'
import { startSingle } from '../../server/testing/high-availability/start-single.ts'
import { makeTraffic, type Traffic } from '../rollups/traffic.ts'
import { type Cost, type CostOfBatch, mean, median } from './results.ts'

/** One more comes first, which prepares statements and fills caches, and isn't kept. */
const rounds = 20
const verifications = 8_000
/** An edge writes whatever came while its last batch was being written, so a busy one writes larger batches. */
const batches = [20, 200]
/** Batches at a time, as of several edges. */
const streams = 4
const activeSites = 64
/** In which PostgreSQL does what it does without visitors. */
const idleMs = 20_000
/** In which standbys replay what they have. */
const settleMs = 500

/** One of the two that are compared. */
interface Side {
  readonly db: Database
  readonly traffic: Traffic
  /** The CPU of each of its servers so far, in microseconds; the first one takes the writes. */
  readonly cpu: () => number[]
}

/**
 * CPU of PostgreSQL for a verification with its token and roll-ups: alone, and as a primary with two standbys that both store it, in turn. Nothing of
 * the product runs beside. What the servers take while nobody asks, such as for Patroni and HAProxy, isn't of a verification and comes off.
 */
export async function measureCost(cluster: Cluster): Promise<Cost> {
  const single = await startSingle(cluster)
  const leader = await cluster.leader()
  const hosts = [leader, ...databaseHostNames.filter((host) => host !== leader)]
  const alone = await prepare(single.databaseUrl, () => [cpuOf(single.postmaster())])
  const whole = await prepare(cluster.databaseUrl('app1'), () => hosts.map((host) => cpuOf(cluster.postmaster(host))))
  try {
    await cluster.untilWhole(AbortSignal.timeout(60_000))
    const [idleAlone, idleWhole] = await Promise.all([alone, whole].map(({ cpu }) => idleOf(cpu)))
    const measureAlone = async (batch: number) => measureRound(alone, idleAlone ?? [], batch)
    const measureWhole = async (batch: number) => measureRound(whole, idleWhole ?? [], batch)
    const found: CostOfBatch[] = []
    for (const batch of batches) {
      const kept = { single: [] as number[], primary: [] as number[], standby: [] as number[] }
      for (let round = 0; round <= rounds; round += 1) {
        // One second of a machine isn't as fast as another: each of the two is first in every second round.
        const before = round % 2 === 0 ? await measureAlone(batch) : undefined
        const [primary = 0, ...standbys] = await measureWhole(batch)
        const [one = 0] = before ?? (await measureAlone(batch))
        console.log(
          `batches of ${batch}, round ${round}: alone ${one} µs, primary ${primary} µs, standbys ${standbys.join(' and ')} µs`,
        )
        if (round === 0) continue
        kept.single.push(one)
        kept.primary.push(primary)
        kept.standby.push(inTenths(mean(standbys)))
      }
      const ratio = Math.round((median(kept.primary) / median(kept.single)) * 100) / 100
      found.push({ batch, ...kept, ratio })
    }
    const idle = { single: Math.round(idleAlone?.[0] ?? 0), primary: Math.round(idleWhole?.[0] ?? 0) }
    return { batches: found, idle, measuredAt: new Date().toISOString() }
  } finally {
    await Promise.all([alone.db.close(), whole.db.close()])
    await single.stop()
  }
}

/** The tables of a captcha in an empty database, with sites. */
async function prepare(connectionString: string, cpu: Side['cpu']): Promise<Side> {
  const db = openDatabase({ connectionString, max: streams })
  await migrate(db, auditMigrations)
  await migrate(db, { schema: 'captcha', directory: migrations })
  const now = Date.now()
  await keepPartitions(db, now, { daysAhead: 1, retentionDays: 30 })
  return { db, traffic: await makeTraffic(db, { sites: activeSites, now }), cpu }
}

/** Microseconds of CPU in a second without visitors, of each server. */
async function idleOf(cpu: Side['cpu']): Promise<number[]> {
  const before = cpu()
  await pause(idleMs)
  return cpu().map((now, index) => (now - (before[index] ?? 0)) / (idleMs / 1_000))
}

/** Microseconds of CPU for each verification, of each server. */
async function measureRound({ db, traffic, cpu }: Side, idle: readonly number[], batch: number): Promise<number[]> {
  const rows = traffic.visitors(verifications, activeSites)
  const begun = performance.now()
  const before = cpu()
  let from = 0
  const write = async (): Promise<void> => {
    while (from < rows.length) {
      const own = rows.slice(from, (from += batch))
      await recordVerifications(db, own)
      const tokens = own.map(({ id, issuedAt, siteId }) => ({
        id,
        issuedAt,
        siteId,
        apiKeyId: traffic.keyOf(siteId),
        now: issuedAt + 3_000,
      }))
      const results = await redeemResults(db, tokens)
      if (results.some(({ status }) => status !== 'redeemed')) throw new Error('A result was not redeemed')
    }
  }
  await Promise.all(Array.from({ length: streams }, write))
  const faults: unknown[] = []
  await createRoller({ db, onError: (error) => faults.push(error) }).roll()
  if (faults.length > 0) throw faults[0]
  await pause(settleMs)
  const seconds = (performance.now() - begun) / 1_000
  return cpu().map((now, index) =>
    inTenths((now - (before[index] ?? 0) - (idle[index] ?? 0) * seconds) / verifications),
  )
}

const inTenths = (value: number): number => Math.round(value * 10) / 10

/** Microseconds that a PostgreSQL has had so far: its processes, and those that have ended. */
function cpuOf(postmaster: number | undefined): number {
  if (postmaster === undefined) throw new Error('PostgreSQL is not there')
  const running = [postmaster, ...childrenOf(postmaster)].reduce((sum, pid) => sum + nanosecondsOf(pid), 0)
  const stat = readFileSync(`/proc/${postmaster}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const endedTicks = Number(fields[13]) + Number(fields[14])
  return running / 1_000 + endedTicks * 10_000
}

function nanosecondsOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ', 1)[0])
  } catch {
    // It ended since it was listed; its ticks are with its parent.
    return 0
  }
}
