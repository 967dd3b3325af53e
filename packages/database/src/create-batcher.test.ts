import { expect, test } from 'vitest'
import { createBatcher } from './create-batcher.ts'

/** A store whose writes the test lets through one by one. */
function heldStore() {
  const batches: { items: number[]; commit: () => void; fail: (error: Error) => void }[] = []
  const write = (items: number[]) =>
    new Promise<string[]>((resolve, reject) =>
      batches.push({ items, commit: () => resolve(items.map((item) => `stored ${item}`)), fail: reject }),
    )
  return { batches, write }
}

const nextTurn = () => new Promise<void>((resolve) => void setImmediate(resolve))

test('the first item is written at once and what follows collects until it is committed', async () => {
  const { batches, write } = heldStore()
  const batcher = createBatcher({ write, maxItems: 100 })
  const first = batcher.add(1)
  await nextTurn()
  const second = batcher.add(2)
  const third = batcher.add(3)
  await nextTurn()
  expect(batches.map((batch) => batch.items)).toEqual([[1]])
  expect(batcher.depth()).toBe(3)
  batches[0]?.commit()
  expect(await first).toBe('stored 1')
  await nextTurn()
  expect(batches.map((batch) => batch.items)).toEqual([[1], [2, 3]])
  batches[1]?.commit()
  expect(await Promise.all([second, third])).toEqual(['stored 2', 'stored 3'])
  expect(batcher.depth()).toBe(0)
})

test('no item is acknowledged before its batch is committed', async () => {
  const { batches, write } = heldStore()
  const batcher = createBatcher({ write, maxItems: 100 })
  let acknowledged = false
  const added = batcher.add(1).then(() => (acknowledged = true))
  await nextTurn()
  await nextTurn()
  expect(acknowledged).toBe(false)
  batches[0]?.commit()
  await added
  expect(acknowledged).toBe(true)
})

test('a failed batch rejects only its own items', async () => {
  const { batches, write } = heldStore()
  const batcher = createBatcher({ write, maxItems: 100 })
  const first = batcher.add(1)
  await nextTurn()
  const second = batcher.add(2)
  batches[0]?.fail(new Error('database away'))
  await expect(first).rejects.toThrow('database away')
  await nextTurn()
  batches[1]?.commit()
  expect(await second).toBe('stored 2')
})

test('a batch holds at most the given number of items', async () => {
  const sizes: number[] = []
  const batcher = createBatcher({ write: async (items: number[]) => (sizes.push(items.length), items), maxItems: 3 })
  await Promise.all([1, 2, 3, 4, 5, 6, 7].map((item) => batcher.add(item)))
  expect(sizes).toEqual([3, 3, 1])
})

test('a write that answers with too few results acknowledges nothing', async () => {
  const batcher = createBatcher({ write: async (items: number[]) => items.slice(1), maxItems: 10 })
  await expect(batcher.add(1)).rejects.toThrow('answered with 0 results')
})

test('drain waits for what is being written and for what was added meanwhile', async () => {
  const { batches, write } = heldStore()
  const batcher = createBatcher({ write, maxItems: 100 })
  const first = batcher.add(1)
  await nextTurn()
  const second = batcher.add(2)
  let drained = false
  const draining = batcher.drain().then(() => (drained = true))
  batches[0]?.commit()
  await first
  await nextTurn()
  expect(drained).toBe(false)
  batches[1]?.commit()
  await second
  await draining
  expect(batcher.depth()).toBe(0)
})

test('drain of an idle batcher and of a failing one resolves', async () => {
  const batcher = createBatcher({ write: async () => Promise.reject(new Error('away')), maxItems: 100 })
  await batcher.drain()
  const refused = expect(batcher.add(1)).rejects.toThrow('away')
  await batcher.drain()
  await refused
})

test('who waited too long for a slow database is refused and never written', async () => {
  const { batches, write } = heldStore()
  let now = 0
  const batcher = createBatcher({ write, maxItems: 100, now: () => now })
  const first = batcher.add(1)
  await nextTurn()
  const overdue = expect(batcher.add(2)).rejects.toThrow('Too much waits')
  now = 4_000
  const inTime = batcher.add(3)
  now = 6_000
  batches[0]?.commit()
  await Promise.all([first, overdue, nextTurn()])
  batches[1]?.commit()
  expect(await inTime).toBe('stored 3')
  expect(batches.map((batch) => batch.items)).toEqual([[1], [3]])
})

test('more than so many items do not wait for a database that is away', async () => {
  const batcher = createBatcher({ write: () => new Promise<number[]>(() => {}), maxItems: 1 })
  for (let item = 0; item < 20_001; item += 1) batcher.add(item).catch(() => {})
  await expect(batcher.add(0)).rejects.toThrow('Too much waits')
  expect(batcher.depth()).toBeLessThanOrEqual(20_001)
})
