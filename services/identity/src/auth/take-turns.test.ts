import { availableParallelism } from 'node:os'
import { ProblemError } from '@bollard/http'
import { expect, test } from 'vitest'
import { hashPassword, usualCost } from './password-hash.ts'
import { takeTurns } from './take-turns.ts'

test('no more than so many run at once, in their order, and a failure gives its place back', async () => {
  const inTurn = takeTurns({ atOnce: 2, waitingMax: 10 })
  const order: number[] = []
  let [running, most] = [0, 0]
  const work = (index: number) => async () => {
    running += 1
    most = Math.max(most, running)
    order.push(index)
    await new Promise((resolve) => setTimeout(resolve, 2))
    running -= 1
    if (index % 3 === 0) throw new Error('failed')
    return index
  }
  const outcomes = await Promise.allSettled(Array.from({ length: 9 }, (_, index) => inTurn(work(index))))
  expect(most).toBe(2)
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(3)
  expect(await inTurn(async () => 'free again')).toBe('free again')
})

test('whoever comes when too many wait is sent away at once', async () => {
  const inTurn = takeTurns({ atOnce: 1, waitingMax: 1 })
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = inTurn(() => promise)
  const second = inTurn(async () => 'second')
  await expect(inTurn(async () => 'third')).rejects.toThrow(ProblemError)
  resolve()
  await first
  expect(await second).toBe('second')
})

test.runIf(availableParallelism() > 1)('many passwords at once leave the process free for other requests', async () => {
  let hashed = 0
  const hashes = Array.from({ length: 6 }, () =>
    hashPassword('correct horse battery', usualCost).then(() => (hashed += 1)),
  )
  const delays: number[] = []
  for (let before = performance.now(); hashed < hashes.length; before = performance.now()) {
    await new Promise((resolve) => setTimeout(resolve, 5))
    delays.push(performance.now() - before - 5)
  }
  await Promise.all(hashes)
  delays.sort((a, b) => a - b)
  expect(delays.length).toBeGreaterThan(10)
  // On the main thread one hash alone would take longer than this.
  expect(delays[Math.floor(delays.length * 0.75)]).toBeLessThan(50)
})
