import { batchInputs, inputs, places, type SolveProgram, startProgram, writeSeed } from './programs.ts'
import { solveWasm } from './solve-wasm.ts'

/** Length of a solution: eight positions of 16 bits, little-endian. */
export const solutionBytes = 16

export interface EquixSolver {
  /**
   * Every Equi-X solution of this seed (up to 128 bytes), 16 bytes each; none when the seed gives no program.
   * Blocks its thread for about ten milliseconds.
   */
  solve(seed: Uint8Array): readonly Uint8Array[]
}

/**
 * A solver that makes a WebAssembly module of each seed's program; it keeps one memory of 1.7 MiB and no module.
 * Rejects where WebAssembly, or compiling it at run time, is missing or forbidden.
 */
export async function createEquixSolver(): Promise<EquixSolver> {
  const program = await startProgram<SolveProgram>(solveWasm)
  const bytes = new Uint8Array(program.memory.buffer)
  const wideArithmetic = hasWideArithmetic()
  return {
    solve(seed) {
      writeSeed(bytes, seed)
      const length = program.compile(seed.length, wideArithmetic)
      if (!length) return []
      hashAll(program, startHash(program, length))
      return Array.from({ length: program.find() }, (_, i) =>
        bytes.slice(places.solutions + i * solutionBytes, places.solutions + (i + 1) * solutionBytes),
      )
    },
  }
}

/** Runs the program on the registers that lie between two addresses, 64 bytes an input. */
export type Hash = (from: number, to: number) => void

/** Compiles and starts the module of this length that `compile` has left in memory. */
export function startHash({ memory }: SolveProgram, length: number): Hash {
  const module = new WebAssembly.Module(new Uint8Array(memory.buffer, places.code, length))
  return exportOf(new WebAssembly.Instance(module, { e: { m: memory } }))
}

/** In batches, because registers then stay in the first cache, and because engines change to better code only between calls. */
export function hashAll(program: SolveProgram, hash: Hash): void {
  for (let input = 0; input < inputs; input += batchInputs) {
    program.before(input)
    hash(places.batch, places.batchEnd)
    program.after(input)
  }
}

/** assembly/emit.as exports exactly this. */
function exportOf(instance: WebAssembly.Instance): Hash {
  return instance.exports['f'] as Hash
}

/** Whether the engine multiplies 64 by 64 bits in one instruction; asked with a function that does so with two zeros. */
export function hasWideArithmetic(): boolean {
  const body = [0x42, 0, 0x42, 0, 0xfc, 0x16, 0x1a, 0x1a, 0x0b]
  return WebAssembly.validate(
    Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 3, 2, 1, 0, 10, 12, 1, 10, 0, ...body),
  )
}
