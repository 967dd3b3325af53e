import { places, startProgram, type VerifyProgram, writeSeed } from './programs.ts'
import { verifyWasm } from './verify-wasm.ts'

/** `sum` stands for the sums of pairs and fours as well as for that of all eight. */
export type EquixVerdict = 'ok' | 'seed-unusable' | 'order' | 'sum'

/** In the order of assembly/verify.as. */
const verdicts: readonly EquixVerdict[] = ['ok', 'seed-unusable', 'order', 'sum']

const program = await startProgram<VerifyProgram>(verifyWasm).catch(() => undefined)
const bytes = program && new Uint8Array(program.memory.buffer)

/**
 * Judges one Equi-X solution (16 bytes) of a seed (up to 128 bytes). The order of its numbers is looked at first, as it
 * costs nothing. Throws `RangeError` on other lengths, and an `Error` in a Node that runs without WebAssembly.
 */
export function verifyEquix(seed: Uint8Array, solution: Uint8Array): EquixVerdict {
  if (!program || !bytes)
    throw new Error('Equi-X needs WebAssembly, and this Node runs without it (--jitless, --disable-wasm)')
  if (solution.length !== 16) throw new RangeError('solution')
  writeSeed(bytes, seed)
  bytes.set(solution, places.solution)
  const verdict = verdicts[program.verify(seed.length)]
  if (!verdict) throw new Error('verdict')
  return verdict
}
