import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { childrenOf } from '../../server/testing/children-of.ts'
import {
  applicationHosts,
  type DatabaseHost,
  databaseHostNames,
} from '../../server/testing/high-availability/place-files.ts'
import type { Cluster } from '../../server/testing/high-availability/start-cluster.ts'
import { startSingle } from '../../server/testing/high-availability/start-single.ts'
import { startLoad, type Target } from './load.ts'
import { type Cost, median } from './results.ts'
import { startInstallation } from '../../server/testing/high-availability/start-installation.ts'

const rounds = 5
const loadMs = 15_000
const idleMs = 5_000
const visitorsAtOnce = 8

/**
 * CPU of PostgreSQL for a verification with its token: alone, and as a primary with two standbys of which one has to have stored it, in turn,
 * less what the same server needs for itself without visitors.
 */
export async function measureCost(cluster: Cluster, target: Target): Promise<Cost> {
  const single = await startSingle(cluster)
  const folder = join(cluster.folder, 'single-products')
  mkdirSync(folder)
  // Its edges are other hosts.
  const network = cluster.network.replace('127.101.', '127.102.')
  const installation = await startInstallation({ folder, network, databaseUrl: () => single.databaseUrl })
  const alone: Target = { ...installation, network, url: edgeUrl(network) }
  const whole: Target = { ...target, url: edgeUrl(cluster.network) }
  try {
    const leader = await cluster.leader()
    const standbys = databaseHostNames.filter((host) => host !== leader)
    const of = (host: DatabaseHost) => () => cluster.postmaster(host)
    const found = { single: [] as number[], primary: [] as number[], standby: [] as number[] }
    for (let round = 0; round < rounds; round += 1) {
      const [one = 0] = await measure(alone, [single.postmaster])
      const [primary = 0, ...replaying] = await measure(whole, [of(leader), ...standbys.map(of)])
      found.single.push(one)
      found.primary.push(primary)
      found.standby.push(Math.round(replaying.reduce((sum, cpu) => sum + cpu, 0) / replaying.length))
      console.log(`round ${round + 1}: alone ${one} µs, primary ${primary} µs, each standby ${found.standby.at(-1)} µs`)
    }
    const ratio = Math.round((median(found.primary) / median(found.single)) * 100) / 100
    return { ...found, ratio, measuredAt: new Date().toISOString() }
  } finally {
    await installation.stop()
    await single.stop()
  }
}

/** One edge answers in either case, without the balancer. */
const edgeUrl = (network: string) => `http://${network}${applicationHosts.app1}:8090`

/** Microseconds of CPU for each acknowledged answer, of each server. */
async function measure(target: Target, servers: readonly (() => number | undefined)[]): Promise<number[]> {
  const read = () => servers.map((postmaster) => cpuOf(postmaster()))
  const quiet = await spent(read, idleMs)
  const load = await startLoad(target, visitorsAtOnce, 0)
  // Connections are open and statements prepared.
  await pause(2_000)
  const before = load.told().times.length
  const busy = await spent(read, loadMs)
  const answers = load.told().times.length - before
  await load.stop()
  return busy.map((micros, index) => Math.round((micros - ((quiet[index] ?? 0) * loadMs) / idleMs) / answers))
}

async function spent(read: () => number[], ms: number): Promise<number[]> {
  const before = read()
  await pause(ms)
  return read().map((micros, index) => micros - (before[index] ?? 0))
}

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
