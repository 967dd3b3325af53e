import { createHash } from 'node:crypto'
import { seededBytes } from '@bollard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { credentials, type Storage, startStorage } from './testing/start-storage.ts'
import { openBucket } from './s3-target.ts'

let storage: Storage
beforeAll(async () => {
  storage = await startStorage()
})
afterAll(() => storage.stop())

const open = (change: Partial<Parameters<typeof openBucket>[0]> = {}) =>
  openBucket({
    ...credentials,
    endpoint: storage.endpoint,
    bucket: 'bucket',
    prefix: 'our backups/',
    timeoutMs: 300,
    firstPauseMs: 1,
    ...change,
  })
const content = seededBytes('object')(100_000)

test('objects are stored once, read, listed over pages and removed, each call signed with the sums of its body', async () => {
  const target = open()
  for (const name of ['wal/a', 'wal/b+c&d', 'wal/e', 'base/1']) expect(await target.put(name, content)).toBe('stored')
  expect(await target.put('wal/a', Buffer.from('other'))).toBe('exists')
  expect(
    createHash('sha256')
      .update((await target.get('wal/a')) ?? '')
      .digest('hex'),
  ).toBe(createHash('sha256').update(content).digest('hex'))
  expect((await target.list('wal/')).map(({ path, bytes }) => [path, bytes])).toEqual(
    ['wal/a', 'wal/b+c&d', 'wal/e'].map((name) => [name, 100_000]),
  )
  await target.remove('wal/a')
  await target.remove('wal/a')
  expect([await target.has('wal/a'), await target.get('wal/a'), await target.has('wal/e')]).toEqual([false, null, true])
})

test('an object is replaced where that is asked for', async () => {
  const target = open()
  await target.replace('day/a', content)
  await target.replace('day/a', Buffer.from('two'))
  expect(String(await target.get('day/a'))).toBe('two')
  await target.remove('day/a')
})

test.each(['error', 'silence', 'cut', 'lost-answer'] as const)(
  'after %s a call is tried again and its object is whole',
  async (mishap) => {
    const target = open()
    storage.mishaps.push(mishap)
    expect(await target.has('wal/e')).toBe(true)
    storage.mishaps.push(mishap)
    expect((await target.get('wal/e'))?.equals(content)).toBe(true)
    // The first call asks whether it is there.
    storage.mishaps.push(mishap, ...(mishap === 'lost-answer' ? [] : [mishap]))
    await target.put(`wal/${mishap}`, content)
    expect(storage.mishaps).toEqual([])
    expect(storage.objects.get(`our backups/wal/${mishap}`)?.equals(content)).toBe(true)
  },
)

test('a storage that keeps failing is a fault after five tries, and never taken for an empty one', async () => {
  const calls = storage.calls.length
  storage.mishaps.push(...Array.from({ length: 10 }, () => 'error' as const))
  await expect(open().get('wal/e')).rejects.toThrow('after 5 tries: 503 SlowDown')
  await expect(open().list('wal/')).rejects.toThrow('after 5 tries')
  expect(storage.calls.length - calls).toBe(10)
})

test('a wrong key, a bucket that is not there and a closed port are named, without the key', async () => {
  await expect(open({ secretAccessKey: 'wrong' }).get('wal/e')).rejects.toThrow('403 SignatureDoesNotMatch')
  await expect(open({ bucket: 'other' }).get('wal/e')).rejects.toThrow('404 NoSuchBucket')
  const fault = await open({ endpoint: 'http://127.0.0.1:1', firstPauseMs: 0 }).get('wal/e').catch(String)
  expect(fault).toContain('after 5 tries')
  expect(fault).not.toContain(credentials.secretAccessKey)
})
