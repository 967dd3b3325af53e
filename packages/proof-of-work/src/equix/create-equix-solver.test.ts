import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { startBoth } from './compare-programs.ts'
import { createEquixSolver, hashAll, startHash } from './create-equix-solver.ts'
import { findAllSolutions } from './find-all-solutions.ts'
import { places } from './programs.ts'
import { randomSeed } from './random-seed.ts'
import vectors from './vectors.json' with { type: 'json' }
import { verifyEquix } from './verify-equix.ts'

const fromHex = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

test('all published solutions are found, and a seed without a program has none', async () => {
  const solver = await createEquixSolver()
  for (const { challenge, solutions } of vectors.equix.cases) {
    const found = solver.solve(fromHex(challenge)).map(toHex)
    expect(found).toEqual(expect.arrayContaining(solutions))
    if (vectors.seeds.cases.some(({ seed, usable }) => seed === challenge && !usable)) expect(found).toEqual([])
  }
  for (const { challenge, solution } of vectors.equixValid.cases)
    expect(solver.solve(fromHex(challenge)).map(toHex)).toContain(solution)
})

test('at least what the published solver finds for the first twenty numbers', async () => {
  const solver = await createEquixSolver()
  const found = [...Array(20).keys()].map((number) => solver.solve(Uint8Array.from([number, 0, 0, 0])).length)
  expect(found[0]).toBeGreaterThanOrEqual(vectors.equixCounts.firstHas)
  expect(found.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(vectors.equixCounts.allTogether)
})

test('exactly the solutions that exist are found, none twice', async () => {
  const { prepare, solve } = await startBoth()
  const solver = await createEquixSolver()
  for (const number of [1, 2]) {
    hashAll(solve, startHash(solve, prepare(randomSeed(number))))
    const all = findAllSolutions(new BigUint64Array(solve.memory.buffer, places.hashes, 65_536))
    expect(solver.solve(randomSeed(number)).map(toHex).toSorted()).toEqual(all.toSorted())
  }
})

test('numbers that make a pair, a four or a solution with themselves count', async () => {
  const { solve } = await startBoth()
  const hashes = new BigUint64Array(solve.memory.buffer, places.hashes, 65_536)
  // No two ones fit. Beside them: two that cancel out, and one whose double, four times it and eight times it just vanish.
  hashes.fill(1n)
  hashes.set([5n, 2n ** 60n - 5n], 9)
  hashes.set([2n ** 57n], 70)
  const expected = findAllSolutions(hashes)
  const count = solve.find()
  const found = Array.from({ length: count }, (_, i) =>
    toHex(new Uint8Array(solve.memory.buffer, places.solutions + i * 16, 16)),
  )
  expect(found.toSorted()).toEqual(expected.toSorted())
  for (const solution of [[9, 10, 9, 10, 9, 10, 9, 10], Array<number>(8).fill(70)])
    expect(found).toContain(toHex(new Uint8Array(Uint16Array.from(solution).buffer)))
})

test('200 nonces: every solution verifies, none is missing, and what was compiled is let go', async () => {
  const made: WeakRef<WebAssembly.Module>[] = []
  class Remembered extends WebAssembly.Module {
    constructor(bytes: BufferSource) {
      super(bytes)
      made.push(new WeakRef(this))
    }
  }
  vi.stubGlobal('WebAssembly', Object.create(WebAssembly, { Module: { value: Remembered } }))
  const solver = await createEquixSolver()
  const before = await memoryInUse()
  let solutions = 0
  for (let number = 0; number < 200; number++) {
    const seed = randomSeed(number)
    for (const solution of solver.solve(seed)) {
      expect(verifyEquix(seed, solution)).toBe('ok')
      solutions++
    }
  }
  vi.unstubAllGlobals()
  // These seeds always have as many, and two a nonce is what Equi-X has on average.
  expect(solutions).toBe(371)
  expect(made).toHaveLength(200)
  expect((await memoryInUse()) - before).toBeLessThan(64e6)
  expect(made.filter((module) => module.deref()).length).toBeLessThan(3)
}, 120_000)

/** Bytes of this process once nothing is held that could be let go; what a job has touched is held until it ends. */
async function memoryInUse(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  await setImmediate()
  if (typeof collect === 'function') collect()
  return process.memoryUsage.rss()
}
