/**
 * What visitors and customers notice while parts of an installation on several hosts die: two edges behind HAProxy and a worker over
 * a PostgreSQL that `deploy/high-availability` makes highly available, all on this machine, with complete verifications without a pause.
 * Kills the primary's host, its PostgreSQL, a standby's host, an edge and HAProxy, freezes the primary's Patroni, its whole host and a standby's PostgreSQL, and
 * does both planned changes of the primary. Ends with 1 when anything
 * acknowledged is lost, a token counts twice, roll-ups differ from rows, a visit breaks, a token of the outage is refused, or answers
 * are away for more than 20 seconds, or 6 in a planned change.
 * Run: node tools/prepare-product.ts, then PREPARED_PRODUCT=$PWD/.build/product node_modules/.bin/node benchmarks/failover/run.ts
 * Needs Linux and Debian's packages patroni, etcd-server, haproxy and postgresql-15. It continues with what `failover.json` lacks;
 * --cells 2 kills the primary of one cell beside another one, --only primary,standby --times 3 chooses, --fresh forgets what is stored of the chosen ones, --cost measures CPU alone. At its end it writes the tables of
 * content/<language>/docs/operate/high-availability.mdx.
 */
import { mkdirSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { seededRandom } from '@bollard/testing'
import { versionsOfPrograms } from '../../server/testing/high-availability/processes.ts'
import { type Cluster, startCluster } from '../../server/testing/high-availability/start-cluster.ts'
import { type KindName, kindNames, kinds, type Struck } from './kinds.ts'
import { longestGap, startLoad, type Target, untilAnswered } from './load.ts'
import { lookAfter, tryFailoverTokens } from './look-after.ts'
import { measureCells } from './measure-cells.ts'
import { measureCost } from './measure-cost.ts'
import { isCellAtFault, isSlow, isUnsafe, readStored, type Run, store } from './results.ts'
import { writeTables } from './tables.ts'
import { type Installation, startInstallation } from '../../server/testing/high-availability/start-installation.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    times: { type: 'string' },
    fresh: { type: 'boolean', default: false },
    cost: { type: 'boolean', default: false },
    cells: { type: 'string', default: '1' },
  },
})
const wanted = values.only === undefined ? kindNames : values.only.split(',').map(kindOf)
const versions = versionsOfPrograms()
const random = seededRandom('failover')
/**
 * Widgets get over a shorter gap by trying again, so it needn't be on record; and while answers wait for a standby, nobody is turned away at
 * all.
 */
const outageMsMin = 10_000
/** What standbys may add to the CPU of a busy primary, whose edges write large batches. */
const ratioMax = 1.1

if (values.cells !== '1' && values.cells !== '2') throw new Error('--cells is 1 or 2')

let { runs, cost, cells } = readStored()
if (values.fresh) runs = runs.filter(({ kind }) => !wanted.includes(kind))
if (values.cells === '2') await measureBeside()
else if (values.cost) await measureStandbys()
else if (next() !== undefined) await measure()
writeTables(store({ runs, cost, cells }, versions))

async function measureBeside(): Promise<void> {
  cells = await measureCells(await startCluster(AbortSignal.timeout(120_000)))
  console.log(cells)
  if (cells.runs.some(isCellAtFault)) process.exitCode = 1
}

async function measureStandbys(): Promise<void> {
  const cluster = await startCluster(AbortSignal.timeout(120_000))
  try {
    cost = await measureCost(cluster)
    if ((cost.batches.at(-1)?.ratio ?? 0) > ratioMax) process.exitCode = 1
  } finally {
    await cluster.stop()
  }
}

async function measure(): Promise<void> {
  const cluster = await startCluster(AbortSignal.timeout(120_000))
  const folder = join(cluster.folder, 'products')
  mkdirSync(folder)
  const installation = await startInstallation({ ...cluster, folder })
  const target: Target = { ...installation, ...cluster, url: cluster.balancerUrl }
  try {
    for (let kind = next(); kind !== undefined; kind = next()) {
      const turn = runs.filter((run) => run.kind === kind).length
      const run = await strike({ cluster, installation, target }, kind, turn)
      runs = [...runs, run]
      store({ runs, cost, cells }, versions)
      console.log(new Date().toISOString(), JSON.stringify(run))
      if (isUnsafe(run) || isSlow(run)) {
        console.error(`${kind} is not as it must be\n${cluster.said(150)}`)
        process.exitCode = 1
      }
    }
  } catch (error) {
    console.error(installation.said().slice(-4_000))
    throw error
  } finally {
    await installation.stop()
    await cluster.stop()
  }
}

/** The kind that lacks the largest share of its times, so that a run that is cut short has some of each. */
function next(): KindName | undefined {
  const shares = wanted.map((kind) => {
    const times = values.times === undefined ? kinds[kind].times : Number(values.times)
    return { kind, share: runs.filter((run) => run.kind === kind).length / times }
  })
  return shares.toSorted((one, other) => one.share - other.share).find(({ share }) => share < 1)?.kind
}

interface Scene {
  readonly cluster: Cluster
  readonly installation: Installation
  readonly target: Target
}

async function strike({ cluster, installation, target }: Scene, kind: KindName, turn: number): Promise<Run> {
  const signal = AbortSignal.timeout(150_000)
  const load = await startLoad(target)
  await untilAnswered(load.told, performance.now(), 6, signal)
  await pause(random() * 500)
  const [struckAt, struck] = [new Date(), performance.now()]
  const { back, direct }: Struck = await kinds[kind].strike(cluster, installation, turn)
  // Until it has gone on for a while: what dies may take answers with it for a moment only.
  await pause(2_000)
  await untilAnswered(load.told, performance.now(), 5, signal)
  const soFar = longestGap(load.told(), struck)
  const tokens =
    soFar.ms < outageMsMin
      ? null
      : tryFailoverTokens(target, new Date(struckAt.getTime() + soFar.from - struck + soFar.ms / 2))
  await back()
  await cluster.untilWhole(signal)
  const wholeMs = Math.round(performance.now() - struck)
  await pause(500)
  const told = await load.stop()
  const tried = await tokens
  const written = await direct?.()
  const findings = await lookAfter(cluster.databaseUrl('app1'), target, told)
  return {
    kind,
    gapMs: Math.round(longestGap(told, struck).ms),
    answers: told.acknowledged.length,
    redemptions: told.acknowledged.filter(({ redeemed }) => redeemed).length,
    ...findings,
    ...(written === undefined ? {} : { direct: written }),
    untold: told.untold,
    broken: told.failures['visit without an end'] ?? 0,
    failoverToken: tried?.genuine ?? null,
    forgedFailovers: tried?.forged === true ? 1 : 0,
    wholeMs,
    load: loadavg()[0] ?? 0,
  }
}

function kindOf(name: string): KindName {
  const kind = kindNames.find((one) => one === name)
  if (kind === undefined) throw new Error(`“${name}” is none of ${kindNames.join(', ')}`)
  return kind
}
