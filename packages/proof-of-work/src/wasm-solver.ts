import type { Solver } from './solver.ts'
export async function createWasmSolver(): Promise<Solver | undefined> {
  return undefined
}
