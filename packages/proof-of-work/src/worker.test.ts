import { afterEach, expect, test, vi } from 'vitest'
import { tokenOf } from './challenge-fixture.ts'
import { createSolver, encodeSolution, readChallenge, solveChallenge } from './index.ts'
import { solveInScript } from './solve-in-script.ts'
import { type FromWorker, serve, type ToWorker, type WorkerScope } from './worker.ts'

afterEach(() => vi.unstubAllGlobals())

/** The page's side of a worker. */
function start(extra: Partial<Parameters<typeof serve>[1]> = {}) {
  const said: FromWorker[] = []
  const scope: WorkerScope = { onmessage: null, postMessage: (message) => void said.push(message) }
  serve(scope, { loadScript: async () => solveInScript, probe: () => undefined, ...extra })
  return { said, tell: (data: ToWorker) => Promise.resolve(scope.onmessage?.(new MessageEvent('message', { data }))) }
}

test('each solved sub-puzzle is told, and together they are the solution', async () => {
  const { said, tell } = start()
  const { prefix, target, count } = readChallenge(tokenOf())
  await tell({ type: 'solve', prefix, target, indices: [...Array(count).keys()] })
  expect(encodeSolution(said.flatMap((message) => (message.type === 'solved' ? [message.counter] : [])))).toBe(
    await solveChallenge({ token: tokenOf(), solver: await createSolver({ wasm: false }) }),
  )
})

test('only the indices asked for are solved', async () => {
  const { said, tell } = start()
  await tell({ type: 'solve', ...readChallenge(tokenOf()), indices: [30, 4] })
  expect(said.map((message) => message.type === 'solved' && message.index)).toEqual([30, 4])
})

test('a probe is answered by whoever was plugged in', async () => {
  const { said, tell } = start({ probe: async () => ({ languages: 2 }) })
  await tell({ type: 'probe' })
  expect(said).toEqual([{ type: 'probe', result: { languages: 2 } }])
})

test('a probe that throws is told as a failure, not lost', async () => {
  const { said, tell } = start({
    probe: () => {
      throw new Error('no')
    },
  })
  await tell({ type: 'probe' })
  expect(said).toEqual([{ type: 'failed' }])
})

test('without WebAssembly the script solves', async () => {
  vi.stubGlobal('WebAssembly', undefined)
  const { said, tell } = start()
  await tell({ type: 'solve', ...readChallenge(tokenOf()), indices: [7] })
  expect(said).toMatchObject([{ type: 'solved', index: 7 }])
})

test('without WebAssembly a script that cannot be fetched is told as a failure', async () => {
  vi.stubGlobal('WebAssembly', undefined)
  const { said, tell } = start({ loadScript: () => Promise.reject(new Error('offline')) })
  await tell({ type: 'solve', ...readChallenge(tokenOf()), indices: [0] })
  expect(said).toEqual([{ type: 'failed' }])
})

test('with WebAssembly the script is not even fetched', async () => {
  const { said, tell } = start({ loadScript: () => Promise.reject(new Error('offline')) })
  await tell({ type: 'solve', ...readChallenge(tokenOf()), indices: [0] })
  expect(said).toMatchObject([{ type: 'solved', index: 0 }])
})
