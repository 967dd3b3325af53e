import { mkdir, mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readJson, updateJson } from './update-json.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'update-json-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('changes at the same time are all kept', async () => {
  const path = join(folder, 'numbers.json')
  const add = (number: number) => updateJson(path, (before) => [...(Array.isArray(before) ? before : []), number])
  await Promise.all(Array.from({ length: 20 }, (_, index) => add(index)))
  const numbers = await readJson(path)
  expect(Array.isArray(numbers) && numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i))
})

test('a change that fails leaves the file and the lock as they were', async () => {
  const path = join(folder, 'word.json')
  await updateJson(path, () => 'before')
  const failing = updateJson(path, () => {
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await updateJson(path, (before) => `${String(before)} and after`)
  expect(await readJson(path)).toBe('before and after')
})

test('the lock of a process that died is taken away', async () => {
  const path = join(folder, 'word.json')
  await mkdir(`${path}.lock`)
  const longAgo = new Date(Date.now() - 60_000)
  await utimes(`${path}.lock`, longAgo, longAgo)
  await updateJson(path, () => 'new')
  expect(await readJson(path)).toBe('new')
  expect(await readJson(join(folder, 'none.json'))).toBeNull()
})
