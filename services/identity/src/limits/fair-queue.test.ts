import { availableParallelism } from 'node:os'
import { ProblemError } from '@bollard/http'
import { expect, test } from 'vitest'
import { hashPassword, usualCost } from '../secrets/password-hash.ts'
import { createFairQueue, type FairQueue, type Visit } from './fair-queue.ts'
import { hashesAtOnce, thisMachine } from './hashes-at-once.ts'
import { networksOf } from './networks.ts'

/** Hashes that end when the test says so. */
function startHashing(queue: FairQueue) {
  const running: { name: string; end: () => void }[] = []
  const outcomes = new Map<string, string>()
  const settled: Promise<void>[] = []
  /** Waits in the queue at once. */
  const visit = (name: string, { lane, path }: Visit) => {
    const hash = () => new Promise<void>((resolve) => void running.push({ name, end: resolve }))
    const held = queue
      .hold({ lane, path }, (inTurn) => inTurn(hash))
      .then(
        () => void outcomes.set(name, 'hashed'),
        (error: unknown) => void outcomes.set(name, error instanceof ProblemError ? error.code : String(error)),
      )
    settled.push(held)
    return held
  }
  const pause = () => new Promise<void>((resolve) => setImmediate(resolve))
  /** Ends the hash that runs longest, and answers whose it was. */
  const endOne = async () => {
    await pause()
    const ended = running.shift()
    ended?.end()
    await pause()
    return ended?.name
  }
  /** Whose hashes ended, in their order, until nobody waits. */
  const endAll = async () => {
    const names = []
    for (let name = await endOne(); name !== undefined; name = await endOne()) names.push(name)
    await Promise.all(settled)
    return names
  }
  return { visit, pause, endOne, endAll, outcomes, running }
}

const strangerAt = (ip: string): Visit => ({ lane: 'UNKNOWN', path: networksOf(ip) })
const provenAt = (ip: string): Visit => ({ lane: 'PROVEN', path: networksOf(ip) })
const ownerOf = (email: string): Visit => ({ lane: 'KNOWN', path: [email] })

test('no more than so many hash at once, and one that fails gives its place back', async () => {
  const queue = createFairQueue({ atOnce: 2 })
  let [running, most] = [0, 0]
  const work = (index: number) => async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
    if (index % 3 === 0) throw new Error('failed')
    return index
  }
  const outcomes = await Promise.allSettled(
    Array.from({ length: 9 }, (_, index) => queue.hold(ownerOf(`${index}`), (inTurn) => inTurn(work(index)))),
  )
  expect(most).toBe(2)
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(3)
  expect(await queue.hold(ownerOf('free again'), (inTurn) => inTurn(async () => 'done'))).toBe('done')
  expect(queue.isCrowded()).toBe(false)
})

test('one visit may hash twice, as a sign-in does whose hash is renewed', async () => {
  const queue = createFairQueue({ atOnce: 1 })
  const both = queue.hold(ownerOf('ada'), async (inTurn) => [await inTurn(async () => 1), await inTurn(async () => 2)])
  expect(await both).toEqual([1, 2])
})

test('networks take turns: a flood from one /48 delays anybody else by the hash that runs', async () => {
  const queue = createFairQueue({ atOnce: 1 })
  const { visit, pause, endAll } = startHashing(queue)
  for (let index = 0; index < 12; index += 1) void visit(`flood ${index}`, strangerAt(`2001:db8:7:${index}::1`))
  await pause()
  void visit('neighbour in the /32', strangerAt('2001:db8:8::1'))
  void visit('elsewhere', strangerAt('2a00:1450::1'))
  void visit('elsewhere, IPv4', strangerAt('203.0.113.9'))
  const order = await endAll()
  // Behind the hash that ran already: first who belongs to other operators, then the neighbour in turn with the flood.
  expect(order.slice(0, 4)).toEqual(['flood 0', 'elsewhere', 'elsewhere, IPv4', 'neighbour in the /32'])
  expect(order).toHaveLength(15)
})

test('each lane has turns of its own, so that known browsers wait for no flood of passed captchas', async () => {
  const { visit, pause, endAll } = startHashing(createFairQueue({ atOnce: 1 }))
  for (let index = 0; index < 16; index += 1) void visit(`proven ${index}`, provenAt(`10.${index}.0.1`))
  for (let index = 0; index < 8; index += 1) void visit(`stranger ${index}`, strangerAt(`11.${index}.0.1`))
  await pause()
  for (let index = 0; index < 4; index += 1) void visit(`owner ${index}`, ownerOf(`owner-${index}@example.org`))
  const order = await endAll()
  expect(order.indexOf('owner 0')).toBeLessThanOrEqual(2)
  expect(order.indexOf('owner 3')).toBeLessThanOrEqual(9)
  expect(order.indexOf('stranger 0'), 'the last lane is served as well').toBeLessThanOrEqual(5)
})

