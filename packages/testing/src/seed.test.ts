import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs, seed, seededBytes, seededRandom } from './seed.ts'

const take = (name: string, count: number) => Array.from({ length: count }, seededRandom(name))

test('a generator repeats itself, and another name gives other numbers', () => {
  expect(take('order', 20)).toEqual(take('order', 20))
  expect(new Set([...take('order', 20), ...take('orders', 20), ...take('redro', 20)]).size).toBe(60)
})

test('the numbers lie evenly in [0, 1), whatever the name', () => {
  for (const name of ['', 'a', 'b', 'times of rows']) {
    const numbers = take(name, 10_000)
    expect(Math.min(...numbers), name).toBeGreaterThanOrEqual(0)
    expect(Math.max(...numbers), name).toBeLessThan(1)
    const tenths = Array.from(
      { length: 10 },
      (_, tenth) => numbers.filter((at) => Math.floor(at * 10) === tenth).length,
    )
    // 1000 each with a deviation of 30; five times that is beyond chance even of a nightly seed.
    expect(Math.min(...tenths), name).toBeGreaterThan(850)
    expect(Math.max(...tenths), name).toBeLessThan(1150)
  }
})

test('bytes repeat themselves too, and take every value', () => {
  const bytes = seededBytes('a file')
  const [first, second] = [bytes(5_000), bytes(5_000)]
  expect(first.equals(second)).toBe(false)
  expect(new Set(first).size).toBe(256)
  expect(seededBytes('a file')(10_000)).toEqual(Buffer.concat([first, second]))
})

test('properties draw from the seed of the run, in every file', () => {
  expect(fc.readConfigureGlobal()).toMatchObject({ seed, numRuns: runs(100) })
  const drawn: number[] = []
  fc.assert(fc.property(fc.integer(), (number) => void drawn.push(number)))
  expect(drawn).toEqual(fc.sample(fc.integer(), { seed, numRuns: runs(100) }))
})

test('a property that fails says its seed', () => {
  expect(() => fc.assert(fc.property(fc.integer(), () => false))).toThrow(`seed: ${seed}`)
})
