import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBackupKey, createSealing, type Sealing } from '../sealing.ts'
import { makeSegment } from '../testing/fill-target.ts'
import { createMemoryTarget } from '../testing/memory-target.ts'
import { credentials, type Storage, startStorage } from '@bollard/object-storage/testing'
import { archivedPath, archiveFile, fetchArchived, listArchive } from './archive.ts'

const name = '000000010000000000000003'
let key: string
let sealing: Sealing
let storage: Storage
let folder: string
beforeAll(async () => {
  key = await createBackupKey()
  sealing = await createSealing(key)
  storage = await startStorage()
  folder = await mkdtemp(join(tmpdir(), 'bollard-archive-'))
  await writeFile(join(folder, name), makeSegment(3n))
})
afterAll(async () => {
  await storage.stop()
  await rm(folder, { recursive: true })
})

test('archiving twice changes nothing, and another file of the same name is refused', async () => {
  const target = createMemoryTarget()
  await archiveFile(target, sealing, name, makeSegment(3n))
  const stored = Buffer.from(target.objects.get(archivedPath(name)) ?? '')
  await archiveFile(target, sealing, name, makeSegment(3n))
  await expect(archiveFile(target, sealing, name, makeSegment(3n, { systemIdentifier: '5' }))).rejects.toThrow(
    `Another ${name}`,
  )
  expect(target.objects.get(archivedPath(name))?.equals(stored)).toBe(true)
  expect((await fetchArchived(target, sealing, name, null))?.equals(makeSegment(3n))).toBe(true)
  expect((await listArchive(target)).map((one) => one.name)).toEqual([name])
})

test('only files of the log are archived, and with another key none is replaced', async () => {
  const target = createMemoryTarget()
  await expect(archiveFile(target, sealing, '../secrets', Buffer.from('x'))).rejects.toThrow(
    'no file of the write-ahead log',
  )
  await archiveFile(target, await createSealing(await createBackupKey()), name, makeSegment(3n))
  await expect(archiveFile(target, sealing, name, makeSegment(3n))).rejects.toThrow('another BACKUP_KEY')
})

/** Runs a program as PostgreSQL does. */
function run(program: 'archive' | 'fetch', args: readonly string[], settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, [fileURLToPath(new URL(`${program}-program.ts`, import.meta.url)), ...args], {
    cwd: folder,
    env: {
      PATH: process.env.PATH ?? '',
      BACKUP_KEY: key,
      BACKUP_TARGET: 's3://bucket/log',
      BACKUP_S3_ENDPOINT: storage.endpoint,
      BACKUP_S3_REGION: credentials.region,
      BACKUP_S3_ACCESS_KEY_ID: credentials.accessKeyId,
      BACKUP_S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const output: string[] = []
  child.stderr.on('data', (data) => output.push(String(data)))
  const ended = new Promise<{ code: number | string | null; said: string }>((resolve) =>
    child.once('close', (code, signal) => resolve({ code: code ?? signal, said: output.join('') })),
  )
  return { child, ended }
}

test('a process that is killed while it archives has stored nothing, and the next one stores the file', async () => {
  storage.mishaps.push('silence')
  const { child, ended } = run('archive', [name, name])
  while (storage.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
  child.kill('SIGKILL')
  expect((await ended).code).toBe('SIGKILL')
  expect(storage.objects.size).toBe(0)
  expect(await run('archive', [name, name]).ended).toEqual({ code: 0, said: '' })
  expect(storage.objects.size).toBe(1)
})

test('what cannot be archived ends with a fault that the log shows; a file that is not there ends a restore, a fault does not', async () => {
  const wrong = { BACKUP_S3_SECRET_ACCESS_KEY: 'wrong' }
  // One that was cut off, and one of another database: PostgreSQL alone would take both for the end of the log.
  const cutName = '000000010000000000000004'
  const stored = storage.objects.get(`log/${archivedPath(name)}`) ?? Buffer.alloc(0)
  storage.objects.set(`log/${archivedPath(cutName)}`, stored.subarray(0, stored.length - 1))
  const [archived, fetched, missing, denied, cut, strange] = await Promise.all([
    run('archive', [name, name], wrong).ended,
    run('fetch', [name, 'restored']).ended,
    run('fetch', ['000000010000000000000009', 'restored']).ended,
    run('fetch', [name, 'restored'], wrong).ended,
    run('fetch', [cutName, 'restored']).ended,
    run('fetch', [name, 'restored', '1']).ended,
  ])
  expect(archived).toEqual({
    code: 1,
    said: expect.stringMatching(/^ERROR: {2}0{7}10{15}3 was not archived: .*SignatureDoesNotMatch/u),
  })
  expect([fetched.code, missing.code, denied.code]).toEqual([0, 1, 200])
  expect(cut).toEqual({ code: 200, said: expect.stringContaining('is damaged') })
  expect(strange).toEqual({ code: 200, said: expect.stringContaining('is of another database') })
})
