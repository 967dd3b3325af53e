import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '@bollard/database'
import { makeTestFolder, startTestDatabase } from '@bollard/testing'
import { unzipSync } from 'fflate'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { listSettings, readConfig } from '../../config.ts'
import { schemas } from '../../migrate-every-schema.ts'
import { keepSecrets } from '../../supervise/keep-secrets.ts'
import { fillTables } from '../../testing/upgrade/fill-tables.ts'
import { freePorts } from '../../testing/start-product.ts'
import { doctor } from '../doctor/doctor.ts'
import { exportDiagnostics } from './export-diagnostics.ts'
import { maskSettings } from './mask-settings.ts'
import { maskText } from './mask-text.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

test('the file holds what helps, and no secret, e-mail address, IP address or token of the installation', async () => {
  const folder = await makeTestFolder()
  onTestFinished(() => folder.remove())
  const DATABASE_URL = await postgres.createDatabase(...schemas)
  const settings = {
    ...(await freePorts()),
    HOST: '127.0.0.1',
    DATA_DIR: join(folder.path, 'data'),
    DATABASE_URL,
    SMTP_URL: 'smtp://mailer:hunter2@127.0.0.1:1',
    MAIL_FROM: 'Ada <ada@installation.example>',
    INTERNAL_SECRET: 'the secret between sites and api 1',
    CAPTCHA_SIGNING_KEYS: 'ab'.repeat(32),
    STRIPE_SECRET_KEY: 'sk_live_installation',
    STRIPE_WEBHOOK_SECRET: 'whsec_installation',
    WEBSITE_SITE_KEY: `bsk_${'a'.repeat(22)}`,
    WEBSITE_SECRET_KEY: 'bsec_installation',
    TRUSTED_PROXIES: '192.0.2.80',
    API_URL: 'https://api.installation.example',
    LOG_LEVEL: 'error',
    METRICS_TOKEN: 'a token of those who may scrape 1'.replaceAll(' ', '-'),
    FORMER_SESSION_SECRETS: 'the session secret of last year 1',
    FORMER_ENCRYPTION_KEYS: `${'cd'.repeat(32)}@2026-01-31`,
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://tracer:swordfish@127.0.0.1:1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_of_it',
  }
  mkdirSync(settings.DATA_DIR)
  const read = readConfig(settings)
  if (read.status === 'invalid') throw new Error(read.faults.join())
  const { sessionSecret, encryptionKey } = keepSecrets(read.config)
  const db = openDatabase({ connectionString: DATABASE_URL, max: 1 })
  onTestFinished(() => db.close())
  await fillTables(
    db,
    schemas.map(({ schema }) => schema),
  )
  const error = `550 bob@visitor.example at 198.51.100.7 and 2001:db8::7 said no to 3fa9c0e1b2d4a6f8e0c1 in 'his words'`
  await db.pool.query(`update mail.outbox set state = 'FAILED', error = $1`, [error])
  const file = join(folder.path, 'out.zip')
  await exportDiagnostics(read.config, ['--to', file], () => {}, settings)
  const texts = Object.entries(unzipSync(readFileSync(file))).map(([name, bytes]) => [
    name,
    Buffer.from(bytes).toString(),
  ])
  const all = texts.map(([, text]) => text).join('\n')
  expect(statSync(file).mode & 0o077).toBe(0)
  expect(texts.map(([name]) => name)).toEqual(
    expect.arrayContaining(['settings.json', 'database.json', 'doctor.json', 'metrics.txt']),
  )
  for (const told of ['0100-tables.sql', '"verifications_default"', '"LOG_LEVEL": "error"', '550', '"SMTP_URL": "set"'])
    expect(all).toContain(told)
  const { INTERNAL_SECRET, CAPTCHA_SIGNING_KEYS, METRICS_TOKEN, FORMER_SESSION_SECRETS, STRIPE_PUBLISHABLE_KEY } =
    settings
  const own = [INTERNAL_SECRET, CAPTCHA_SIGNING_KEYS, METRICS_TOKEN, FORMER_SESSION_SECRETS, STRIPE_PUBLISHABLE_KEY]
  const secret = [sessionSecret, encryptionKey, ...own, 'cd'.repeat(32), 'hunter2', 'mailer', 'swordfish', 'tracer']
  const named = [
    'installation',
    'visitor.example',
    'his words',
    '192.0.2.',
    '198.51.100.',
    '2001:db8',
    '3fa9c0e1b2d4a6f8e0c1',
  ]
  for (const one of [...secret, ...named, settings.WEBSITE_SITE_KEY, folder.path, 'test_'])
    expect(all, one).not.toContain(one)
  expect(all).not.toMatch(/[\w.]+@[\w.]+\.\w+/u)
  await expect(exportDiagnostics(read.config, ['--to', file], () => {}, settings)).rejects.toThrow('cannot be written')
  // The doctor may name addresses: its reader has the settings. No secret.
  const said: string[] = []
  for (const args of [[], ['--json']])
    await doctor(
      read.config,
      args,
      (line) => said.push(line),
      () => new Date(),
    )
  for (const one of secret.filter((text) => text !== 'mailer' && text !== 'tracer'))
    expect(said.join('\n'), one).not.toContain(one)
})

test('a setting is shown only where it is known to be harmless: nothing that a later release adds', () => {
  const read = readConfig({})
  if (read.status === 'invalid') throw new Error(read.faults.join())
  const environment = Object.fromEntries(listSettings().map(({ name }) => [name, `value of ${name}`]))
  const masked = maskSettings(read.config, environment)
  expect(JSON.stringify(masked)).not.toContain('value of')
  expect(masked).toMatchObject({ SESSION_SECRET: 'set', API_URL: 'set', HOST: 'set', ROLE: 'all', RETENTION_DAYS: 365 })
})

test.each([
  ['connect ECONNREFUSED 192.0.2.25:587', 'connect ECONNREFUSED <ip>:587'],
  ['no answer from https://ada:pw@shop.example/a?token=1', 'no answer from <address>'],
  ['user "Ada" at ada@example.org', 'user <text> at <e-mail>'],
  ['host fe80::1 and db.internal.example', 'host <ip> and <name>'],
  ['key 0123456789abcdef0123456789abcdef is gone', 'key <token> is gone'],
  ['cannot read /home/ada/bollard/data/x', 'cannot read <path>'],
  ['relation captcha_sites does not exist after 30 s', 'relation captcha_sites does not exist after 30 s'],
])('%s is masked', (text, masked) => expect(maskText(text)).toBe(masked))
