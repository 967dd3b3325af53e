import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBrokenLink, recordAudit, useAuditKey } from '@bollard/audit'
import { openDatabase } from '@bollard/database'
import { makeTestFolder, startTestDatabase } from '@bollard/testing'
import { createSecretBox, type SealedSecret } from '@bollard/webhooks'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { openAccount, sealAccount } from '../../../services/solution/src/organization/seal-account.ts'
import { sealSecret } from '../../../services/identity/src/factors/seal-secret.ts'
import { deriveKey } from '../../../services/identity/src/secrets/derive-key.ts'
import { openTotpSecret } from '../../../services/identity/src/factors/totp.ts'
import { signingKeys } from '../../api/signing-keys.ts'
import { readConfig } from '../../config.ts'
import { schemas } from '../../migrate-every-schema.ts'
import { keepSecrets, type KeptSecrets, readSecrets, secretsFile } from '../../supervise/keep-secrets.ts'
import { encryptionKeysOf, otherKeysOf, sessionSecretsOf } from '../../supervise/key-ring.ts'
import { finished, nextSigningKey, prepared, swapped } from './plan-rotation.ts'
import { rotateKeys } from './rotate-keys.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())
const id = '00000000-0000-4000-8000-000000000001'
const account = { accountHolder: 'Ada', iban: 'DE02120300000000202051', bic: null }
const now = new Date('2026-03-01T10:00:00.000Z')
const far = new Date('2026-06-01T10:00:00.000Z')

interface Signed {
  readonly column: string
  readonly sealed: string
  readonly insert: string
  /** For whom it is sealed; for the id of its row where nothing is said. */
  readonly owner?: string
}
/** Every secret that is sealed with a signing key, and a row that has one. */
const signedRows: readonly Signed[] = [
  {
    column: 'captcha.webhooks.secret_key',
    sealed: 'select secret as bytes, secret_key as "keyId" from captcha.webhooks',
    insert: `insert into captcha.webhooks (id, site_id, url, description, events, secret_key, secret, secret_created_at, created_at, updated_at)
      values ($1, 1, 'https://example.org', '', '{}', $2, $3, now(), now(), now())`,
  },
  {
    column: 'captcha.webhooks.former_secret_key',
    sealed: 'select former_secret as bytes, former_secret_key as "keyId" from captcha.webhooks',
    insert: 'update captcha.webhooks set former_secret_key = $2, former_secret = $3 where id = $1',
  },
  {
    column: 'monitoring.services.secret_key_id',
    sealed: 'select secret as bytes, secret_key_id as "keyId" from monitoring.services',
    insert: `insert into monitoring.services
      (id, solution_id, name, tags, kind, config, interval_seconds, retries, confirmations, recoveries, secret_key_id, secret, created_at, updated_at)
      values ($1, $1, 'Shop', '{}', 'HTTP', '{}', 60, 0, 1, 1, $2, $3, now(), now())`,
  },
  {
    column: 'monitoring.heartbeats.key_id',
    sealed: 'select sealed as bytes, key_id as "keyId" from monitoring.heartbeats',
    insert: `insert into monitoring.heartbeats (service_id, solution_id, token_hash, key_id, sealed) values ($1, $1, '', $2, $3)`,
  },
  {
    column: 'monitoring.channels.secret_key_id',
    sealed: 'select secret as bytes, secret_key_id as "keyId" from monitoring.channels',
    insert: `insert into monitoring.channels
      (id, solution_id, name, language, active, target, secret_names, secret_key_id, secret, created_at, updated_at)
      values ($1, $1, 'Duty', 'en', true, '{}', '{token}', $2, $3, now(), now())`,
  },
  {
    column: 'monitoring.subscribers.key_id',
    sealed: 'select sealed as bytes, key_id as "keyId" from monitoring.subscribers',
    owner: `subscriber ${id}`,
    insert: `insert into monitoring.subscribers
      (id, page_id, solution_id, channel, destination_hash, token_hash, key_id, sealed, component_ids, language, state, created_at)
      values ($1, $1, $1, 'EMAIL', '', '', $2, $3, '{}', 'en', 'ACTIVE', now())`,
  },
]

