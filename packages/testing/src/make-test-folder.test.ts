import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { takeLock } from '@bollard/database/embedded'
import { expect, onTestFinished, test } from 'vitest'
import { makeTestFolder, removeAbandoned } from './make-test-folder.ts'

const hourAgo = new Date(Date.now() - 3_600_000)

test('only what a killed run has left is removed: nothing that is held, nothing about to be, and nothing of others', async () => {
  const place = await mkdtemp(join(tmpdir(), 'bollard-places-'))
  onTestFinished(() => rm(place, { recursive: true }))
  for (const name of ['bollard-test-killed', 'bollard-test-held', 'bollard-test-young', 'other']) {
    await mkdir(join(place, name))
    await writeFile(join(place, name, 'lock'), '')
    if (name !== 'bollard-test-young') await utimes(join(place, name), hourAgo, hourAgo)
  }
  const lock = takeLock(join(place, 'bollard-test-held', 'lock'))
  onTestFinished(() => lock?.release())
  await removeAbandoned(place)
  expect((await readdir(place)).toSorted()).toEqual(['bollard-test-held', 'bollard-test-young', 'other'])
})

test('a folder is held as long as its process wants it', async () => {
  const folder = await makeTestFolder()
  await utimes(folder.path, hourAgo, hourAgo)
  const other = await makeTestFolder()
  await writeFile(join(folder.path, 'kept'), '')
  expect(await readdir(folder.path)).toContain('kept')
  await Promise.all([folder.remove(), other.remove()])
  await expect(readdir(folder.path)).rejects.toThrow('ENOENT')
})
