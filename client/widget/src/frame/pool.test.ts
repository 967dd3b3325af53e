import type { FromWorker, ToWorker } from '@bollard/proof-of-work/worker'
import { expect, test } from 'vitest'
import { createPool, threadsFor } from './pool.ts'
import type { FromFrame } from './protocol.ts'

/** Workers that answer when they are told to. */
function poolOf(cores: number) {
  const workers: { asked: ToWorker[]; answer: (message: FromWorker) => void; fail: () => void }[] = []
  const sent: FromFrame[] = []
  const startWorker = () => {
    const worker: Pick<Worker, 'postMessage' | 'onmessage' | 'onerror'> = {
      onmessage: null,
      onerror: null,
      postMessage: (message: ToWorker) => void asked.push(message),
    }
    const asked: ToWorker[] = []
    const owner = worker as Worker
    workers.push({
      asked,
      answer: (message) => owner.onmessage?.call(owner, new MessageEvent('message', { data: message })),
      fail: () => owner.onerror?.call(owner, new Event('error') as ErrorEvent),
    })
    return worker
  }
  return { pool: createPool({ startWorker, threads: threadsFor(cores), send: (message) => sent.push(message) }), workers, sent }
}

const indicesOf = (message: ToWorker | undefined) => (message?.type === 'solve' ? message.indices : [])

test.for([
  [undefined, 1],
  [1, 1],
  [2, 1],
  [4, 3],
  [64, 8],
] as const)('%s cores give %i threads', ([cores, threads]) => {
  expect(threadsFor(cores)).toBe(threads)
})

test('every sub-puzzle is given out once, whoever is faster', () => {
  const { pool, workers, sent } = poolOf(3)
  pool.solve({ type: 'solve', prefix: new Uint8Array(64), target: 1, count: 32 })
  const given: number[] = []
  const [fast, slow] = workers
  const drain = (worker: typeof fast) => {
    for (let message = worker?.asked.shift(); message; message = worker?.asked.shift())
      for (const index of indicesOf(message)) {
        given.push(index)
        worker?.answer({ type: 'solved', index, counter: 7 })
      }
  }
  drain(fast)
  expect(given.length).toBeGreaterThan(16)
  drain(slow)
  expect(given.toSorted((a, b) => a - b)).toEqual([...Array(32).keys()])
  expect(sent.length).toBe(32)
})

test('one worker is asked what it says of the browser', () => {
  const { pool, workers, sent } = poolOf(4)
  pool.probe()
  expect(workers.map(({ asked }) => asked.length)).toEqual([1, 0, 0])
  workers[0]?.answer({ type: 'probe', result: 'a' })
  expect(sent).toEqual([{ type: 'probe', result: 'a' }])
})

test('a worker that cannot start is told on', () => {
  const { workers, sent } = poolOf(2)
  workers[0]?.fail()
  expect(sent).toEqual([{ type: 'failed' }])
})
