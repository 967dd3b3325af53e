import { expect, test } from 'vitest'
import { listSettings, readConfig } from '../config.ts'
import { toldConfig, toldEnvironment } from './told-config.ts'

const key = 'a'.repeat(64)
const secrets = {
  DATABASE_URL: 'postgresql://owner:secret@db.example/bollard',
  SESSION_SECRET: 's'.repeat(32),
  INTERNAL_SECRET: 'i'.repeat(32),
  CAPTCHA_SIGNING_KEYS: key,
  ENCRYPTION_KEY: key,
  BACKUP_KEY: `AGE-SECRET-KEY-1${'Q'.repeat(58)}`,
  BACKUP_S3_ACCESS_KEY_ID: 'id',
  BACKUP_S3_SECRET_ACCESS_KEY: 'secret',
  SMTP_URL: 'smtp://user:password@mail.example',
  PROTECTION_STORE_URL: 'valkeys://user:password@valkey.example',
  STRIPE_SECRET_KEY: 'sk_secret',
  STRIPE_WEBHOOK_SECRET: 'whsec_secret',
  ARCHIVE_S3_ACCESS_KEY_ID: 'id',
  ARCHIVE_S3_SECRET_ACCESS_KEY: 'secret',
}
const read = readConfig(secrets)
if (read.status === 'invalid') throw new Error(read.faults.join())
const { config } = read
const toldTo = (name: 'api' | 'edge' | 'sites') => {
  const told: Record<string, unknown> = { ...toldConfig(config, name) }
  return Object.keys(secrets).filter((setting) => told[setting] !== undefined)
}

test('no process is told how the owner signs in, nor any secret that its task does not name', () => {
  expect(toldTo('api')).toEqual([
    'SMTP_URL',
    'PROTECTION_STORE_URL',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'ARCHIVE_S3_ACCESS_KEY_ID',
    'ARCHIVE_S3_SECRET_ACCESS_KEY',
  ])
  expect([toldTo('edge'), toldTo('sites')]).toEqual([[], []])
  expect(toldConfig(config, 'sites')).toMatchObject({ API_PORT: 8090, WEBSITE_URL: config.WEBSITE_URL })
})

test('the environment of a child process has no setting but the one that Node programs look at', () => {
  const told = toldEnvironment({ PATH: '/bin', NODE_ENV: 'production', ...secrets })
  expect(told).toMatchObject({ PATH: '/bin', NODE_ENV: 'production' })
  for (const { name } of listSettings()) if (name !== 'NODE_ENV') expect([name, told[name]]).toEqual([name, undefined])
})
