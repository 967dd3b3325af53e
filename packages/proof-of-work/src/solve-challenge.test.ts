import { expect, test } from 'vitest'
import { keyOf, tokenOf } from './challenge-fixture.ts'
import { createSolver, encodeSolution, readChallenge, solveChallenge, solveIndices } from './index.ts'
import { decodeChallenge, expectedHashes, targetOf, verifySolution } from './server.ts'

const solver = await createSolver({ wasm: true })
const all = [...Array(32).keys()]

test('the solution passes, and progress is told once for each sub-puzzle in turn', async () => {
  const told: [number, number][] = []
  const solution = await solveChallenge({
    token: tokenOf(),
    solver,
    onProgress: (solved, count) => told.push([solved, count]),
  })
  expect(told).toEqual(all.map((i) => [i + 1, 32]))
  const challenge = decodeChallenge(tokenOf(), keyOf)
  expect(typeof challenge === 'object' && verifySolution(challenge, solution)).toBe(true)
})

test('script and WebAssembly find the same solution', async () => {
  expect(await solveChallenge({ token: tokenOf(), solver: await createSolver({ wasm: false }) })).toBe(
    await solveChallenge({ token: tokenOf(), solver }),
  )
})

test('split over several solvers it is the same work', async () => {
  const counters: number[] = []
  const puzzle = readChallenge(tokenOf())
  await Promise.all(
    [0, 1, 2].map(async (worker) =>
      solveIndices(
        puzzle,
        all.filter((i) => i % 3 === worker),
        { solver: await createSolver({ wasm: true }) },
        (index, counter) => (counters[index] = counter),
      ),
    ),
  )
  expect(encodeSolution(counters)).toBe(await solveChallenge({ token: tokenOf(), solver }))
})

test('the thread is given back after each slice, and an abort then ends the work', async () => {
  const abort = new AbortController()
  let time = 0
  let slices = 0
  // Impossible work; the clock moves on one millisecond with each look at it.
  const work = solveIndices(
    { prefix: new Uint8Array(64), target: 0 },
    [0],
    { solver, signal: abort.signal, sliceMs: 4, now: () => time++ },
    () => {},
  )
  const watch = () => {
    if (++slices === 5) abort.abort(new Error('the visitor left'))
    else setImmediate(watch)
  }
  setImmediate(watch)
  await expect(work).rejects.toThrow('the visitor left')
  expect(slices).toBe(5)
})

test('work that is aborted beforehand is not begun', async () => {
  await expect(solveChallenge({ token: tokenOf(), solver, signal: AbortSignal.abort() })).rejects.toThrow(/abort/iu)
})

test('a challenge takes as many hashes as its target says', async () => {
  let hashes = 0
  const challenges = 64
  for (let id = 0; id < challenges; id++) {
    await solveIndices(
      readChallenge(tokenOf(id, { target: targetOf(2 ** 13) })),
      all,
      { solver },
      (_, counter) => (hashes += counter + 1),
    )
  }
  // 2048 geometric draws: the mean lies within 13 % of its expectation in all but one of 10^8 runs, and the input is fixed.
  expect(Math.abs(hashes / challenges / expectedHashes(targetOf(2 ** 13)) - 1)).toBeLessThan(0.13)
})
