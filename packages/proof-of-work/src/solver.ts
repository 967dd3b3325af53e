import { prepare } from './prepare.ts'
import type { solveInScript } from './solve-in-script.ts'
import { createWasmProgram } from './wasm-program.ts'
import { solverWasm } from './solver-wasm.ts'

/** One stretch of counters to try for one sub-puzzle. */
export interface Stretch {
  /** First block, 64 bytes, as `readChallenge` gives it. */
  readonly prefix: Uint8Array
  readonly target: number
  /** Number of the sub-puzzle, 0 … 31. */
  readonly index: number
  /** First counter, and how many to try, below 2^31; together at most 2^32. */
  readonly start: number
  readonly count: number
}

export interface Solver {
  /** How it computes: WebAssembly with SIMD, or plain script where WebAssembly is missing or forbidden. */
  readonly kind: 'wasm' | 'script'
  /** The first counter of the stretch that meets the sub-puzzle, or −1 when none does. */
  solve(stretch: Stretch): number
}

/** The search in plain script; it is fetched only where it is needed. */
export type SolveInScript = typeof solveInScript

/** The fastest solver that this place allows. Rejects only when the script is needed and cannot be loaded. */
export async function createSolverWith({
  wasm,
  loadScript,
}: {
  wasm: boolean
  loadScript: () => SolveInScript | Promise<SolveInScript>
}): Promise<Solver> {
  if (wasm) {
    try {
      return createWasmSolver(await createWasmProgram(solverWasm))
    } catch {
      // No SIMD (LinkError, CompileError), or the page's policy forbids it (CompileError, EvalError).
    }
  }
  const solveInScript = await loadScript()
  return {
    kind: 'script',
    solve: (stretch) =>
      found(
        stretch,
        solveInScript(prepare(stretch.prefix, stretch.index), stretch.start, stretch.count, stretch.target),
      ),
  }
}

function createWasmSolver({ words, run }: Awaited<ReturnType<typeof createWasmProgram>>): Solver {
  return {
    kind: 'wasm',
    solve(stretch) {
      words.set(prepare(stretch.prefix, stretch.index))
      return found(stretch, run(stretch.start, stretch.count, stretch.target))
    },
  }
}

/** WebAssembly tries eight at a time, so it may look a little past the end of the stretch. */
function found({ start, count }: Stretch, distance: number): number {
  return distance < 0 || distance >= count ? -1 : start + distance
}
