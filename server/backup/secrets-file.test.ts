import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { keepSecrets } from '../supervise/keep-secrets.ts'
import { restoreSecrets, saveSecrets } from './secrets-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'bollard-secrets-'))
const dataDirectory = join(folder, 'data')
const key = `AGE-SECRET-KEY-1${'Q'.repeat(58)}`
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => vi.unstubAllEnvs())

function configOf(environment: Record<string, string>) {
  const read = readConfig({ DATA_DIR: dataDirectory, ...environment })
  if (read.status === 'invalid') throw new Error(read.faults.join())
  return read.config
}
const say = () => {}

test('secrets come back as they were, with the key of the backups, and only with the passphrase', async () => {
  const file = join(folder, 'saved')
  mkdirSync(dataDirectory)
  const secrets = keepSecrets(configOf({}))
  vi.stubEnv('BACKUP_PASSPHRASE', 'correct horse battery')
  await saveSecrets(configOf({ BACKUP_KEY: key }), file, say, 10)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'latin1')).not.toContain(secrets.encryptionKey)
  const [restored, refused] = [join(folder, 'restored'), join(folder, 'refused')]
  const said: string[] = []
  await restoreSecrets(file, restored, (line) => said.push(line))
  expect(JSON.parse(readFileSync(join(restored, 'secrets.json'), 'utf8'))).toEqual(secrets)
  expect(said.join()).toContain(key)
  await expect(restoreSecrets(file, restored, say)).rejects.toThrow('exists already. Nothing was replaced.')
  await expect(saveSecrets(configOf({}), file, say)).rejects.toThrow('exists already')
  vi.stubEnv('BACKUP_PASSPHRASE', 'wrong horse battery')
  await expect(restoreSecrets(file, refused, say)).rejects.toThrow('the passphrase is wrong')
  expect(existsSync(refused)).toBe(false)
})

test('a short passphrase, an installation without secrets, and a file that is none are refused', async () => {
  vi.stubEnv('BACKUP_PASSPHRASE', 'short')
  const file = join(folder, 'other')
  await expect(saveSecrets(configOf({ ENCRYPTION_KEY: 'ab'.repeat(32), DATA_DIR: folder }), file, say)).rejects.toThrow(
    'has no secrets',
  )
  const all = {
    SESSION_SECRET: 's'.repeat(32),
    CAPTCHA_SIGNING_KEYS: 'ab'.repeat(32),
    ENCRYPTION_KEY: 'ab'.repeat(32),
    DATA_DIR: folder,
  }
  await expect(saveSecrets(configOf(all), file, say)).rejects.toThrow('12 characters or more')
  expect(existsSync(file)).toBe(false)
  writeFileSync(file, 'no secrets')
  await expect(restoreSecrets(file, join(folder, 'x'), say)).rejects.toThrow('damaged')
  await expect(restoreSecrets(join(folder, 'missing'), join(folder, 'x'), say)).rejects.toThrow("doesn't exist")
})
