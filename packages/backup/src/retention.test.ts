import fc from 'fast-check'
import { runs, seed } from '@bollard/testing'
import { beforeAll, expect, test } from 'vitest'
import { applyRetention } from './apply-retention.ts'
import { manifestPath, partPath } from './manifest.ts'
import { chooseKept, readKeep } from './retention.ts'
import { createBackupKey, createSealing, type Sealing } from './sealing.ts'
import { fillBase, fillLog } from './testing/fill-target.ts'
import { createMemoryTarget } from './testing/memory-target.ts'

test('a text of numbers of days, weeks and months is read, and every other is refused', () => {
  expect(readKeep('7 daily, 4 weekly')).toEqual({ daily: 7, weekly: 4, monthly: 0 })
  expect(readKeep('12 monthly')).toEqual({ daily: 0, weekly: 0, monthly: 12 })
  for (const text of [
    '',
    '7',
    'daily',
    '0 daily',
    '7 daily 4 weekly',
    '7 daily, 2 daily',
    '-1 daily',
    '7 yearly',
    '7 daily,',
  ])
    expect(readKeep(text), text).toBe(null)
})

const day = (text: string) => ({ id: text, at: new Date(`2026-${text}:00Z`) })
const later = new Date('2030-01-01T00:00:00Z')

test('of each day, week and month the newest is kept, and all of the last 24 hours', () => {
  const backups = [
    '02-27T02:00',
    '03-01T02:00',
    '03-02T02:00',
    '03-08T02:00',
    '03-09T02:00',
    '03-10T02:00',
    '03-10T14:00',
  ].map(day)
  const kept = (daily: number, weekly: number, monthly: number, now = later) =>
    [...chooseKept(backups, { daily, weekly, monthly }, null, now)].toSorted()
  expect(kept(2, 0, 0)).toEqual(['03-09T02:00', '03-10T14:00'])
  // 2026-03-09 is a Monday.
  expect(kept(0, 3, 0)).toEqual(['03-01T02:00', '03-08T02:00', '03-10T14:00'])
  expect(kept(0, 0, 2)).toEqual(['02-27T02:00', '03-10T14:00'])
  expect(kept(1, 0, 0, day('03-10T14:01').at)).toEqual(['03-10T02:00', '03-10T14:00'])
  expect(kept(1, 0, 0, day('03-11T02:00').at)).toEqual(['03-10T14:00'])
})

const anyBackups = fc
  .uniqueArray(fc.integer({ min: 0, max: 20_000 }), { maxLength: 60 })
  .map((hours) => hours.map((hour) => ({ id: String(hour), at: new Date(Date.UTC(2026, 0, 1) + hour * 3_600_000) })))
const anyKeep = fc.record({ daily: fc.nat(10), weekly: fc.nat(6), monthly: fc.nat(6) })

test('whatever there is, the newest and the proven stay, no more than asked for stays, and a second time nothing goes', () => {
  fc.assert(
    fc.property(anyBackups, anyKeep, fc.nat(), (backups, keep, pick) => {
      const proven = backups[pick % (backups.length + 1)]?.id ?? null
      const kept = chooseKept(backups, keep, proven, later)
      const newest = backups.toSorted((one, other) => other.at.getTime() - one.at.getTime())[0]
      if (newest) expect(kept.has(newest.id)).toBe(true)
      if (proven !== null) expect(kept.has(proven)).toBe(true)
      expect(kept.size).toBeLessThanOrEqual(keep.daily + keep.weekly + keep.monthly + 2)
      const rest = backups.filter(({ id }) => kept.has(id))
      expect(chooseKept(rest, keep, proven, later)).toEqual(kept)
    }),
    { numRuns: runs(200), seed },
  )
})

let sealing: Sealing
beforeAll(async () => {
  sealing = await createSealing(await createBackupKey())
})
const march = (date: number) => new Date(Date.UTC(2026, 2, date, 2))
const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => `202603${from + n}T020000Z`)
const options = { keep: { daily: 2, weekly: 0, monthly: 0 }, proven: null, now: march(15) }

async function threeBackups() {
  const target = createMemoryTarget(march(12))
  for (const [index, position] of [2, 4, 6].entries()) await fillBase(target, sealing, march(11 + index), position)
  await fillLog(target, sealing, [1, 2, 3, 4, 5, 6])
  target.objects.set('wal/00000002.history.zst.age', Buffer.from('x'))
  return target
}

test('old backups go, and with them the log before the oldest that stays; histories of timelines stay', async () => {
  const target = await threeBackups()
  expect(await applyRetention(target, sealing, options)).toEqual({ backups: ids(11, 11), logFiles: 3 })
  expect([...target.objects.keys()].filter((path) => path.includes('20260311'))).toEqual([])
  expect(target.objects.has(manifestPath('20260312T020000Z'))).toBe(true)
  expect([...target.objects.keys()].filter((path) => path.startsWith('wal/'))).toHaveLength(4)
  expect(await applyRetention(target, sealing, options)).toEqual({ backups: [], logFiles: 0 })
})

test('remains of an interrupted backup go after two days, and one that is being taken stays', async () => {
  const target = await threeBackups()
  target.objects.set(partPath('20260312T090000Z', 0), Buffer.from('half'))
  const early = await applyRetention(target, sealing, { ...options, now: march(13) })
  expect(early.backups).toEqual(ids(11, 11))
  expect((await applyRetention(target, sealing, options)).backups).toEqual(['20260312T090000Z'])
})

test('what cannot be read is never deleted, and neither is any log; without a whole backup nothing is', async () => {
  const target = await threeBackups()
  target.objects.set(manifestPath('20260311T020000Z'), Buffer.from('damaged'))
  expect(await applyRetention(target, sealing, options)).toEqual({ backups: [], logFiles: 0 })
  const count = target.objects.size
  const other = await createSealing(await createBackupKey())
  expect(await applyRetention(target, other, options)).toEqual({ backups: [], logFiles: 0 })
  expect(target.objects.size).toBe(count)
})
