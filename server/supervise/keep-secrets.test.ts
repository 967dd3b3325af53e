import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { signingKeys } from '../api/signing-keys.ts'
import { readConfig, type Config } from '../config.ts'
import { keepSecrets } from './keep-secrets.ts'

async function configWith(environment: Record<string, string> = {}): Promise<Config> {
  const folder = await mkdtemp(join(tmpdir(), 'bollard-secrets-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const result = readConfig({ DATA_DIR: folder, ...environment })
  if (result.status === 'invalid') throw new Error(result.faults.join())
  return result.config
}

test('secrets are made once, and only their owner can read them', async () => {
  const config = await configWith()
  const made = keepSecrets(config)
  expect(keepSecrets(config)).toEqual(made)
  expect((await stat(join(config.DATA_DIR, 'secrets.json'))).mode & 0o777).toBe(0o600)
})

test('secrets that are set win, and nothing is written for them', async () => {
  const key = 'ab'.repeat(32)
  const config = await configWith({ SESSION_SECRET: 's'.repeat(32), CAPTCHA_SIGNING_KEYS: key, ENCRYPTION_KEY: key })
  expect(keepSecrets(config)).toEqual({ sessionSecret: 's'.repeat(32), captchaSigningKeys: [key], encryptionKey: key })
  await expect(stat(join(config.DATA_DIR, 'secrets.json'))).rejects.toThrow('ENOENT')
})

test('a file that cannot be understood is refused and never overwritten', async () => {
  const config = await configWith()
  await writeFile(join(config.DATA_DIR, 'secrets.json'), '{')
  expect(() => keepSecrets(config)).toThrow('secrets.json cannot be understood')
})

test('a signing key keeps its number when older keys are taken off the list', () => {
  const [first, second] = ['ab'.repeat(32), 'cd'.repeat(32)]
  expect(signingKeys([first, second])[0]).toEqual(signingKeys([first])[0])
  expect(() => signingKeys([first, first])).toThrow('cannot be used together')
})

test('a file of an earlier version keeps its secrets and gets the key that it lacks', async () => {
  const config = await configWith()
  const file = join(config.DATA_DIR, 'secrets.json')
  await writeFile(file, JSON.stringify({ sessionSecret: 's'.repeat(64), captchaSigningKeys: ['ab'.repeat(32)] }))
  const completed = keepSecrets(config)
  expect(completed).toEqual({
    sessionSecret: 's'.repeat(64),
    captchaSigningKeys: ['ab'.repeat(32)],
    encryptionKey: expect.stringMatching(/^[0-9a-f]{64}$/u),
  })
  expect(keepSecrets(config)).toEqual(completed)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})
