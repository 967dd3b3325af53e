import { expect, test } from 'vitest'
import { inGroups } from './in-groups.ts'

/** Work that the test lets end. */
function heldWork() {
  const groups: { items: readonly number[]; done: PromiseWithResolvers<readonly string[]> }[] = []
  const work = (items: readonly number[]) => {
    const done = Promise.withResolvers<readonly string[]>()
    groups.push({ items, done })
    return done.promise
  }
  return { groups, work }
}
const turn = () => new Promise<void>((resolve) => void setImmediate(resolve))

test('what comes while a group is under way goes together, in its order and at most so many', async () => {
  const { groups, work } = heldWork()
  const add = inGroups(work, { most: 2, waitMsMax: 60_000 })
  const first = add(1)
  await turn()
  const rest = [2, 3, 4].map(add)
  expect(groups.map(({ items }) => items)).toEqual([[1]])
  groups[0]?.done.resolve(['one'])
  expect(await first).toBe('one')
  await turn()
  groups[1]?.done.resolve(['two', 'three'])
  await turn()
  groups[2]?.done.resolve(['four'])
  expect(await Promise.all(rest)).toEqual(['two', 'three', 'four'])
  expect(groups.map(({ items }) => items)).toEqual([[1], [2, 3], [4]])
})

test('a group that fails, or is answered with too few results, rejects its own items alone', async () => {
  const { groups, work } = heldWork()
  const add = inGroups(work, { most: 10, waitMsMax: 60_000 })
  const failing = expect(add(1)).rejects.toThrow('away')
  await turn()
  const short = Promise.allSettled([add(2), add(3)])
  groups[0]?.done.reject(new Error('away'))
  await failing
  await turn()
  groups[1]?.done.resolve(['two'])
  expect((await short).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const last = add(4)
  await turn()
  groups[2]?.done.resolve(['four'])
  expect(await last).toBe('four')
})

test('what nobody waits for any more is never begun', async () => {
  const { groups, work } = heldWork()
  let now = 0
  const add = inGroups(work, { most: 10, waitMsMax: 100, now: () => now })
  const first = add(1)
  await turn()
  const late = expect(add(2)).rejects.toThrow('waited too long')
  now = 101
  groups[0]?.done.resolve(['one'])
  await first
  await late
  expect(groups).toHaveLength(1)
})
