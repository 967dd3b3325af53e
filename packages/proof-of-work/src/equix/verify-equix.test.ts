import { expect, test, vi } from 'vitest'
import { startBoth } from './compare-programs.ts'
import { createEquixSolver, hashAll, startHash } from './create-equix-solver.ts'
import { findFours } from './find-all-solutions.ts'
import { places } from './programs.ts'
import { randomSeed } from './random-seed.ts'
import vectors from './vectors.json' with { type: 'json' }
import { verifyEquix } from './verify-equix.ts'

const fromHex = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))
const verdictOf = (published: string) => (published === 'partial-sum' ? 'sum' : published)

test('published verdicts and solutions', () => {
  const challenge = fromHex(vectors.equixVerify.challenge)
  for (const { solution, verdict } of vectors.equixVerify.cases)
    expect(verifyEquix(challenge, fromHex(solution))).toBe(verdictOf(verdict))
  for (const { challenge: seed, solution } of vectors.equixValid.cases)
    expect(verifyEquix(fromHex(seed), fromHex(solution))).toBe('ok')
  for (const { challenge: seed, solutions } of vectors.equix.cases)
    for (const solution of solutions) expect(verifyEquix(fromHex(seed), fromHex(solution))).toBe('ok')
})

test('of all orders of one solution as many are accepted and refused as published', async () => {
  const seed = new Uint8Array(4)
  const solver = await createEquixSolver()
  const { all, valid, sumWrong, orderWrong } = vectors.equixCounts.permutationsOfTheFirst
  const counts = new Map<string, number>()
  const [first = new Uint8Array(16)] = solver.solve(seed)
  for (const order of permutations([...new Uint16Array(first.buffer)])) {
    const verdict = verifyEquix(seed, new Uint8Array(Uint16Array.from(order).buffer))
    counts.set(verdict, (counts.get(verdict) ?? 0) + 1)
  }
  expect(Object.fromEntries(counts)).toEqual({ ok: valid, sum: sumWrong, order: orderWrong })
  expect(valid + sumWrong + orderWrong).toBe(all)
})

test('a seed without a program is told, once the order is right', () => {
  const seed = fromHex('f9050000')
  expect(verifyEquix(seed, new Uint8Array(16))).toBe('seed-unusable')
  expect(verifyEquix(seed, Uint8Array.from([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]))).toBe('order')
})

test('a solution with any byte altered is refused, with the verdict that the rules give', async () => {
  const solver = await createEquixSolver()
  const seeds = [1, 2, 3].map(randomSeed)
  for (const seed of seeds) {
    for (const solution of solver.solve(seed)) {
      for (let at = 0; at < 16; at++) {
        for (const by of [1, 16, 128]) {
          const altered = solution.with(at, (solution[at] ?? 0) ^ by)
          expect(verifyEquix(seed, altered)).toBe(isOrdered(altered) ? 'sum' : 'order')
        }
      }
      expect(seeds.filter((other) => other !== seed).map((other) => verifyEquix(other, solution))).toEqual([
        'sum',
        'sum',
      ])
    }
  }
})

test('two halves that are right make no solution unless all eight do', async () => {
  const { prepare, solve } = await startBoth()
  hashAll(solve, startHash(solve, prepare(randomSeed(1))))
  // Each half beside itself: everything fits but the 60 bits, which vanish only if 30 of its own do.
  for (const { indices } of findFours(new BigUint64Array(solve.memory.buffer, places.hashes, 65_536)).slice(0, 20)) {
    expect(verifyEquix(randomSeed(1), new Uint8Array(Uint16Array.from([...indices, ...indices]).buffer))).toBe('sum')
  }
})

test('other lengths are an error of the caller', () => {
  expect(() => verifyEquix(new Uint8Array(4), new Uint8Array(15))).toThrow(RangeError)
  expect(() => verifyEquix(new Uint8Array(129), new Uint8Array(16))).toThrow(RangeError)
})

test('a Node without WebAssembly loads the module and says what is missing when asked', async () => {
  vi.stubGlobal('WebAssembly', undefined)
  vi.resetModules()
  const { verifyEquix: verifyWithout } = await import('./verify-equix.ts')
  vi.unstubAllGlobals()
  expect(() => verifyWithout(new Uint8Array(4), new Uint8Array(16))).toThrow('Equi-X needs WebAssembly')
})

/** Rule 7.4, by big numbers. */
function isOrdered(solution: Uint8Array): boolean {
  const number = (from: number, to: number) =>
    BigInt(`0x${Buffer.from(solution.slice(from, to).toReversed()).toString('hex')}`)
  const widths = [2, 4, 8]
  return widths.every((width) =>
    [...Array(8 / width).keys()].every(
      (i) => number(2 * i * width, (2 * i + 1) * width) <= number((2 * i + 1) * width, (2 * i + 2) * width),
    ),
  )
}

function* permutations(items: readonly number[]): Generator<number[]> {
  if (!items.length) yield []
  for (let i = 0; i < items.length; i++)
    for (const rest of permutations(items.toSpliced(i, 1))) yield [items[i] ?? 0, ...rest]
}
