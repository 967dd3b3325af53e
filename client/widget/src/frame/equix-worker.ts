import { createEquixSolver, type EquixSolver, solveEquixIndices } from '@bollard/proof-of-work/equix'
import type { ToWorker } from '@bollard/proof-of-work/worker'
import { describeNavigator } from '../collector/describe-navigator.ts'
import type { FromPoolWorker } from './pool.ts'

/** The part of a dedicated worker's global scope that is used here; this file runs nowhere else. */
declare const self: {
  onmessage: ((event: MessageEvent<ToWorker>) => unknown) | null
  postMessage(message: FromPoolWorker): void
}

/** Engines keep some of what each compiled program cost, about 40 kB; only the end of the worker gives it back. */
const noncesUntilTired = 500

let solver: Promise<EquixSolver> | undefined
let nonces = 0

self.onmessage = ({ data }) => answer(data).catch(() => self.postMessage({ type: 'failed' }))

async function answer(message: ToWorker): Promise<void> {
  if (message.type === 'probe') return self.postMessage({ type: 'probe', result: describeNavigator(navigator) })
  const inner = await (solver ??= createEquixSolver())
  const counted: EquixSolver = {
    solve(seed) {
      nonces++
      return inner.solve(seed)
    },
  }
  await solveEquixIndices(message, message.indices, { solver: counted }, (index, counter) => {
    self.postMessage({ type: 'solved', index, counter })
    if (nonces >= noncesUntilTired) self.postMessage({ type: 'tired' })
  })
}