/** An installation that was stopped, whose database holds something under each secret. */
async function install() {
  const folder = await makeTestFolder()
  onTestFinished(() => folder.remove())
  const database = await postgres.createDatabase(...schemas)
  const address = new URL(database)
  address.searchParams.set('password', 'of the owner')
  const settings = { DATA_DIR: join(folder.path, 'data'), DATABASE_URL: address.href }
  mkdirSync(settings.DATA_DIR)
  const config = (more: Record<string, string> = {}) => {
    const read = readConfig({ ...settings, ...more })
    if (read.status === 'invalid') throw new Error(read.faults.join())
    return read.config
  }
  const db = openDatabase({ connectionString: database, max: 1 })
  onTestFinished(() => db.close())
  const secrets = keepSecrets(config())
  await db.pool.query('set session_replication_role = replica')
  const sealed = sealAccount(encryptionKeysOf(secrets), id, account, randomBytes)
  await db.pool.query(
    `insert into solution.payout_accounts (organization_id, method, sealed, changed_at) values ($1, 'SEPA', $2, now())`,
    [id, sealed],
  )
  const app = sealSecret(deriveKey(secrets.sessionSecret, 'totp-secret'), id, Buffer.from('twenty bytes or so'))
  await db.pool.query('insert into identity.totp_secrets (user_id, sealed_secret, created_at) values ($1, $2, now())', [
    id,
    app,
  ])
  const box = createSecretBox(signingKeys(secrets.captchaSigningKeys), randomBytes)
  for (const { insert, owner = id } of signedRows)
    await db.pool.query(insert, [id, ...Object.values(box.seal('a secret', owner))])
  await db.pool.query('set session_replication_role = default')
  useAuditKey(secrets.encryptionKey)
  await db.transaction((tx) =>
    recordAudit(tx, { at: now, scope: 'SYSTEM', scopeId: 'x', actor: { kind: 'SYSTEM' }, action: 'a.b' }),
  )
  const read = async (text: string): Promise<Buffer> =>
    (await db.pool.query<{ sealed: Buffer }>(text)).rows[0]?.sealed ?? Buffer.alloc(0)
  return {
    config,
    db,
    file: secretsFile(settings.DATA_DIR),
    secrets,
    account: () => read('select sealed from solution.payout_accounts'),
    app: () => read('select sealed_secret as sealed from identity.totp_secrets'),
  }
}

const silent = () => {}
/** Numbers of signing keys stand beside what they seal. */
const columnsSql = `select table_schema || '.' || table_name || '.' || column_name as column from information_schema.columns
  where table_schema in ('captcha', 'monitoring') and data_type in ('smallint', 'integer') and column_name ~ '(secret_key|key_id)$'`

test('a rotated encryption key seals what the one before had sealed, and the audit log stays true', async () => {
  const it = await install()
  expect(await rotateKeys(it.config(), ['encryption'], silent, () => now)).toBe(0)
  const kept = readSecrets(it.file)
  // Nothing newer may end under it, and backups from before still do.
  expect(kept).toMatchObject({ formerEncryptionKeys: [`${it.secrets.encryptionKey}@${now.toISOString()}`] })
  expect(kept.rotation).toBeUndefined()
  expect(kept.encryptionKey).not.toBe(it.secrets.encryptionKey)
  expect(openAccount(Buffer.from(kept.encryptionKey, 'hex'), id, await it.account())).toEqual(account)
  expect(() => openAccount(Buffer.from(it.secrets.encryptionKey, 'hex'), id, Buffer.alloc(40))).toThrow()
  useAuditKey(kept.encryptionKey, otherKeysOf(kept))
  expect(await findBrokenLink(it.db, 'SYSTEM', 'x', far)).toBeNull()
  useAuditKey(kept.encryptionKey)
  expect(await findBrokenLink(it.db, 'SYSTEM', 'x', far)).toBe(1)
})

test('a rotated session secret keeps every authenticator app, and what the one before signed', async () => {
  const it = await install()
  expect(await rotateKeys(it.config(), ['session'], silent, () => now)).toBe(0)
  const kept = readSecrets(it.file)
  expect(sessionSecretsOf(kept)).toEqual([kept.sessionSecret, it.secrets.sessionSecret])
  expect(openTotpSecret(kept.sessionSecret, id, await it.app())?.toString()).toBe('twenty bytes or so')
  expect(openTotpSecret(it.secrets.sessionSecret, id, await it.app())).toBeNull()
})

test('a rotation that was killed after any step goes on with the same secret, and another one waits for it', async () => {
  const it = await install()
  const next = 'ab'.repeat(32)
  const begun = prepared(readSecrets(it.file), 'encryption', next, now)
  const steps: KeptSecrets[] = [begun, swapped(begun, now)]
  for (const step of steps) {
    writeFileSync(it.file, JSON.stringify(step))
    // Whatever a process that starts now seals or signs, the other ones open.
    expect(
      encryptionKeysOf(keepSecrets(it.config()))
        .map((key) => key.toString('hex'))
        .toSorted(),
    ).toEqual([next, it.secrets.encryptionKey].toSorted())
    await expect(rotateKeys(it.config(), ['session'], silent)).rejects.toThrow('rotate-keys encryption')
    expect(await rotateKeys(it.config(), ['encryption'], silent, () => now)).toBe(0)
    expect(readSecrets(it.file)).toEqual(finished(swapped(begun, now), now))
    expect(openAccount(Buffer.from(next, 'hex'), id, await it.account())).toEqual(account)
  }
})

