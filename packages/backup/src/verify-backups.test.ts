import { beforeAll, expect, test } from 'vitest'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { manifestPath, partPath } from './manifest.ts'
import { RestoreError, type RestoreOptions, restoreBackup } from './restore-backup.ts'
import { createBackupKey, createSealing, DamageError, type Sealing } from './sealing.ts'
import { tarEnd, tarHeader } from './tar.ts'
import { fillBase, fillLog, makeSegment } from './testing/fill-target.ts'
import { createMemoryTarget, type MemoryTarget } from './testing/memory-target.ts'
import { verifyBackups } from './verify-backups.ts'
import { archivedPath } from './wal/archive.ts'

const [first, second] = ['20260313T020000Z', '20260314T020000Z']
let sealing: Sealing
let whole: MemoryTarget

/** Two backups whose logs begin in the segments 2 and 4, and the log up to 5. */
beforeAll(async () => {
  sealing = await createSealing(await createBackupKey())
  whole = createMemoryTarget()
  await fillBase(whole, sealing, new Date('2026-03-13T02:00:00Z'), 2)
  await fillBase(whole, sealing, new Date('2026-03-14T02:00:00Z'), 4)
  await fillLog(whole, sealing, [2, 3, 4, 5])
})

function copyOf(target: MemoryTarget, change: (objects: Map<string, Buffer>) => void): MemoryTarget {
  const copy = createMemoryTarget()
  for (const [path, content] of target.objects) copy.objects.set(path, Buffer.from(content))
  change(copy.objects)
  return copy
}
const segment = (number: number) => `00000001000000000000000${number}`
const log = (number: number) => archivedPath(segment(number))
const take = (objects: Map<string, Buffer>, path: string) => objects.get(path) ?? Buffer.alloc(0)

test('a whole target has no fault, and says how far each backup reaches', async () => {
  const { backups, logFaults, logFiles } = await verifyBackups(whole, sealing)
  expect(backups.map(({ id, faults, until }) => [id, faults, until?.toISOString()])).toEqual([
    [first, [], '2026-03-14T02:00:00.000Z'],
    [second, [], '2026-03-14T02:00:00.000Z'],
  ])
  expect([logFaults, logFiles]).toEqual([[], 4])
})

type Damage = (objects: Map<string, Buffer>, id: string) => void
const spoil = (content: Buffer) => void content.writeUInt8(content.readUInt8(300) ^ 1, 300)
const damages: readonly [what: string, damage: Damage, faults: (id: string) => readonly string[]][] = [
  ['a changed byte', (o, id) => spoil(take(o, partPath(id, 1))), (id) => [`${partPath(id, 1)} is damaged.`]],
  [
    'a cut part',
    (o, id) => void o.set(partPath(id, 0), take(o, partPath(id, 0)).subarray(0, 99)),
    (id) => [`${partPath(id, 0)} is cut: it has 99 of 16384 bytes.`],
  ],
  [
    'missing parts',
    (o, id) => [0, 2].forEach((n) => o.delete(partPath(id, n))),
    (id) => [0, 2].map((n) => `${partPath(id, n)} is missing.`),
  ],
  [
    'swapped parts',
    (o, id) => [1, 0].map((n) => take(o, partPath(id, n))).forEach((part, n) => o.set(partPath(id, n), part)),
    (id) => [0, 1].map((n) => `${partPath(id, n)} is damaged.`),
  ],
  [
    'a part of another backup',
    (o, id) => void o.set(partPath(id, 0), take(o, partPath(first, 0))),
    (id) => [`${partPath(id, 0)} is damaged.`],
  ],
  ['a changed manifest', (o, id) => spoil(take(o, manifestPath(id))), (id) => [`${manifestPath(id)} is damaged`]],
  [
    'a swapped manifest',
    (o, id) => void o.set(manifestPath(id), take(o, manifestPath(first))),
    (id) => [`${manifestPath(id)} was swapped: it describes ${first}.`],
  ],
  [
    'a half backup',
    (o, id) => void o.delete(manifestPath(id)),
    (id) => [`base/${id} has no manifest: it isn't whole.`],
  ],
]

