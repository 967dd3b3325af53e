/* oxlint-disable unicorn/require-post-message-target-origin -- a worker has one owner and no origin to name */
import { measureNonces } from './measure-nonces.ts'

/** Measures so many nonces in this worker. */
globalThis.onmessage = async ({ data: { count } }: MessageEvent<{ count: number }>) =>
  globalThis.postMessage(await measureNonces(count))
