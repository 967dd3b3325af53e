import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBackupKey } from '@bollard/backup'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { StartupFault } from '../startup-fault.ts'
import { backup } from './backup.ts'
import { restore } from './restore.ts'
import { testRestore } from './test-restore.ts'
import { verifyBackup } from './verify-backup.ts'

const folder = mkdtempSync(join(tmpdir(), 'bollard-commands-'))
afterAll(() => rmSync(folder, { recursive: true }))
const settings = { BACKUP_TARGET: `file://${folder}`, BACKUP_KEY: await createBackupKey() }
const dataDirectory = join(folder, 'data')

async function said(
  command: typeof backup,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = settings,
): Promise<string> {
  const read = readConfig({ DATA_DIR: dataDirectory, ...environment })
  if (read.status === 'invalid') throw new Error(read.faults.join())
  const lines: string[] = []
  try {
    await command(read.config, args, (line) => lines.push(line))
    return lines.join('\n')
  } catch (error) {
    if (error instanceof StartupFault) return error.message
    throw error
  }
}

test('a wrong argument, a moment without a zone and a missing setting are refused with what to do', async () => {
  expect(await said(backup, ['--all'])).toContain('Usage: npm start -- backup')
  expect(await said(restore, [])).toContain('Usage: npm start -- restore --to <empty folder>')
  expect(await said(verifyBackup, ['--base', 'x'])).toContain('Usage: npm start -- verify-backup')
  expect(await said(testRestore, ['now'])).toContain('Usage: npm start -- test-restore')
  for (const at of ['yesterday', '2026-03-14', '2026-03-14T02:00:00', '2026-13-14T02:00:00Z'])
    expect(await said(restore, ['--to', join(folder, 'x'), '--at', at])).toContain('--at: needs a time with its zone')
  expect(await said(backup, [], {})).toContain('BACKUP_TARGET is not set')
  expect(await said(verifyBackup, ['--from', `file://${folder}`], {})).toContain('backup --new-key')
  expect(await said(backup, ['--new-key'], {})).toMatch(/^AGE-SECRET-KEY-1[0-9A-Z]{58}$/u)
})

test('with a server of your own they refuse and name its tools', async () => {
  const own = { DATABASE_URL: 'postgres://db.example/bollard' }
  const calls = [
    said(backup, [], own),
    said(verifyBackup, [], own),
    said(testRestore, [], own),
    said(restore, ['--to', join(folder, 'x'), '--from', `file://${folder}`], own),
  ]
  for (const text of await Promise.all(calls)) expect(text).toMatch(/DATABASE_URL.*pg_dump.*pgBackRest/u)
})

test('where there is no database or no backup, none is made and the reason is told', async () => {
  expect(await said(backup, [])).toContain('There is no database here yet; the first start makes it.')
  expect(existsSync(join(dataDirectory, 'postgres'))).toBe(false)
  expect(await said(verifyBackup, [])).toContain('holds no backup')
  expect(await said(testRestore, [])).toContain('no backup of this installation yet')
  expect(await said(restore, ['--to', join(folder, 'x')])).toContain('holds no backup')
  expect(existsSync(join(folder, 'x'))).toBe(false)
})