test('all that is damaged, cut, swapped, missing or half is named, and nothing else', async () => {
  const target = copyOf(whole, () => {})
  const ids: string[] = []
  for (const [index, [, damage]] of damages.entries()) {
    const { id } = await fillBase(target, sealing, new Date(Date.UTC(2026, 2, 15 + index, 2)), 5)
    damage(target.objects, id)
    ids.push(id)
  }
  const { backups, logFaults } = await verifyBackups(target, sealing)
  expect(logFaults).toEqual([])
  const found = new Map(backups.map(({ id, faults }) => [id, faults]))
  expect([found.get(first), found.get(second)]).toEqual([[], []])
  for (const [index, [what, , faults]] of damages.entries()) {
    const expected = faults(ids[index] ?? '').map((text) => expect.stringContaining(text))
    expect(found.get(ids[index] ?? ''), what).toEqual(expected)
  }
})

test('of the log too: what is changed, swapped, of another database, or no log; and a gap ends what can be restored', async () => {
  const target = copyOf(whole, () => {})
  await fillLog(target, sealing, [6, 8])
  spoil(take(target.objects, log(2)))
  target.objects.set(log(3), take(target.objects, log(5)))
  target.objects.set(log(4), Buffer.from(await sealing.seal(makeSegment(4n, { systemIdentifier: '1' }))))
  target.objects.set(log(6), Buffer.from(await sealing.seal(Buffer.from('text'))))
  const { backups, logFaults } = await verifyBackups(target, sealing)
  expect(logFaults).toEqual([
    expect.stringContaining(`${log(2)} is damaged`),
    `${log(3)} was swapped: it holds ${segment(5)}.`,
    `${log(4)} is of another database.`,
    `${log(6)} is no segment of the write-ahead log.`,
  ])
  expect(backups.map(({ faults }) => faults)).toEqual([
    [`${segment(7)} of the log is missing.`],
    [`${segment(7)} of the log is missing.`],
  ])
})

test('with another key nothing is read, and the key is named as the reason', async () => {
  const other = await createSealing(await createBackupKey())
  const { backups, logFaults } = await verifyBackups(whole, other)
  expect(backups.map(({ faults }) => faults[0])).toEqual(
    [first, second].map((id) => `${manifestPath(id)} was made with another BACKUP_KEY.`),
  )
  expect(logFaults).toHaveLength(4)
})

async function restoring(target: MemoryTarget, end: RestoreOptions['end'], name = 'data'): Promise<unknown> {
  const parent = await mkdtemp(join(tmpdir(), 'bollard-refused-'))
  const compare = () => Promise.reject(new Error('It must not come so far'))
  try {
    const options = { target, sealing, to: join(parent, name), end, say: () => {}, compare }
    const outcome = await restoreBackup(options).catch((error: unknown) => error)
    // Whatever an archive says, nothing is written beside the folder, and nothing in it that would start.
    expect((await readdir(parent)).filter((one) => one !== name)).toEqual([])
    expect(await readdir(join(parent, name)).catch(() => [])).not.toContain('postgres')
    return outcome
  } finally {
    await rm(parent, { recursive: true })
  }
}

test('a restore is refused before the oldest backup, after the newest log, over a gap, and with damage', async () => {
  const moment = (text: string) => ({ kind: 'moment', at: new Date(text) }) as const
  const newest = { kind: 'newest' } as const
  const withGap = copyOf(whole, () => {})
  await fillLog(withGap, sealing, [7])
  const cases: [MemoryTarget, RestoreOptions['end'], string][] = [
    [whole, moment('2026-03-13T01:59:59Z'), 'The oldest backup reaches back to 2026-03-13T02:00:00.000Z, no further.'],
    [whole, moment('2026-03-14T02:00:01Z'), 'The archived log ends at 2026-03-14T02:00:00.000Z'],
    [
      copyOf(whole, (o) => void o.delete(log(5))),
      moment('2026-03-14T02:00:01Z'),
      'The archived log ends at 2026-03-14T02:00:00.000Z',
    ],
    [
      withGap,
      newest,
      `${segment(6)} of the log is missing, so nothing after 2026-03-14T02:00:00.000Z can be restored from ${second}.`,
    ],
    [
      copyOf(whole, (o) => void o.delete(log(4))),
      newest,
      `${second} can't be restored: ${segment(4)} of its log is missing.`,
    ],
    [copyOf(whole, (o) => spoil(take(o, partPath(second, 1)))), newest, `${partPath(second, 1)} is damaged.`],
    [createMemoryTarget(), newest, 'memory: holds no backup.'],
    [whole, { kind: 'point', id: '20200101T000000Z' }, 'memory: holds no backup 20200101T000000Z.'],
  ]
  for (const [target, end, text] of cases) {
    const error = await restoring(target, end)
    expect(error instanceof RestoreError || error instanceof DamageError, String(error)).toBe(true)
    expect(String(error)).toContain(text)
  }
})

