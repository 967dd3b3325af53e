import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rateLimits } from '../../rate-limits.ts'
import { insertTestSite, startDatabases } from '../../testing/start-database.ts'
import { createWorld, noon } from '../../testing/volume/volume-world.ts'
import { createMisuse } from '../repeats/misuse.ts'
import { followVolume } from './follow-volume.ts'
import { createSharedTaker, urgentMs } from './shared-taker.ts'

const databases = await startDatabases()
afterAll(() => databases.stop())
const { db } = await databases.create()
const many = 20
beforeAll(async () => {
  // Signs of life of twenty processes, which last for the test.
  await db.query(
    'test-alive',
    `insert into captcha.edge_heartbeats (process_id, at) select gen_random_uuid(), clock_timestamp() + interval '1 minute' from generate_series(1, $1::int)`,
    [many],
  )
})

/** What one process of the edge counts, at a clock that all share. */
function startProcess(clock: { readonly now: number }) {
  const world = createWorld()
  const follower = followVolume({
    db,
    memory: world.volume.memory,
    now: () => clock.now,
    onError(error) {
      throw error
    },
  })
  return {
    ...world,
    follower,
    misuse: createMisuse(world),
    mayLog: createSharedTaker(rateLimits.loggedBlocks, world.gossip),
  }
}
type Process = ReturnType<typeof startProcess>

/** So many processes for some seconds; each event reaches the next of them, or all reach the first. They exchange counts as in production. */
async function run(
  processes: number,
  {
    seconds,
    perSecond,
    isUneven = false,
  }: { readonly seconds: number; readonly perSecond: number; readonly isUneven?: boolean },
  event: (one: Process, now: number) => void,
): Promise<void> {
  const clock = { now: noon }
  const all = Array.from({ length: processes }, () => startProcess(clock))
  const everybody = (act: (one: Process) => Promise<void>) => Promise.all(processes === 1 ? [] : all.map(act))
  await everybody(({ follower }) => follower.turn())
  for (let n = 0; n < seconds * perSecond; n += 1) {
    const at = noon + (n * 1_000) / perSecond
    for (let next = clock.now + urgentMs; next <= at; next += urgentMs) {
      clock.now = next
      const isWhole = Math.round((next - noon) / urgentMs) % 4 === 0
      await everybody(({ follower }) => (isWhole ? follower.turn() : follower.urgentTurn()))
    }
    const one = all[isUneven ? 0 : n % processes]
    if (one !== undefined) event(one, at)
  }
}

const newSite = async () => (await insertTestSite(db, randomUUID(), {})).siteId

/** Within a fifth of what one process alone allows. */
function expectAlike(one: number, twenty: number): void {
  expect(one).toBeGreaterThan(0)
  expect(twenty / one, `${twenty} with twenty processes, ${one} with one`).toBeGreaterThanOrEqual(0.8)
  expect(twenty / one, `${twenty} with twenty processes, ${one} with one`).toBeLessThanOrEqual(1.2)
}

test('the budget of a network is the same for twenty processes as for one', async () => {
  const cheap = async (processes: number) => {
    const siteId = await newSite()
    let n = 0
    await run(processes, { seconds: 26, perSecond: 3 }, ({ start }, now) => {
      if (start({ siteId, now, asn: 0 }).bits === 0) n += 1
    })
    return n
  }
  expectAlike(await cheap(1), await cheap(many))
})

test('wrong answers make a network suspicious in twenty processes after as many as in one, and other networks never', async () => {
  const logged = async (processes: number, network: string) => {
    let n = 0
    await run(processes, { seconds: 8, perSecond: 2 }, ({ misuse }, now) => {
      if (misuse.judge(network, now) === 0) n += 1
      misuse.add(network, now)
      expect(misuse.judge('198.51.1.0/24', now)).toBe(0)
    })
    return n
  }
  expectAlike(await logged(1, '198.51.101.0/24'), await logged(many, '198.51.102.0/24'))
})

test('of visitors without a trace other processes hear nothing', async () => {
  const network = '198.51.103.0/24'
  const told = () =>
    db.query<{ n: number }>('test-told-all', 'select count(*)::int as n from captcha.volume_counts where site_id = 0')
  const before = await told()
  await run(2, { seconds: 5, perSecond: 4 }, ({ misuse }, now) => misuse.add(network, now, 'private'))
  await run(2, { seconds: 5, perSecond: 4 }, ({ misuse }, now) => misuse.add(network, now, 'forged'))
  expect(await told()).toEqual(before)
})

test('twenty processes log as many refusals of a flood as one, whether it is spread over them or reaches one alone', async () => {
  const logged = async (processes: number, isUneven = false) => {
    const siteId = await newSite()
    let n = 0
    await run(processes, { seconds: 20, perSecond: 60, isUneven }, ({ mayLog }, now) => {
      if (mayLog(siteId, now)) n += 1
    })
    return n
  }
  const one = await logged(1)
  expect(one).toBeGreaterThanOrEqual(159)
  expectAlike(one, await logged(many))
  expectAlike(one, await logged(many, true))
})

test('a rush costs every visitor as much in twenty processes as in one', async () => {
  const work = async (processes: number) => {
    const siteId = await newSite()
    let sum = 0
    await run(processes, { seconds: 16, perSecond: 120 }, ({ volume, start }, now) => {
      // Networks that come once, so that nothing but the rush is seen.
      start({ siteId, now, asn: 0, network: `20.${Math.floor(now / 8) % 250}.${now % 250}.0/24` })
      // Each process learns of the rush in its first seconds.
      if (now - noon >= 6_000) sum += 2 ** volume.paceBits(siteId, now)
    })
    return sum
  }
  const one = await work(1)
  // Beyond what a site without a rush would cost.
  expect(one).toBeGreaterThan(10 * 120 * 1.3)
  expectAlike(one, await work(many))
})
