import { X509Certificate } from 'node:crypto'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { openDatabase } from '@bollard/database'
import { makeTestFolder, startTestDatabase } from '@bollard/testing'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { selfSignedCertificate } from '../../../packages/tls-fingerprint/src/testing/self-signed-certificate.ts'
import { startSmtpServer } from '../../../packages/mail/src/testing/start-smtp-server.ts'
import { readConfig } from '../../config.ts'
import { schemas } from '../../migrate-every-schema.ts'
import { keepSecrets, secretsFile } from '../../supervise/keep-secrets.ts'
import { freePorts } from '../../testing/start-product.ts'
import { checkUpgrade, checkNames } from '../upgrade-check.ts'
import { judge } from './check-certificate.ts'
import { doctor } from './doctor.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())
const now = () => new Date()

/** A stopped installation with its secrets. */
async function install(settings: Record<string, string> = {}) {
  const folder = await makeTestFolder()
  onTestFinished(() => folder.remove())
  const DATABASE_URL = await postgres.createDatabase(...schemas)
  const DATA_DIR = join(folder.path, 'data')
  mkdirSync(DATA_DIR)
  const read = readConfig({ ...(await freePorts()), HOST: '127.0.0.1', DATA_DIR, DATABASE_URL, ...settings })
  if (read.status === 'invalid') throw new Error(read.faults.join())
  keepSecrets(read.config)
  const said: string[] = []
  const findings = async () => {
    said.length = 0
    const code = await doctor(read.config, ['--json'], (line) => said.push(line), now)
    const told: { code: string; state: string; said: string; remedy: string | null }[] = JSON.parse(
      said.join(''),
    ).findings
    return { code, states: Object.fromEntries(told.map((one) => [one.code, one.state])), told }
  }
  return { config: read.config, url: DATABASE_URL, findings }
}

test('a stopped installation in order has no fault, and what cannot be looked at is told as skipped', async () => {
  const { url, received: _, close } = await startSmtpServer()
  onTestFinished(close)
  const { findings } = await install({ SMTP_URL: url })
  const { states } = await findings()
  expect({ ...states, disk: 'any' }).toEqual({
    disk: 'any',
    secrets: 'ok',
    ports: 'ok',
    certificate: 'skipped',
    database: 'ok',
    clock: 'ok',
    schema: 'ok',
    roles: 'ok',
    'audit-log': 'ok',
    queues: 'skipped',
    mail: 'ok',
    'api-url': 'skipped',
    captcha: 'skipped',
  })
})

test('each fault is told with its remedy, and the exit code is 2', async () => {
  const { config, url, findings } = await install({ SMTP_URL: 'smtp://somebody:hunter2@127.0.0.1:1' })
  const db = openDatabase({ connectionString: url, max: 1 })
  onTestFinished(() => db.close())
  await db.pool.query(
    `insert into audit.checks (scope, scope_id, taken_at, verified_at, broken_number) values ('SYSTEM', 'x', now(), now(), 3)`,
  )
  chmodSync(secretsFile(config.DATA_DIR), 0o644)
  const taken = createServer().listen(config.API_PORT, '127.0.0.1')
  onTestFinished(() => void taken.close())
  const { code, states, told } = await findings()
  expect(code).toBe(2)
  expect(states).toMatchObject({ secrets: 'fault', ports: 'fault', mail: 'fault', 'audit-log': 'fault' })
  for (const { state, remedy } of told) expect(remedy !== null, state).toBe(state === 'fault' || state === 'warning')
  expect(JSON.stringify(told)).not.toContain('hunter2')
})

test('a damaged file of secrets, a rotation half done and an overlap that ends are told', async () => {
  const { config, findings } = await install()
  const kept = keepSecrets(config)
  const write = (secrets: object) => writeFileSync(secretsFile(config.DATA_DIR), JSON.stringify(secrets))
  write({ ...kept, rotation: { which: 'session', step: 'prepared', next: 'x' } })
  expect((await findings()).told[1]).toMatchObject({
    state: 'warning',
    remedy: 'Run: npm start -- rotate-keys session',
  })
  write({ ...kept, formerEncryptionKeys: [`${'ab'.repeat(32)}@2026-01-01`] })
  expect((await findings()).states).not.toHaveProperty('encryption-key-overlap')
  write({ ...kept, formerEncryptionKeys: [`${'ab'.repeat(32)}@9999-01-01`] })
  expect((await findings()).states).toMatchObject({ 'encryption-key-overlap': 'warning' })
  write({ encryptionKey: 'short' })
  expect((await findings()).states).toMatchObject({ secrets: 'fault' })
})

test('a certificate that ended, names another host or stands alone is told', () => {
  const chain = [new X509Certificate(selfSignedCertificate().cert)]
  const [own] = chain
  const [ends, host] = [Date.parse(own?.validTo ?? ''), 'localhost']
  const at = (days: number) => new Date(ends + days * 86_400_000)
  expect(judge(chain, host, at(1)).said).toMatch(/ended on/u)
  expect(judge(chain, host, at(-3))).toMatchObject({ state: 'warning', said: 'It ends in 3 days.' })
  expect(judge(chain, 'other.example', at(-60)).said).toBe('It is not made for other.example.')
  expect(judge(chain, host, at(-60)).state).toBe('warning')
  expect(judge([], host, at(-60)).state).toBe('fault')
})

test('a release is told whether it can take over: pending migrations, a newer database, names that are no settings', async () => {
  const { config, url } = await install()
  const said: string[] = []
  const check = () => {
    said.length = 0
    return checkUpgrade(config, ['--check'], (line) => said.push(line), { environment: {}, now })
  }
  // No backup is on record.
  expect(await check()).toBe(1)
  expect(said.join('\n')).toMatch(/ok {6}migrations: None is pending/u)
  const db = openDatabase({ connectionString: url, max: 1 })
  onTestFinished(() => db.close())
  await db.pool.query('delete from captcha.migrations where number = 111')
  expect(await check()).toBe(1)
  expect(said.join('\n')).toMatch(/WARNING migrations: 1 are pending, and calls may wait for 1/u)
  await db.pool.query(`insert into captcha.migrations (number, name) values (9000, '9000-later.sql')`)
  expect(await check()).toBe(2)
  expect(said.join('\n')).toContain('is at migration 9000')
  expect(checkNames({ WEBSITE_PROT: '1', HOME: '/', SESION_SECRET: 'x' }).said).toContain(
    'WEBSITE_PROT (did you mean WEBSITE_PORT?), SESION_SECRET (did you mean SESSION_SECRET?)',
  )
  await expect(checkUpgrade(config, [], () => {})).rejects.toThrow('upgrade --check')
})
