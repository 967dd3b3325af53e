import { expect, test } from 'vitest'
import { createQueue } from './few-at-once.ts'

test('no more than the given number run at once, in the order in which they came, and a failure frees its place', async () => {
  const queue = createQueue(2)
  const started: number[] = []
  let running = 0
  let most = 0
  const work = (index: number) => async () => {
    started.push(index)
    most = Math.max(most, (running += 1))
    await new Promise<void>((resolve) => void setImmediate(resolve))
    running -= 1
    if (index % 3 === 0) throw new Error(`work ${index} failed`)
    return index
  }
  const results = await Promise.allSettled(Array.from({ length: 20 }, (_none, index) => queue(work(index))))
  expect(most).toBe(2)
  expect(started).toEqual(Array.from({ length: 20 }, (_none, index) => index))
  expect(results.filter(({ status }) => status === 'rejected').length).toBe(7)
  expect(await queue(async () => 'still open')).toBe('still open')
})
