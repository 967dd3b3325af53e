import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openTarget } from './open-target.ts'

const folder = await mkdtemp(join(tmpdir(), 'bollard-target-'))
afterAll(() => rm(folder, { recursive: true }))
/** As backups name their settings. */
const open = (address: string, bucket: { id?: string; secret?: string; endpoint?: string } = {}) =>
  openTarget({
    setting: 'BACKUP_TARGET',
    storage: 'BACKUP_S3',
    address,
    endpoint: bucket.endpoint,
    region: undefined,
    accessKeyId: bucket.id,
    secretAccessKey: bucket.secret,
  })
const target = open(`file://${folder}`)

test('an object is stored once and never replaced, also by two at once', async () => {
  const outcomes = await Promise.all(['one', 'two', 'three'].map((text) => target.put('wal/a', Buffer.from(text))))
  expect(outcomes.toSorted()).toEqual(['exists', 'exists', 'stored'])
  const stored = String(await target.get('wal/a'))
  expect(await target.put('wal/a', Buffer.from('four'))).toBe('exists')
  expect(String(await target.get('wal/a'))).toBe(stored)
  expect(await readdir(join(folder, 'wal'))).toEqual(['a'])
})

test('what a killed process left half written is no object, and goes after a day', async () => {
  const half = join(folder, 'wal/b.0123.unfinished')
  await writeFile(half, 'half')
  expect((await target.list('wal/')).map(({ path }) => path)).toEqual(['wal/a'])
  expect([await target.has('wal/b'), await target.get('wal/b')]).toEqual([false, null])
  expect(await readdir(join(folder, 'wal'))).toHaveLength(2)
  await utimes(half, 0, 0)
  await target.list('wal/')
  expect(await readdir(join(folder, 'wal'))).toEqual(['a'])
})

test('an object is replaced as a whole, and nothing is left beside it', async () => {
  await target.replace('day/a', Buffer.from('one'))
  await target.replace('day/a', Buffer.from('two'))
  expect(String(await target.get('day/a'))).toBe('two')
  expect(await readdir(join(folder, 'day'))).toEqual(['a'])
})

test('objects are listed with their size by their whole path, and removed without complaint', async () => {
  await target.put('base/1/manifest', Buffer.from('12345'))
  expect(await target.list('base/')).toMatchObject([{ path: 'base/1/manifest', bytes: 5 }])
  await target.remove('base/1/manifest')
  await target.remove('base/1/manifest')
  expect(await target.list('base/')).toEqual([])
})

test('a folder that is not there is a fault and is not made: its disk may not be mounted', async () => {
  const missing = open(`file://${folder}/missing`)
  for (const call of [() => missing.put('wal/a', Buffer.from('x')), () => missing.list('wal/')])
    await expect(call()).rejects.toThrow("doesn't exist")
  expect(await readdir(folder)).not.toContain('missing')
})

test('a setting that names no target is refused by its name', () => {
  for (const text of ['', '/mnt/backup', 'file://', 's3://', 's3://A', 'https://x', 's3://bucket/pre fix'])
    expect(() => open(text), text).toThrow('BACKUP_TARGET: ')
  const bucket = { id: 'id', secret: 'secret' }
  expect(open('s3://bucket/prefix', bucket).name).toBe('s3://bucket/prefix/')
  expect(() => open('s3://bucket', { secret: 'secret' })).toThrow('BACKUP_S3_ACCESS_KEY_ID: required')
  expect(() => open('s3://bucket', { id: 'id' })).toThrow('BACKUP_S3_SECRET_ACCESS_KEY: required')
  expect(() => open('s3://bucket', { ...bucket, endpoint: 'ftp://x' })).toThrow('BACKUP_S3_ENDPOINT: ')
})
