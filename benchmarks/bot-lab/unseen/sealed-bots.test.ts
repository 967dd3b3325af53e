import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { noteFirstRun, readSeals, seal, sealedBots } from './sealed-bots.ts'

let folder = ''
let outside = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sealed-'))
  outside = join(folder, 'written-elsewhere.mjs')
  await writeFile(outside, 'process.exit(0)\n')
})
afterEach(() => rm(folder, { recursive: true }))

const bot = (changes: object = {}) => ({ path: outside, id: 'fox', class: 'stealth', describe: 'a fox', ...changes })
const at = '2026-11-22T12:00:00.000Z'

test('a sealed script is a visitor of the unseen half', async () => {
  await seal(bot(), folder)
  expect(await sealedBots(folder)).toMatchObject([{ id: 'fox', class: 'stealth', half: 'unseen', kind: 'bot' }])
  expect(await readFile(join(folder, 'fox.mjs'), 'utf8')).toBe('process.exit(0)\n')
})

test('a script that was changed after its sealing is refused', async () => {
  await seal(bot(), folder)
  await writeFile(join(folder, 'fox.mjs'), 'process.exit(1)\n')
  await expect(sealedBots(folder)).rejects.toThrow('fox.mjs was changed')
})

test('the first run stays, and a run that broke is none', async () => {
  await seal(bot(), folder)
  await noteFirstRun({ id: 'fox', decision: 'BROKEN', score: null }, at, folder)
  expect((await readSeals(folder))['fox']?.firstRun).toBeNull()
  await noteFirstRun({ id: 'fox', decision: 'PASSED', score: 0.1 }, at, folder)
  await noteFirstRun({ id: 'fox', decision: 'REFUSED', score: 0.9 }, at, folder)
  expect((await readSeals(folder))['fox']?.firstRun).toEqual({ at, decision: 'PASSED', score: 0.1 })
  expect(await readFile(join(folder, 'README.md'), 'utf8')).toContain('| PASSED | 0.10 |')
})

test('a script is replaced before its first run and never after it', async () => {
  await seal(bot(), folder)
  await writeFile(outside, 'process.exit(2)\n')
  await seal(bot(), folder)
  await noteFirstRun({ id: 'fox', decision: 'NONE', score: null }, at, folder)
  await seal(bot(), folder)
  expect((await readSeals(folder))['fox']?.firstRun?.decision).toBe('NONE')
  await writeFile(outside, 'process.exit(3)\n')
  await expect(seal(bot(), folder)).rejects.toThrow('has run and is sealed')
})

test('names and classes that cannot be are refused', async () => {
  await expect(seal(bot({ id: '../fox' }), folder)).rejects.toThrow('is no name')
  await expect(seal(bot({ class: 'sneaky' }), folder)).rejects.toThrow('There is no class')
})
