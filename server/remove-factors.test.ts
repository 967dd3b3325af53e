import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, signUpAll } from './testing/api/people.ts'
import { type RunningApi, startApi } from './testing/api/start-api.ts'
import { program, programEnvironment } from './testing/start-product.ts'

let api: RunningApi
let olga: Person
let ada: Person
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bollard-remove-'))
  api = await startApi()
  ;({ operator: olga, ada } = await signUpAll(api))
})
afterAll(async () => {
  await api?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Runs the command as a process that is answered `typed`. */
function command(
  args: readonly string[],
  typed = '',
  secrets: Readonly<Record<string, string>> = { ENCRYPTION_KEY: '1b'.repeat(32) },
  name = 'remove-factors',
): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, name, ...args], {
      env: { ...programEnvironment, DATABASE_URL: api.databaseUrl, DATA_DIR: join(folder, 'data'), ...secrets },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const output: string[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => output.push(String(data)))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, said: output.join('') }))
    child.stdin.end(typed)
  })
}
const count = async (sql: string) =>
  (await api.db.pool.query<{ n: number }>(`select count(*)::int as n from ${sql}`)).rows[0]?.n

test('without an address, for nobody, and without the address typed once more nothing is removed', async () => {
  const before = await count('identity.totp_secrets')
  expect(before).toBeGreaterThan(0)
  const cases = [
    [[], '', 'Usage: npm start -- remove-factors --email'],
    [['--mail', olga.email], '', 'Usage: npm start -- remove-factors --email'],
    [['--email', 'nobody@example.org'], '', 'Nobody has the address nobody@example.org'],
    [['--email', olga.email], 'yes\n', 'Nothing was removed.'],
    [['--email', olga.email], '', 'Nothing was removed.'],
  ] as const
  for (const [args, typed, words] of cases) {
    const { code, said } = await command(args, typed)
    expect([code, said], args.join(' ')).toEqual([1, expect.stringContaining(words)])
  }
  expect([
    await count('identity.totp_secrets'),
    await count(`audit.entries where action = 'second-factors.removed'`),
  ]).toEqual([before, 0])
  expect(await olga.client.getSecurity()).toMatchObject({ adminNeedsSecondFactor: false })
})

test('without the key of the installation nothing is removed, since its audit log could not be verified any more', async () => {
  const { code, said } = await command(['--email', olga.email, '--yes'], '', {})
  expect([code, said]).toEqual([1, expect.stringMatching(/secrets\.json is missing\. Run this where Bollard runs/u)])
  expect(existsSync(join(folder, 'data'))).toBe(false)
})

test('an administrator gets back in: factors and sessions are gone, the log says so, the owner gets a mail', async () => {
  const { code, said } = await command(['--email', olga.email.toUpperCase()], `${olga.email}\n`)
  expect([code, said]).toEqual([
    0,
    expect.stringContaining(
      `${olga.email}, an administrator, has an authenticator app, 0 passkeys and 10 recovery codes`,
    ),
  ])
  const of = `(select id from identity.users where email = '${olga.email}')`
  for (const table of ['totp_secrets', 'passkeys', 'recovery_codes', 'sessions', 'trusted_devices'])
    expect(await count(`identity.${table} where user_id = ${of}`), table).toBe(0)
  const entry = `audit.entries where scope = 'ACCOUNT' and scope_id = ${of}::text and action = 'second-factors.removed' and actor_kind = 'SYSTEM' and after->>'by' = 'SERVER_COMMAND'`
  expect(await count(entry)).toBe(1)
  expect(await count(`mail.outbox where tag = 'factors-removed-by-operator' and recipient = '${olga.email}'`)).toBe(1)
  await expect(olga.client.getSecurity()).rejects.toMatchObject({ code: 'unauthenticated' })
  await olga.client.createSession({ sessionNewDto: { email: olga.email, password: olga.password } })
  expect(await olga.client.getSecurity()).toMatchObject({
    totp: null,
    adminNeedsSecondFactor: true,
    factorRemoval: { state: 'DONE' },
  })
  expect((await command(['--email', olga.email, '--yes'])).said).toContain('or the account has no second factor')
})

test('the only administrator gets a second one from the machine itself, who takes the admin site from there', async () => {
  const grant = (args: readonly string[], typed = '') => command(args, typed, undefined, 'grant-admin')
  expect(await grant(['--email', ada.email], 'no\n')).toEqual({
    code: 1,
    said: expect.stringContaining('Nothing was changed.'),
  })
  expect(await count('identity.users where is_admin')).toBe(1)
  expect((await grant(['--email', ada.email], `${ada.email}\n`)).code).toBe(0)
  expect(await count('identity.users where is_admin')).toBe(2)
  const entry = `audit.entries where action = 'account.made-admin' and actor_kind = 'SYSTEM' and after->>'by' = 'SERVER_COMMAND'`
  expect(await count(entry)).toBe(1)
  expect(await count(`mail.outbox where tag = 'administrator-added' and recipient = '${ada.email}'`)).toBe(1)
})
