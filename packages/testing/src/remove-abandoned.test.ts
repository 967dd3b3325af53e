import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { takeLock } from '@bollard/database/embedded'
import { expect, onTestFinished, test } from 'vitest'
import { removeAbandoned } from './remove-abandoned.ts'

test('only what a killed run has left is removed: no server that runs, none about to start, and nothing of others', async () => {
  const place = await mkdtemp(join(tmpdir(), 'bollard-places-'))
  onTestFinished(() => rm(place, { recursive: true }))
  const hourAgo = new Date(Date.now() - 3_600_000)
  for (const name of ['server-killed', 'server-running', 'server-young', 'other']) {
    await mkdir(join(place, name, 'postgres'), { recursive: true })
    await writeFile(join(place, name, 'postgres', 'lock'), '')
    if (name !== 'server-young') await utimes(join(place, name), hourAgo, hourAgo)
  }
  const lock = takeLock(join(place, 'server-running', 'postgres', 'lock'))
  onTestFinished(() => lock?.release())
  await removeAbandoned(place, 'server-')
  expect((await readdir(place)).toSorted()).toEqual(['other', 'server-running', 'server-young'])
})
