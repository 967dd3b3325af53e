import fc from 'fast-check'
import { runs, seed } from '@bollard/testing'
import { expect, test } from 'vitest'
import {
  archivedName,
  followSegments,
  readHistory,
  readLsn,
  readSegmentName,
  segmentAt,
  segmentName,
  timelineAt,
} from './wal-names.ts'

test('every segment has one name, which sorts as it was written', () => {
  const any = fc.record({
    timeline: fc.integer({ min: 1, max: 0xffff_ffff }),
    position: fc.bigInt({ min: 0n, max: 2n ** 40n - 1n }),
  })
  fc.assert(
    fc.property(any, any, (one, other) => {
      expect(readSegmentName(segmentName(one))).toEqual(one)
      const [name = '', later = ''] = [one, other].map(({ position }) => segmentName({ timeline: 1, position }))
      expect(name < later).toBe(one.position < other.position)
    }),
    { numRuns: runs(200), seed },
  )
  expect(segmentName(segmentAt(1, readLsn('0/2000028')))).toBe('000000010000000000000002')
  expect(segmentName(segmentAt(3, readLsn('1/FF000000')))).toBe('0000000300000001000000FF')
})

test('what is no segment is not taken for one, and only files of the log are archived', () => {
  for (const name of [
    '',
    '00000001.history',
    '000000010000000000000100',
    '00000001000000000000000a',
    `${'0'.repeat(24)}.partial`,
  ])
    expect(readSegmentName(name), name).toBe(null)
  for (const name of ['../secrets', '00000001/../00', '000000010000000000000002.tmp', 'x'.repeat(24)])
    expect(archivedName.test(name), name).toBe(false)
  for (const name of [
    '00000002.history',
    '000000010000000000000002',
    '000000010000000000000002.partial',
    '000000010000000000000002.00000028.backup',
  ])
    expect(archivedName.test(name), name).toBe(true)
  expect(() => readLsn('2000028')).toThrow('no position')
})

const names = (timeline: number, ...positions: number[]) =>
  positions.map((position) => segmentName({ timeline, position: BigInt(position) }))

test('a restore needs every segment from its backup to the newest, across a change of timeline, and gaps show', () => {
  const history = readHistory(2, '1\t0/5000100\tbefore 2026-03-14 02:00:00+00\n')
  expect(history).toEqual([
    { timeline: 1, from: 0n },
    { timeline: 2, from: 0x5000100n },
  ])
  const first = { timeline: 1, position: 3n }
  const there = [...names(1, 1, 2, 3, 4, 5, 6), ...names(2, 5, 6, 7)]
  expect(followSegments(first, history, new Set(there))).toEqual({
    found: [...names(1, 3, 4), ...names(2, 5, 6, 7)],
    missing: [],
  })
  expect(followSegments(first, history, new Set(there.filter((name) => !names(1, 4).includes(name))))).toEqual({
    found: names(1, 3),
    missing: names(1, 4),
  })
  expect(followSegments(first, [{ timeline: 1, from: 0n }], new Set(names(1, 1, 2)))).toEqual({
    found: [],
    missing: [],
  })
})

test('a timeline that a restore to a moment left early does not lead to the new one', () => {
  const history = readHistory(5, ['1\t0/5000000', '2\t0/7000000', '3\t0/9000000', '4\t0/6000000'].join('\n'))
  const at = (lsn: string) => timelineAt(history, readLsn(lsn))
  expect(['0/2000000', '0/5800000', '0/6000000', '0/9800000'].map(at)).toEqual([1, 2, 5, 5])
})
