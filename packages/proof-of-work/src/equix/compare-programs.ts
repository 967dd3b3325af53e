import { type Hash, startHash } from './create-equix-solver.ts'
import { places, type SolveProgram, startProgram, type VerifyProgram, writeSeed } from './programs.ts'
import { solveWasm } from './solve-wasm.ts'
import { verifyWasm } from './verify-wasm.ts'

/** Both ways of computing HashX, for tests and measurements. */
export async function startBoth() {
  const solve = await startProgram<SolveProgram>(solveWasm)
  const verify = await startProgram<VerifyProgram>(verifyWasm)
  const [solveBytes, verifyBytes] = [new Uint8Array(solve.memory.buffer), new Uint8Array(verify.memory.buffer)]
  const view = new DataView(solve.memory.buffer)

  return {
    solve,
    verify,
    /** The seed's program in both; the length of the module, 0 if there is none. Throws if only one of them finds it usable. */
    prepare(seed: Uint8Array, wideArithmetic = false): number {
      writeSeed(solveBytes, seed)
      writeSeed(verifyBytes, seed)
      const length = solve.compile(seed.length, wideArithmetic)
      if (Boolean(length) !== Boolean(verify.prepare(seed.length)))
        throw new Error(`usable: ${Buffer.from(seed).toString('hex')}`)
      return length
    },
    /** The hash of the seed's first few inputs, compiled. */
    hashesCompiled(length: number, count: number, hash: Hash = startHash(solve, length)): bigint[] {
      solve.before(0)
      hash(places.batch, places.batch + count * 64)
      solve.after(0)
      return Array.from({ length: count }, (_, input) => view.getBigUint64(places.hashes + input * 8, true))
    },
    /** One hash, interpreted. */
    hashInterpreted: (input: bigint | number): bigint => BigInt.asUintN(64, verify.interpret(BigInt(input))),
  }
}

/** Compares interpreter and compiler over many seeds, some inputs each; how many had no program. Throws at the first difference. */
export async function comparePrograms(
  first: number,
  count: number,
  seedOf: (number: number) => Uint8Array,
  inputs: number,
): Promise<number> {
  const both = await startBoth()
  let unusable = 0
  for (let number = first; number < first + count; number++) {
    const seed = seedOf(number)
    const length = both.prepare(seed)
    if (!length) unusable++
    else if (both.hashesCompiled(length, inputs).some((hash, input) => hash !== both.hashInterpreted(input)))
      throw new Error(`differ: ${Buffer.from(seed).toString('hex')}`)
  }
  return unusable
}
