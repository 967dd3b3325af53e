import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProbedResult } from '@bollard/contracts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSpool, type Spool } from './spool.ts'

let folder: string
const opened: Spool[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bollard-spool-'))
})
afterEach(() => {
  for (const one of opened.splice(0)) one.close()
  rmSync(folder, { recursive: true })
})

function open(bytesMax = 1_048_576): Spool {
  const spool = openSpool(folder, { bytesMax, ageMsMax: 60_000 })
  if (spool === null) throw new Error('somebody else has the folder')
  opened.push(spool)
  return spool
}
function resultAt(at: number): Omit<ProbedResult, 'sequence'> {
  const phases = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, totalMs: 5 }
  const result = {
    at,
    verdict: 'UP' as const,
    phases,
    fault: null,
    detail: null,
    assertions: [],
    facts: {},
    sample: null,
  }
  return { serviceId: '019a9b1c-5d3e-7000-8000-000000000001', version: 1, isOffline: false, result }
}
const momentsOf = (results: readonly ProbedResult[]) => results.map(({ result }) => result.at)

test('results stay until they are delivered, also when the process ends, and numbers only grow', () => {
  const now = Date.now()
  const first = open()
  for (const at of [1, 2, 3]) first.keep(resultAt(now + at))
  first.drop(first.oldest(1)[0]?.sequence ?? 0)
  const numbers = [first.next(), ...first.oldest(10).map(({ sequence }) => sequence)]
  first.close()
  opened.pop()
  const second = open()
  expect(momentsOf(second.oldest(10))).toEqual([now + 2, now + 3])
  expect([second.instance, second.figures()]).toEqual([first.instance, { waiting: 2, dropped: 0 }])
  expect(second.next()).toBeGreaterThan(Math.max(...numbers))
})

test('one process has the folder, and nobody else on the machine may read it', () => {
  open()
  expect(openSpool(folder, { bytesMax: 1, ageMsMax: 1 })).toBeNull()
  expect(statSync(join(folder, 'results.sqlite')).mode & 0o077).toBe(0)
})

test('without room the oldest results go, results that nobody counts any more too, and both are counted', () => {
  const now = Date.now()
  const spool = open(200_000)
  for (let at = 0; at < 1_200; at += 1) spool.keep(resultAt(now + at))
  const { waiting, dropped } = spool.figures()
  expect([waiting + dropped, dropped > 0, waiting > 100]).toEqual([1_200, true, true])
  expect(momentsOf(spool.oldest(1))).toEqual([now + dropped])
  spool.drop(Number.MAX_SAFE_INTEGER)
  spool.keep(resultAt(now - 61_000))
  expect([spool.oldest(10), spool.figures()]).toEqual([[], { waiting: 0, dropped: dropped + 1 }])
})
