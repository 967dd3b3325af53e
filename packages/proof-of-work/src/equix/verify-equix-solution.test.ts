import { seededRandom } from '@bollard/testing/seed'
import { beforeAll, expect, test } from 'vitest'
import { createEquixSolver } from './create-equix-solver.ts'
import { encodeEquixProofs, headOf, proofBytes, seedBytes, seedOf } from './equix-proof.ts'
import { randomSeed } from './random-seed.ts'
import { solveEquixIndices } from './solve-equix-indices.ts'
import { verifyEquixSolution } from './verify-equix-solution.ts'

const random = seededRandom('places that are checked')
const randomInt = (bound: number) => Math.floor(random() * bound)
/** Half of all solutions meet it. */
const challenge = { bytes: Buffer.alloc(108, randomSeed(1)), target: 2 ** 31 }
const proofs: Uint8Array[] = []
let solution = ''

beforeAll(async () => {
  const puzzle = { prefix: challenge.bytes.subarray(0, 64), target: challenge.target }
  await solveEquixIndices(
    puzzle,
    [...Array(32).keys()],
    { solver: await createEquixSolver() },
    (index, proof) => (proofs[index] = proof),
  )
  solution = encodeEquixProofs(proofs)
})

/** A proof whose hash is right and which is no Equi-X solution: cheap to make. */
function madeUp(index: number): Uint8Array {
  for (let nonce = 0; ; nonce++) {
    const proof = new Uint8Array(proofBytes)
    new DataView(proof.buffer).setUint32(0, nonce)
    if (headOf(seedOf(challenge.bytes, index, nonce), proof.subarray(4)) < challenge.target) return proof
  }
}

const replaced = (index: number, proof: Uint8Array) => encodeEquixProofs(proofs.with(index, proof))
const everything = { sample: 32, randomInt }

test('the work of this challenge is accepted, whatever is drawn', () => {
  for (let i = 0; i < 20; i++) expect(verifyEquixSolution(challenge, solution, { randomInt })).toBe(true)
  expect(verifyEquixSolution(challenge, solution, everything)).toBe(true)
})

test('a made-up proof at any place is refused when that place is drawn', () => {
  for (let index = 0; index < 32; index++) {
    const forged = replaced(index, madeUp(index))
    expect(verifyEquixSolution(challenge, forged, everything), `proof ${index}`).toBe(false)
    // The first draw takes the place at hand, the next what has moved up to it.
    let draws = 0
    expect(
      verifyEquixSolution(challenge, forged, { sample: 4, randomInt: (bound) => (draws++ ? bound - 1 : index) }),
    ).toBe(false)
  }
})

test('as many places are drawn as asked for, none twice, with bounds that fit what is left', () => {
  const bounds: number[] = []
  const first = (bound: number) => {
    bounds.push(bound)
    return 0
  }
  expect(verifyEquixSolution(challenge, solution, { randomInt: first })).toBe(true)
  expect(bounds).toEqual([32, 31, 30, 29])
  // Always the first of what is left: places 0 to 3 are looked at, place 4 is not.
  expect(verifyEquixSolution(challenge, replaced(3, madeUp(3)), { randomInt: first })).toBe(false)
  expect(verifyEquixSolution(challenge, replaced(4, madeUp(4)), { randomInt: first })).toBe(true)
})

test('a proof above the target is refused wherever it stands, although it is an Equi-X solution', async () => {
  const solver = await createEquixSolver()
  const found: Uint8Array[] = []
  const count = solver.solve
  const puzzle = { prefix: challenge.bytes.subarray(0, 64), target: 2 ** 32 }
  await solveEquixIndices(
    puzzle,
    [...Array(32).keys()],
    { solver: { solve: count } },
    (index, proof) => (found[index] = proof),
  )
  const above = found.flatMap((proof, index) =>
    headOf(seedOf(challenge.bytes, index, nonceOf(proof)), proof.subarray(4)) >= challenge.target ? [index] : [],
  )
  expect(above.length).toBeGreaterThan(4)
  for (const index of above) {
    expect(
      verifyEquixSolution(
        { ...challenge, target: 2 ** 32 },
        replaced(index, found[index] ?? new Uint8Array()),
        everything,
      ),
    ).toBe(true)
    expect(
      verifyEquixSolution(challenge, replaced(index, found[index] ?? new Uint8Array()), {
        sample: 1,
        randomInt: () => 31 - index,
      }),
    ).toBe(false)
  }
})

test('the work of another challenge, and proofs in another order, are refused', () => {
  expect(verifyEquixSolution({ ...challenge, bytes: Buffer.alloc(108, randomSeed(2)) }, solution, everything)).toBe(
    false,
  )
  expect(verifyEquixSolution(challenge, encodeEquixProofs(proofs.toReversed()), everything)).toBe(false)
  expect(
    verifyEquixSolution(
      challenge,
      encodeEquixProofs(Array.from({ length: 32 }, () => proofs[0] ?? new Uint8Array())),
      everything,
    ),
  ).toBe(false)
})

test('a solution has exactly 640 bytes and one spelling', () => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const sibling = alphabet[alphabet.indexOf(solution.slice(-1)) + 1]
  expect(solution).toHaveLength(854)
  for (const wrong of [
    '',
    solution.slice(1),
    solution.slice(0, -1),
    `${solution}A`,
    `${solution}==`,
    `${solution}\n`,
    `${solution.slice(0, -1)}${sibling}`,
    solution.replace(/^./u, '+'),
    solution.replace(/^./u, ' '),
    encodeEquixProofs(proofs.slice(1)),
    encodeEquixProofs([...proofs, new Uint8Array(proofBytes)]),
  ])
    expect(verifyEquixSolution(challenge, wrong, everything), wrong).toBe(false)
})

test('seed and proof have the lengths that the contract names', () => {
  expect([seedBytes, proofBytes, proofs[0]?.length]).toEqual([72, 20, 20])
})

function nonceOf(proof: Uint8Array): number {
  return new DataView(proof.buffer).getUint32(0)
}
