import { randomInt } from 'node:crypto'
import { createEquixSolver, encodeEquixProofs, solveEquixIndices } from '@bollard/proof-of-work/equix'
import { randomSeed } from '../../packages/proof-of-work/src/equix/random-seed.ts'
import { verifyEquix } from '../../packages/proof-of-work/src/equix/verify-equix.ts'
import { verifyEquixSolution } from '../../packages/proof-of-work/src/equix/verify-equix-solution.ts'

/** What the service pays, in microseconds of CPU time of this process: for one solution, and for an answer of 32 proofs of which 4 are drawn. */
export async function measureVerify(): Promise<{ verifyMicros: number; verifyAnswerMicros: number }> {
  const solver = await createEquixSolver()
  const solved = Array.from({ length: 60 }, (_, number) => randomSeed(number)).flatMap((seed) =>
    solver.solve(seed).map((solution) => ({ seed, solution })),
  )
  const challenge = { bytes: Buffer.alloc(108, 5), target: 2 ** 31 }
  const proofs: Uint8Array[] = []
  const puzzle = { prefix: challenge.bytes.subarray(0, 64), target: challenge.target }
  await solveEquixIndices(puzzle, [...Array(32).keys()], { solver }, (index, proof) => (proofs[index] = proof))
  const answer = encodeEquixProofs(proofs)
  return {
    verifyMicros: microseconds(1000, (i) => {
      const { seed, solution } = solved[i % solved.length] ?? { seed: new Uint8Array(), solution: new Uint8Array(16) }
      if (verifyEquix(seed, solution) !== 'ok') throw new Error('a solution was not accepted')
    }),
    verifyAnswerMicros: microseconds(200, () => {
      if (!verifyEquixSolution(challenge, answer, { randomInt })) throw new Error('the answer was not accepted')
    }),
  }
}

/** Of a call; the middle of fifteen rounds. */
function microseconds(calls: number, call: (i: number) => void): number {
  const rounds: number[] = []
  for (let round = 0; round < 16; round++) {
    const before = process.threadCpuUsage()
    for (let i = 0; i < calls; i++) call(i)
    const { user, system } = process.threadCpuUsage(before)
    // The first round lets the engine compile.
    if (round > 0) rounds.push((user + system) / calls)
  }
  return Math.round((rounds.toSorted((a, b) => a - b)[7] ?? 0) * 10) / 10
}
