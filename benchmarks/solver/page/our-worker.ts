/* oxlint-disable unicorn/require-post-message-target-origin -- a worker has one owner and no origin to name */
import { createSolver } from '../../../packages/proof-of-work/src/create-solver.ts'

const starting = createSolver({ wasm: true })

/** Tries so many counters of a puzzle that cannot be met, in the steps in which the widget asks for them. */
globalThis.onmessage = async ({ data: { hashes } }: MessageEvent<{ hashes: number }>) => {
  const solver = await starting
  const prefix = new Uint8Array(64)
  const count = 4096
  for (let start = 0; start < hashes; start += count) solver.solve({ prefix, target: 0, index: 0, start, count })
  globalThis.postMessage(solver.kind)
}