test('somebody who floods their own account delays other accounts by one turn', async () => {
  const { visit, pause, endAll } = startHashing(createFairQueue({ atOnce: 1 }))
  for (let index = 0; index < 15; index += 1) void visit(`eve ${index}`, ownerOf('eve@example.org'))
  await pause()
  void visit('ada', ownerOf('ada@example.org'))
  expect((await endAll()).indexOf('ada')).toBe(1)
})

test('a lane that is full takes a place from the network that has most of them, and refuses it at once', async () => {
  const { visit, pause, endAll, outcomes } = startHashing(createFairQueue({ atOnce: 1 }))
  for (let index = 0; index < 16; index += 1) void visit(`flood ${index}`, strangerAt(`2001:db8:7:${index}::1`))
  await visit('flood 16', strangerAt('2001:db8:7:16::1'))
  expect(outcomes.get('flood 16')).toBe('unavailable')
  for (let index = 0; index < 8; index += 1) void visit(`honest ${index}`, strangerAt(`10.${index}.0.1`))
  await pause()
  expect([...outcomes.keys()]).toEqual(['flood 16', ...Array.from({ length: 8 }, (_, index) => `flood ${15 - index}`)])
  await endAll()
  expect([...outcomes].filter(([name]) => name.startsWith('honest')).every(([, outcome]) => outcome === 'hashed')).toBe(
    true,
  )
})

test('into a lane full of networks that come again and again, one that comes for the first time gets in and is next', async () => {
  const { visit, pause, endOne, endAll, outcomes } = startHashing(createFairQueue({ atOnce: 1 }))
  for (let index = 0; index < 16; index += 1) void visit(`first ${index}`, provenAt(`10.${index}.0.1`))
  await endAll()
  for (let index = 0; index < 16; index += 1) void visit(`again ${index}`, provenAt(`10.${index}.0.1`))
  await pause()
  void visit('honest', provenAt('203.0.113.1'))
  expect(await endOne()).toBe('again 0')
  expect(await endOne()).toBe('honest')
  await endAll()
  expect([...outcomes].filter(([, outcome]) => outcome === 'unavailable')).toEqual([['again 15', 'unavailable']])
})

test('a place that was taken away while its visitor did something else ends at the next hash, and its count goes back', async () => {
  const queue = createFairQueue({ atOnce: 1 })
  const { promise, resolve } = Promise.withResolvers<void>()
  const busy = Array.from({ length: 17 }, (_, index) =>
    queue.hold(strangerAt(`2001:db8:7:${index}::1`), async (inTurn) => {
      await promise
      return inTurn(async () => index)
    }),
  )
  const outcomes = Promise.allSettled(busy)
  resolve()
  const refused = (await outcomes).filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(1)
  expect(refused[0]).toMatchObject({ reason: { code: 'unavailable', retryAfterSeconds: 10 } })
  expect(queue.isCrowded()).toBe(false)
})

test('four visits per hash at a time make it crowded, in whatever lane', async () => {
  const queue = createFairQueue({ atOnce: 2 })
  const { visit, endAll } = startHashing(queue)
  for (let index = 0; index < 7; index += 1) void visit(`${index}`, index % 2 ? provenAt('10.0.0.1') : ownerOf('ada'))
  expect(queue.isCrowded()).toBe(false)
  void visit('8', strangerAt('10.0.0.2'))
  expect(queue.isCrowded()).toBe(true)
  await endAll()
  expect(queue.isCrowded()).toBe(false)
})

test('as many hashes run as processors, threads and memory allow', () => {
  const machine = { processors: 8, threads: 16, memory: 64 * 2 ** 30 }
  expect(hashesAtOnce(machine)).toBe(7)
  expect(hashesAtOnce({ ...machine, processors: 2 })).toBe(2)
  expect(hashesAtOnce({ ...machine, processors: 1 })).toBe(1)
  expect(hashesAtOnce({ ...machine, threads: 4 })).toBe(3)
  expect(hashesAtOnce({ ...machine, threads: 1 })).toBe(1)
  expect(hashesAtOnce({ ...machine, memory: 2 ** 30 })).toBe(2)
  expect(hashesAtOnce({ ...machine, memory: 2 ** 28 })).toBe(1)
})

test.runIf(availableParallelism() > 1)('many passwords at once leave the process free for other requests', async () => {
  const queue = createFairQueue({ atOnce: hashesAtOnce(thisMachine()) })
  let hashed = 0
  const hashes = Array.from({ length: 6 }, (_, index) =>
    queue
      .hold(ownerOf(`${index}`), (inTurn) => hashPassword('correct horse battery', usualCost, inTurn))
      .then(() => (hashed += 1)),
  )
  const delays: number[] = []
  for (let before = performance.now(); hashed < hashes.length; before = performance.now()) {
    await new Promise((resolve) => setTimeout(resolve, 5))
    delays.push(performance.now() - before - 5)
  }
  await Promise.all(hashes)
  delays.sort((a, b) => a - b)
  expect(delays.length).toBeGreaterThan(10)
  // On the main thread one hash alone would take longer than this. Half of the turns, since other processes delay some.
  expect(delays[Math.floor(delays.length * 0.5)]).toBeLessThan(50)
})
