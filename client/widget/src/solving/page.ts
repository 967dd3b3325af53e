import { createSolver, solveIndices } from '@bollard/proof-of-work'

/** Solves in the page's own thread, at most 8 ms at a time, with WebAssembly if the page allows it. */
export async function solveInPage(
  puzzle: { readonly prefix: Uint8Array; readonly target: number },
  indices: readonly number[],
  signal: AbortSignal,
  onSolved: (index: number, counter: number) => void,
): Promise<void> {
  const solver = await createSolver({ wasm: true })
  await solveIndices(puzzle, indices, { solver, signal, sliceMs: 8 }, onSolved)
}