test('what no known key opens is told, left alone, and ends in a code of its own', async () => {
  const it = await install()
  const strange = sealAccount(randomBytes(32), id, account, randomBytes)
  await it.db.pool.query('update solution.payout_accounts set sealed = $1', [strange])
  const said: string[] = []
  expect(
    await rotateKeys(
      it.config(),
      ['encryption'],
      (line) => said.push(line),
      () => now,
    ),
  ).toBe(1)
  expect(said.join('\n')).toContain('1 bank accounts are under no encryption key that is known here')
  expect(await it.account()).toEqual(strange)
})

test('a rotated signing key seals every secret anew, so that the one before may go at once', async () => {
  const it = await install()
  expect(await rotateKeys(it.config(), ['signing'], silent, () => now)).toBe(0)
  const [next = '', before] = readSecrets(it.file).captchaSigningKeys
  expect(before).toBe(it.secrets.captchaSigningKeys[0])
  const box = createSecretBox(signingKeys([next]), randomBytes)
  for (const { sealed, column, owner = id } of signedRows) {
    const [row] = (await it.db.pool.query<SealedSecret>(sealed)).rows
    expect(row && box.open(row, owner), column).toBe('a secret')
  }
  const { rows } = await it.db.pool.query<{ column: string }>(columnsSql)
  expect(rows.map(({ column }) => column).toSorted(), 'resealed, each of them').toEqual(
    signedRows.map(({ column }) => column).toSorted(),
  )
})

test('a secret under no known signing key is told, and keeps its rotation from being called whole', async () => {
  const it = await install()
  // The number of a key is one byte, so no key has this one, the next one included.
  await it.db.pool.query('update captcha.webhooks set secret_key = 256')
  const said: string[] = []
  expect(await rotateKeys(it.config(), ['signing'], (line) => said.push(line))).toBe(1)
  expect(said.join('\n')).toContain('1 secrets of webhooks are under no signing key that is known here')
})

test('signing keys: the next one verifies first, then signs, and two stay', () => {
  const kept = {
    sessionSecret: 's'.repeat(32),
    captchaSigningKeys: ['11'.repeat(32), '12'.repeat(32)],
    encryptionKey: '13'.repeat(32),
  }
  const next = '14'.repeat(32)
  const first = prepared(kept, 'signing', next, now)
  expect(first.captchaSigningKeys).toEqual([`+${next}`, ...kept.captchaSigningKeys])
  expect(swapped(first, now).captchaSigningKeys).toEqual([next, '11'.repeat(32)])
  const drawn = ['11'.repeat(32), next]
  expect(nextSigningKey(kept.captchaSigningKeys, () => drawn.shift() ?? '')).toBe(next)
})

test('a secret of the environment is not touched: the order of what to set is told, and the last step is done on request', async () => {
  const it = await install()
  const before = readFileSync(it.file, 'utf8')
  const said: string[] = []
  const own = { ENCRYPTION_KEY: it.secrets.encryptionKey }
  expect(
    await rotateKeys(
      it.config(own),
      ['encryption'],
      (line) => said.push(line),
      () => now,
    ),
  ).toBe(0)
  const [, next = ''] = /ENCRYPTION_KEYS=([0-9a-f]{64})@2026-03-08/u.exec(said.join('\n')) ?? []
  expect(said.map((line) => line.trim())).toEqual(
    expect.arrayContaining([
      `FORMER_ENCRYPTION_KEYS=${next}@2026-03-08`,
      `ENCRYPTION_KEY=${next}`,
      `FORMER_ENCRYPTION_KEYS=${it.secrets.encryptionKey}@2026-03-08`,
    ]),
  )
  const then = it.config({ ENCRYPTION_KEY: next, FORMER_ENCRYPTION_KEYS: `${it.secrets.encryptionKey}@2026-03-08` })
  expect(
    await rotateKeys(
      then,
      ['encryption', '--finish'],
      (line) => said.push(line),
      () => now,
    ),
  ).toBe(0)
  expect(said.at(-1)).toContain(`to ${now.toISOString()} and restart`)
  expect(openAccount(Buffer.from(next, 'hex'), id, await it.account())).toEqual(account)
  expect(readFileSync(it.file, 'utf8')).toBe(before)
})

test('what cannot be rotated is refused, and says why', async () => {
  const it = await install()
  await expect(rotateKeys(it.config(), ['all'], silent)).rejects.toThrow('Usage: npm start -- rotate-keys')
  await expect(rotateKeys(it.config(), ['session', '--finish'], silent)).rejects.toThrow('comes from the environment')
  const withoutPassword = it.config({ DATABASE_URL: 'postgresql://owner@db.example/bollard' })
  await expect(rotateKeys(withoutPassword, ['encryption'], silent)).rejects.toThrow('DATABASE_URL has no password')
  const elsewhere = it.config({ DATA_DIR: join(it.file, '..', 'other') })
  await expect(rotateKeys(elsewhere, ['session'], silent)).rejects.toThrow('secrets.json is missing')
})
