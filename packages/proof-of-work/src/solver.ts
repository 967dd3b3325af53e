import { prepare } from './prepare.ts'
import { solveInScript } from './solve-in-script.ts'
import { createWasmProgram } from './wasm-program.ts'
import { solverWasm } from './solver-wasm.ts'

/** One stretch of counters to try for one sub-puzzle. */
export interface Stretch {
  /** First block, 64 bytes, as `readChallenge` gives it. */
  readonly prefix: Uint8Array
  readonly target: number
  /** Number of the sub-puzzle, 0 … 31. */
  readonly index: number
  /** First counter, and how many to try: a multiple of 8, below 2^31; together at most 2^32. */
  readonly start: number
  readonly count: number
}

export interface Solver {
  /** How it computes: WebAssembly with SIMD, or plain script where WebAssembly is missing or forbidden. */
  readonly kind: 'wasm' | 'script'
  /** The first counter of the stretch that meets the sub-puzzle, or −1 when none does. */
  solve(stretch: Stretch): number
}

/** The fastest solver that this place allows. Never rejects: a page whose policy forbids WebAssembly gets the script. */
export async function createSolver({ wasm }: { wasm: boolean }): Promise<Solver> {
  if (wasm) {
    try {
      return createWasmSolver(await createWasmProgram(solverWasm))
    } catch {
      // No SIMD (LinkError, CompileError), or the page's policy forbids it (CompileError, EvalError).
    }
  }
  return { kind: 'script', solve: ({ prefix, target, index, start, count }) => behind(start, solveInScript(prepare(prefix, index), start, count, target)) }
}

function createWasmSolver({ words, run }: Awaited<ReturnType<typeof createWasmProgram>>): Solver {
  return {
    kind: 'wasm',
    solve({ prefix, target, index, start, count }) {
      words.set(prepare(prefix, index))
      return behind(start, run(start, count, target))
    },
  }
}

function behind(start: number, distance: number): number {
  return distance < 0 ? distance : start + distance
}
