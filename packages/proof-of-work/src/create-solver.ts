import { solveInScript } from './solve-in-script.ts'
import { createSolverWith, type Solver } from './solver.ts'

/** The fastest solver that this place allows, with all programs at hand. Never rejects: where a policy forbids WebAssembly the script solves. */
export function createSolver({ wasm }: { wasm: boolean }): Promise<Solver> {
  return createSolverWith({ wasm, loadScript: () => solveInScript })
}
