import type { ToWorker } from '@bollard/proof-of-work/worker'
import { expect, test } from 'vitest'
import { createPool, type FromPoolWorker, threadsFor } from './pool.ts'
import type { FromFrame } from './protocol.ts'

/** Workers that answer when they are told to. */
function poolOf(cores: number) {
  const workers: {
    algorithm: string
    asked: ToWorker[]
    answer: (message: FromPoolWorker) => void
    fail: () => void
  }[] = []
  const sent: FromFrame[] = []
  const startWorker = (algorithm: string) => {
    const worker: Pick<Worker, 'postMessage' | 'onmessage' | 'onerror' | 'terminate'> = {
      onmessage: null,
      onerror: null,
      postMessage: (message: ToWorker) => void asked.push(message),
      terminate: () => void (worker.onmessage = null),
    }
    const asked: ToWorker[] = []
    const owner = worker as Worker
    workers.push({
      algorithm,
      asked,
      answer: (message) => owner.onmessage?.call(owner, new MessageEvent('message', { data: message })),
      fail: () => owner.onerror?.call(owner, new Event('error') as ErrorEvent),
    })
    return worker
  }
  return {
    pool: createPool({ startWorker, threads: threadsFor(cores), send: (message) => sent.push(message) }),
    workers,
    sent,
  }
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
  pool.solve({ type: 'solve', algorithm: 'sha256', prefix: new Uint8Array(64), target: 1, count: 32 })
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

test('other work stops the workers of the first and starts those that can do it', () => {
  const { pool, workers, sent } = poolOf(3)
  pool.solve({ type: 'solve', algorithm: 'equix', prefix: new Uint8Array(64), target: 1, count: 32 })
  expect(workers.map(({ algorithm, asked }) => [algorithm, asked.length])).toEqual([
    ['sha256', 0],
    ['sha256', 0],
    ['equix', 1],
    ['equix', 1],
  ])
  workers[0]?.answer({ type: 'solved', index: 3, counter: 1 })
  expect(sent).toEqual([])
})

test('a tired worker is replaced, and its successor gets what it had left', () => {
  const { pool, workers } = poolOf(2)
  pool.solve({ type: 'solve', algorithm: 'equix', prefix: new Uint8Array(64), target: 1, count: 32 })
  const first = workers.at(-1)
  const [one = -1, ...others] = indicesOf(first?.asked[0])
  first?.answer({ type: 'solved', index: one, counter: new Uint8Array(20) })
  first?.answer({ type: 'tired' })
  expect(workers.length).toBe(3)
  expect(indicesOf(workers.at(-1)?.asked[0])).toEqual(others)
  first?.answer({ type: 'tired' })
  expect(workers.length).toBe(3)
})
