import { mkdirSync, readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { childrenOf } from '../../server/testing/children-of.ts'
import { type DatabaseHost, databaseHostNames } from '../../server/testing/high-availability/place-files.ts'
import { ask } from '../../server/testing/high-availability/ask-balancer.ts'
import type { Cluster } from '../../server/testing/high-availability/start-cluster.ts'
import { startInstallation } from '../../server/testing/high-availability/start-installation.ts'
import { startSingle } from '../../server/testing/high-availability/start-single.ts'
import { ours, serveOurs } from '../service/contenders/ours.ts'
import type { Target } from './load.ts'
import { type Cost, median } from './results.ts'

const rounds = 9
/** So many that what Patroni and HAProxy ask of a cluster every few seconds, load or none, weighs little. */
const verifications = 5_000
const visitorsAtOnce = 64
/** Expected hashes of the work: which CPU the database needs doesn't hang on them. */
const hashes = 32

/** One of the two that are compared. */
interface Side {
  readonly databaseUrl: string
  readonly keys: Pick<Target, 'siteKey' | 'secretKey'>
  /** What is measured; the first one takes the writes. */
  readonly servers: readonly (() => number | undefined)[]
}

/**
 * CPU of PostgreSQL for a verification with its token and roll-ups, sixty-four at once: alone, and as a primary with two standbys that both
 * store it, in turn. The same service asks both, and a worker rolls up beside it.
 */
export async function measureCost(cluster: Cluster, target: Target): Promise<Cost> {
  const single = await startSingle(cluster)
  const folder = join(cluster.folder, 'single-products')
  mkdirSync(folder)
  // Its edges are other hosts.
  const network = cluster.network.replace('127.101.', '127.102.')
  const installation = await startInstallation({ folder, network, databaseUrl: () => single.databaseUrl })
  try {
    const leader = await cluster.leader()
    const of = (host: DatabaseHost) => () => cluster.postmaster(host)
    const standbys = databaseHostNames.filter((host) => host !== leader)
    const alone: Side = { databaseUrl: single.databaseUrl, keys: installation, servers: [single.postmaster] }
    const whole: Side = {
      databaseUrl: cluster.databaseUrl('app1'),
      keys: target,
      servers: [of(leader), ...standbys.map(of)],
    }
    const found = { single: [] as number[], primary: [] as number[], standby: [] as number[] }
    // The first round prepares statements, fills caches and is not kept.
    for (let round = 0; round <= rounds; round += 1) {
      const [one = 0] = await measure(alone)
      const [primary = 0, ...replaying] = await measure(whole)
      const standby = Math.round(replaying.reduce((sum, cpu) => sum + cpu, 0) / replaying.length)
      console.log(`round ${round}: alone ${one} µs, primary ${primary} µs, each standby ${standby} µs`)
      if (round === 0) continue
      found.single.push(one)
      found.primary.push(primary)
      found.standby.push(standby)
    }
    const ratio = Math.round((median(found.primary) / median(found.single)) * 100) / 100
    return { ...found, ratio, measuredAt: new Date().toISOString() }
  } finally {
    await installation.stop()
    await single.stop()
  }
}

/** Microseconds of CPU for each verification, of each server. */
async function measure({ databaseUrl, keys, servers }: Side): Promise<number[]> {
  const served = await serveOurs(databaseUrl, hashes)
  try {
    const url = await served.app.listen({ host: '127.0.0.1', port: 0 })
    const { headers, issue, solve, accepted } = ours(keys.siteKey)
    const before = servers.map((postmaster) => cpuOf(postmaster()))
    let begun = 0
    const verifyAll = async (agent: Agent): Promise<void> => {
      const post = async (path: string, body: string, more: Record<string, string>): Promise<string> => {
        const outcome = await ask(agent, `${url}${path}`, body, more)
        if (!(outcome instanceof Response)) throw new Error(outcome)
        return outcome.text()
      }
      while (begun < verifications) {
        begun += 1
        const call = solve(await post(issue.path, issue.body ?? '', headers))
        const answer = await post(call.path, call.body ?? '', headers)
        if (!accepted(answer)) throw new Error(answer)
        const { token }: { token: string } = JSON.parse(answer)
        const form = new URLSearchParams({ secret: keys.secretKey, response: token })
        const said = await post('/captcha/v1/siteverify', String(form), {
          'content-type': 'application/x-www-form-urlencoded',
        })
        if (!said.includes('"success":true')) throw new Error(said)
      }
    }
    const agents = Array.from(
      { length: visitorsAtOnce },
      (_, index) => new Agent({ keepAlive: true, maxSockets: 1, localAddress: `127.109.${index}.1` }),
    )
    await Promise.all(agents.map(verifyAll))
    for (const agent of agents) agent.destroy()
    // The worker rolls up what is queued, and the standbys replay it.
    await pause(4_000)
    return servers.map((postmaster, index) => Math.round((cpuOf(postmaster()) - (before[index] ?? 0)) / verifications))
  } finally {
    await served.close()
  }
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