/** Stores a backup whose archive is `tar`, as somebody could who has the key. */
async function forge(tar: Buffer, files: readonly string[], change: (manifest: Record<string, unknown>) => void) {
  const target = createMemoryTarget()
  const sealed = Buffer.concat(await Array.fromAsync(await sealing.sealStream(Readable.from([tar]))))
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  const empty = sha256(Buffer.alloc(0))
  const made = fillBase(target, sealing, new Date('2026-03-14T02:00:00Z'), 4, (manifest) => {
    Object.assign(manifest, {
      parts: [{ path: partPath(second, 0), bytes: sealed.length, sha256: sha256(sealed) }],
      files: files.map((path) => ({ path, bytes: 0, sha256: empty })),
    })
    change(manifest)
  })
  // What it makes of the manifest is refused here already.
  await made.catch(() => {})
  target.objects.set(partPath(second, 0), sealed)
  return target
}

/** A header that says something else than a backup does, and adds up all the same. */
function forgedHeader(path: string, change: (header: Buffer) => void): Buffer {
  const header = tarHeader({ path, bytes: 0 }, new Date(0))
  change(header)
  header.write(' '.repeat(8), 148)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

test('not even with the key does an archive lead out of its folder: no name, no link, no part elsewhere', async () => {
  const file = (path: string) => Buffer.concat([tarHeader({ path, bytes: 0 }, new Date(0)), tarEnd])
  const same = (_manifest: Record<string, unknown>) => {}
  const link = forgedHeader('base', (header) => header.write('2\0../../elsewhere', 156))
  const large = forgedHeader('base', (header) => header.write('-0000000010', 124))
  const elsewhere = (manifest: Record<string, unknown>) =>
    void Object.assign(manifest, { parts: [{ path: '../../etc/passwd', bytes: 1, sha256: '0'.repeat(64) }] })
  const cases: [Buffer, readonly string[], typeof same, string][] = [
    [file('../evil'), ['base'], same, 'The archive has a file outside of its folder: ../evil'],
    [file('/tmp/evil'), ['base'], same, 'The archive has a file outside of its folder: /tmp/evil'],
    [file('base\\..\\evil'), ['base'], same, 'The archive has a file outside of its folder'],
    [file('evil'), ['base'], same, 'evil is not the file that was backed up.'],
    [file('base'), ['base', '../evil'], same, 'of another release of Bollard, or damaged (files)'],
    [file('base'), ['base'], elsewhere, 'of another release of Bollard, or damaged (parts)'],
    [Buffer.concat([link, file('base/evil')]), ['base', 'base/evil'], same, 'base is neither a file nor a folder.'],
    [Buffer.concat([large, tarEnd]), ['base'], same, 'base is neither a file nor a folder.'],
    [tarHeader({ path: 'base', bytes: 99 }, new Date(0)), ['base'], same, 'The archive ends early.'],
  ]
  for (const [tar, files, change, fault] of cases) {
    const target = await forge(tar, files, change)
    const [found] = (await verifyBackups(target, sealing)).backups
    expect(found?.faults.join(), fault).toContain(fault)
    target.objects.set(log(4), take(whole.objects, log(4)))
    const error = await restoring(target, { kind: 'newest' })
    expect(error instanceof RestoreError || error instanceof DamageError, String(error)).toBe(true)
    expect(String(error)).toContain(fault)
  }
})

test('only an empty folder is restored into', async () => {
  // The folder above holds at least the one that this makes.
  expect(String(await restoring(whole, { kind: 'newest' }, '..'))).toMatch(/isn't empty: it has /u)
})

test('a backup of another PostgreSQL is refused with the release that can restore it', async () => {
  const target = createMemoryTarget()
  const postgres = { version: '17.1', major: '17', systemIdentifier: '1' }
  await fillBase(target, sealing, new Date('2026-03-14T02:00:00Z'), 4, (manifest) =>
    Object.assign(manifest, { postgres }),
  )
  await fillLog(target, sealing, [4])
  expect(String(await restoring(target, { kind: 'newest' }))).toContain('is of PostgreSQL 17')
})
