import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createEquixSolver } from './create-equix-solver.ts'
import { randomSeed } from './random-seed.ts'
import { solveEquixIndices } from './solve-equix-indices.ts'
import { verifyEquix } from './verify-equix.ts'

const prefix = randomSeed(3).subarray(0, 64)
const target = 2 ** 31

/** The seed as the specification of the challenge says, by other means than the solver's. */
function seedOf(index: number, nonce: number): Buffer {
  const numbers = Buffer.alloc(8)
  numbers.writeUInt32BE(index)
  numbers.writeUInt32BE(nonce, 4)
  return Buffer.concat([prefix, numbers])
}

test('each proof is the nonce and an Equi-X solution of its seed whose SHA-256 is below the target', async () => {
  const proofs = new Map<number, Uint8Array>()
  await solveEquixIndices({ prefix, target }, [31, 0, 7], { solver: await createEquixSolver() }, (index, proof) =>
    proofs.set(index, proof),
  )
  expect([...proofs.keys()]).toEqual([31, 0, 7])
  for (const [index, proof] of proofs) {
    const seed = seedOf(index, Buffer.from(proof).readUInt32BE())
    expect(verifyEquix(seed, proof.subarray(4))).toBe('ok')
    expect(createHash('sha256').update(seed).update(proof.subarray(4)).digest().readUInt32BE()).toBeLessThan(target)
  }
})

test('nonces are tried from zero, and the first solution that meets the target is taken', async () => {
  const asked: number[] = []
  const solutions = Array.from({ length: 40 }, (_, i) => Uint8Array.from({ length: 16 }, () => i))
  const solver = {
    solve(seed: Uint8Array) {
      asked.push(Buffer.from(seed).readUInt32BE(68))
      return asked.length === 3 ? solutions : []
    },
  }
  const proofs: Uint8Array[] = []
  await solveEquixIndices({ prefix, target: 2 ** 29 }, [5], { solver }, (_index, proof) => proofs.push(proof))
  expect(asked).toEqual([0, 1, 2])
  const first = solutions.find(
    (solution) => createHash('sha256').update(seedOf(5, 2)).update(solution).digest().readUInt32BE() < 2 ** 29,
  )
  expect(proofs).toEqual([Uint8Array.from([0, 0, 0, 2, ...(first ?? [])])])
})

test('the thread is given back between nonces, so an abort is heard', async () => {
  const controller = new AbortController()
  let nonces = 0
  const solver = {
    solve: () => {
      if (++nonces === 2) setImmediate(() => controller.abort(new Error('enough')))
      return []
    },
  }
  await expect(
    solveEquixIndices({ prefix, target }, [0], { solver, signal: controller.signal }, () => undefined),
  ).rejects.toThrow('enough')
  expect(nonces).toBeGreaterThanOrEqual(2)
})
