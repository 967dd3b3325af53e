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
import { type Cost, mean } from './results.ts'

const rounds = Number(process.env.ROUNDS ?? 9)
/** The first round prepares statements, fills caches and is not kept. */
const roundMs = 20_000
/** In which PostgreSQL does what it does without visitors. */
const idleMs = 20_000
/** Visitors of each of the two at once: a batch grows with them, and a standby is told once for each. */
const loads = [64, 256]
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
 * CPU of PostgreSQL for a verification with its token and roll-ups: alone, and as a primary with two standbys that both store it. Both are
 * asked at the same time, each by a service and with a worker of its own, since one second of a machine isn't as fast as another. What they take
 * while nobody asks, such as for Patroni and HAProxy, isn't of a verification and comes off.
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
    const sides = [alone, whole]
    const servers = sides.flatMap((side) => side.servers)
    const served = [await serveOurs(alone.databaseUrl, hashes), await serveOurs(whole.databaseUrl, hashes)] as const
    const urls = await Promise.all(served.map(({ app }) => app.listen({ host: '127.0.0.1', port: 0 })))
    try {
      const idle = await idleOf(servers)
      const found = []
      for (const visitors of loads) {
        const kept = { single: [] as number[], primary: [] as number[], standby: [] as number[] }
        for (let round = 0; round <= rounds; round += 1) {
          const before = servers.map((postmaster) => cpuOf(postmaster()))
          const begun = performance.now()
          const counts = await Promise.all(
            sides.map(({ keys }, index) => visit(urls[index] ?? '', keys, visitors, index)),
          )
          // The workers roll up what is queued, and the standbys replay it.
          await pause(4_000)
          const seconds = (performance.now() - begun) / 1_000
          const [one = 0, primary = 0, ...replaying] = servers.map((postmaster, index) => {
            const used = cpuOf(postmaster()) - (before[index] ?? 0) - (idle[index] ?? 0) * seconds
            return used / (counts[Math.min(index, 1)] ?? 0)
          })
          const standby = replaying.reduce((sum, cpu) => sum + cpu, 0) / replaying.length
          const [a, b, c] = [one, primary, standby].map((cpu) => Math.round(cpu * 10) / 10)
          console.log(
            `${visitors} visitors, round ${round}: ${counts.join(' and ')}; alone ${a} µs, primary ${b} µs, each standby ${c} µs`,
          )
          if (round === 0) continue
          kept.single.push(a ?? 0)
          kept.primary.push(b ?? 0)
          kept.standby.push(c ?? 0)
        }
        found.push({ visitors, ...kept, ratio: Math.round((mean(kept.primary) / mean(kept.single)) * 100) / 100 })
      }
      const [singleIdle = 0, primaryIdle = 0] = idle.map(Math.round)
      return { loads: found, idle: { single: singleIdle, primary: primaryIdle }, measuredAt: new Date().toISOString() }
    } finally {
      await Promise.all(served.map((one) => one.close()))
    }
  } finally {
    await installation.stop()
    await single.stop()
  }
}

/** Microseconds of CPU in a second without visitors, of each server. */
async function idleOf(servers: Side['servers']): Promise<number[]> {
  await pause(4_000)
  const before = servers.map((postmaster) => cpuOf(postmaster()))
  await pause(idleMs)
  return servers.map((postmaster, index) => (cpuOf(postmaster()) - (before[index] ?? 0)) / (idleMs / 1_000))
}

/** So many visitors verify, each time with a token that is redeemed, until the time is up. Answers how often they did. */
async function visit(url: string, keys: Side['keys'], visitors: number, side: number): Promise<number> {
  const { headers, issue, solve, accepted } = ours(keys.siteKey)
  const until = performance.now() + roundMs
  let count = 0
  const verifyAll = async (agent: Agent): Promise<void> => {
    const post = async (path: string, body: string, more: Record<string, string>): Promise<string> => {
      const outcome = await ask(agent, `${url}${path}`, body, more)
      if (!(outcome instanceof Response)) throw new Error(outcome)
      return outcome.text()
    }
    while (performance.now() < until) {
      const call = solve(await post(issue.path, issue.body ?? '', headers))
      const answer = await post(call.path, call.body ?? '', headers)
      if (!accepted(answer)) throw new Error(answer)
      const { token }: { token: string } = JSON.parse(answer)
      const form = new URLSearchParams({ secret: keys.secretKey, response: token })
      const said = await post('/captcha/v1/siteverify', String(form), {
        'content-type': 'application/x-www-form-urlencoded',
      })
      if (!said.includes('"success":true')) throw new Error(said)
      count += 1
    }
  }
  const agents = Array.from(
    { length: visitors },
    (_, index) =>
      new Agent({
        keepAlive: true,
        maxSockets: 1,
        localAddress: `127.${109 + side}.${index % 250}.${1 + Math.floor(index / 250)}`,
      }),
  )
  await Promise.all(agents.map(verifyAll))
  for (const agent of agents) agent.destroy()
  return count
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
