import { createSolver, solveIndices } from '@bollard/proof-of-work'

/**
 * Solves in the page's own thread, at most 8 ms at a time, with WebAssembly if the page allows it. `policy` is the page's, or
 * `script` where its owner says that it forbids WebAssembly.
 */
export async function solveInPage(
  puzzle: { readonly prefix: Uint8Array; readonly target: number },
  indices: readonly number[],
  signal: AbortSignal,
  onSolved: (index: number, counter: number) => void,
  policy: string | undefined,
): Promise<void> {
  const solver = await createSolver({ wasm: policy !== 'script' && allowsWasm(policy ?? '') })
  await solveIndices(puzzle, indices, { solver, signal, sliceMs: 8 }, onSolved)
}

/** Whether a content policy lets scripts start WebAssembly. To try it would be reported to the website's owner. */
export function allowsWasm(policy: string): boolean {
  const [, sources] =
    /(?:^|;)\s*script-src\s([^;]*)/iu.exec(policy) ?? /(?:^|;)\s*default-src\s([^;]*)/iu.exec(policy) ?? []
  return sources === undefined || /'(?:wasm-)?unsafe-eval'/iu.test(sources)
}
