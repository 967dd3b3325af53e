/* oxlint-disable unicorn/require-post-message-target-origin -- a worker has one owner and no origin to name */
import start, { solve_pow as solve } from '../../../node_modules/@cap.js/wasm/browser/cap_wasm.js'

const starting = start()

/** Solves one of its own puzzles. */
globalThis.onmessage = async ({ data: { salt, target } }: MessageEvent<{ salt: string; target: string }>) => {
  await starting
  globalThis.postMessage(Number(solve(salt, target)))
}
