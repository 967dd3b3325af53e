import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Result } from './report.ts'
import { createRun } from './stored-run.ts'

const machine = { cpu: 'none', cores: 2, chromium: 156, node: 'v26' }
const about = { measuredAt: '2026-11-22T12:00:00Z', seed: '1', machine, stepUpFrom: 0.3 }
const result = (id: string, decision: Result['decision'] = 'REFUSED'): Result => ({
  id,
  decision,
  kind: 'bot',
  class: 'default',
  stack: 'puppeteer',
  half: 'seen',
  describe: '',
  score: 0.9,
  rounds: 1,
  reasons: [],
  botd: null,
  seconds: 1,
  detail: null,
})

let path = ''
beforeEach(async () => {
  path = join(await mkdtemp(join(tmpdir(), 'stored-run-')), 'run.json')
})
afterEach(() => rm(join(path, '..'), { recursive: true }))

test('a run goes on where it stood', async () => {
  const first = await createRun(path, { resume: true, about })
  await first.add(result('a'))
  const second = await createRun(path, { resume: true, about })
  expect([second.has('a'), second.has('b')]).toEqual([true, false])
  await second.add(result('b', 'BROKEN'))
  expect((await createRun(path, { resume: true, about })).has('b')).toBe(false)
  const anew = await createRun(path, { resume: false, about })
  expect(anew.has('a')).toBe(false)
})

test('two processes share a file', async () => {
  const [one, other] = [await createRun(path, { resume: true, about }), await createRun(path, { resume: true, about })]
  await Promise.all([one.add(result('a')), other.add(result('b'))])
  await one.add(result('c'))
  expect(
    one
      .results()
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(['a', 'b', 'c'])
  await other.add(result('a', 'PASSED'))
  expect(other.results().filter(({ id }) => id === 'a')).toMatchObject([{ decision: 'PASSED' }])
})

test('results of another seed are not gone on with', async () => {
  await (await createRun(path, { resume: true, about })).add(result('a'))
  await expect(createRun(path, { resume: true, about: { ...about, seed: '2' } })).rejects.toThrow('seed 1')
})

test('a run of a few is written nowhere', async () => {
  const run = await createRun(null, { resume: false, about })
  await run.add(result('a'))
  expect(run.results()).toHaveLength(1)
})
