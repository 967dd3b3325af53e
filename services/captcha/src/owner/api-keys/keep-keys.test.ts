import { captchaRoutes } from '@bollard/contracts'
import type { Mail } from '@bollard/mail'
import { afterAll, expect, test } from 'vitest'
import { startKeyRoutes } from '../../testing/start-key-routes.ts'
import { keepKeys } from './keep-keys.ts'
import type { KeyMails } from './tell-admins.ts'

const sent = new Map<string, Mail>()
const admins = [
  { userId: 'ada', email: 'ada@example.org', givenName: 'Ada', language: 'en' },
  { userId: 'bert', email: 'bert@example.org', givenName: 'Bert', language: 'de' },
] as const
let fails = false
const keyMails: KeyMails = {
  findAdmins: async () => admins,
  nameOf: async () => 'Corner shop',
  enqueueMail: async (_tx, mail, key) => {
    if (fails) throw new Error('the outbox is away')
    if (!sent.has(key)) sent.set(key, mail)
  },
  dashboardUrl: 'https://dashboard.example',
}
const it = await startKeyRoutes({ keyMails })
afterAll(() => it.stop())
const errors: unknown[] = []
const dayMs = 86_400_000
const mailsOf = (kind: string) => [...sent.values()].filter(({ tag }) => tag === kind).map(({ to }) => to)
/** Hourly turns over some days, as two processes take them at once. */
const pass = async (days: number) => {
  for (let day = 0; day < days; day += 1) {
    it.clock.now += dayMs
    await Promise.all(
      [1, 2].map(() => keepKeys({ db: it.db, keyMails, onError: (error) => errors.push(error) }, it.clock.now)),
    )
  }
}
async function fresh() {
  await it.db.query('test-no-keys', 'update captcha.api_keys set revoked_at = now() where revoked_at is null', [])
  const { solutionId } = await it.makeSite()
  await it.db.query('test-no-first-key', 'update captcha.api_keys set revoked_at = now() where revoked_at is null', [])
  const make = async (days: number | null, scopes = ['verify']) => {
    const expiresAt = days === null ? null : new Date(it.clock.now + days * dayMs).toISOString()
    const answer = await it.call('POST', `${solutionId}/api-keys`, 'ada', {
      name: 'Server',
      scopes,
      expiresAt,
    })
    return captchaRoutes.createApiKey.response.schema.parse(answer.json())
  }
  const state = async (id: string) => {
    const { items } = captchaRoutes.listApiKeys.response.schema.parse(
      (await it.call('GET', `${solutionId}/api-keys`, 'vera')).json(),
    )
    return items.find((item) => item.id === id)?.state
  }
  sent.clear()
  return { solutionId, make, state }
}
const both = ['ada@example.org', 'bert@example.org']

test('each admin learns of a key that was made or rotated, whoever did it, and never the key', async () => {
  const { make, solutionId } = await fresh()
  const made = await make(null)
  expect(mailsOf('key-created')).toEqual(both)
  const [mail] = sent.values()
  for (const said of [
    'Corner shop',
    'Ada',
    `${made.prefix}… ${made.last4}`,
    `https://dashboard.example/en/solutions/${solutionId}/overview`,
  ])
    expect(mail?.text).toContain(said)
  expect(JSON.stringify([...sent.values()])).not.toContain(made.secretKey)
  sent.clear()
  const rotate = (id: string) => it.call('POST', `${solutionId}/api-keys/${id}/rotations`, 'ada', { overlapHours: 0 })
  const rotated = await rotate(made.id)
  expect(rotated.statusCode).toBe(201)
  expect(mailsOf('key-created')).toEqual(both)
  fails = true
  const next = captchaRoutes.rotateApiKey.response.schema.parse(rotated.json()).id
  expect((await rotate(next)).statusCode, 'no key without the mail').toBe(500)
  fails = false
  expect((await it.call('POST', `${solutionId}/api-keys`, 'mia', { name: 'X', scopes: ['verify'] })).statusCode).toBe(
    403,
  )
  expect(mailsOf('key-created')).toHaveLength(2)
})

test('admins learn two weeks and a day before a key ends, once each, and again when it was given longer', async () => {
  const { make, solutionId } = await fresh()
  const { id } = await make(40)
  await make(5)
  await pass(25)
  expect(mailsOf('key-expiring'), 'the short one the day before alone').toEqual(both)
  sent.clear()
  await pass(2)
  expect(mailsOf('key-expiring')).toEqual(both)
  expect([...sent.values()][0]?.text).toContain('Expires on: 19 April 2026')
  const expiresAt = new Date(it.clock.now + 20 * dayMs).toISOString()
  expect(
    (
      await it.call('PUT', `${solutionId}/api-keys/${id}`, 'ada', {
        name: 'Server',
        networks: [],
        expiresAt,
        version: 1,
      })
    ).statusCode,
  ).toBe(200)
  sent.clear()
  await pass(18)
  expect(mailsOf('key-expiring')).toEqual(both)
  await pass(3)
  expect(mailsOf('key-expiring')).toEqual([...both, ...both])
  expect(errors).toEqual([])
})

test('a key that nobody uses is told of after 60 and 80 days and revoked after 90, unless it verifies; one that is used again stays', async () => {
  const { make, state, solutionId } = await fresh()
  const [unused, used, verifying] = [
    await make(null, ['statistics']),
    await make(null, ['manage']),
    await make(null, ['verify', 'statistics']),
  ]
  sent.clear()
  await pass(59)
  expect(sent.size).toBe(0)
  await pass(1)
  expect(mailsOf('key-unused')).toHaveLength(4)
  expect(mailsOf('key-unused-kept')).toEqual(both)
  await it.db.query('test-use', 'update captcha.api_keys set last_used_at = $2 where public_id = $1', [
    used.id,
    new Date(it.clock.now + 1),
  ])
  await pass(19)
  expect(mailsOf('key-unused')).toHaveLength(4)
  await pass(1)
  expect(mailsOf('key-unused')).toHaveLength(6)
  expect(mailsOf('key-unused-kept')).toEqual([...both, ...both])
  await pass(9)
  expect(await state(unused.id)).toBe('ACTIVE')
  const before = await it.changedAt(
    (
      await it.db.query<{ id: number }>('test-id', 'select id from captcha.sites where solution_id = $1', [solutionId])
    )[0]?.id ?? 0,
  )
  await pass(1)
  expect([await state(unused.id), await state(used.id)]).toEqual(['REVOKED', 'ACTIVE'])
  expect(mailsOf('key-unused-revoked')).toEqual(both)
  const [site] = await it.db.query<{ id: number }>('test-id', 'select id from captcha.sites where solution_id = $1', [
    solutionId,
  ])
  expect(await it.changedAt(site?.id ?? 0), 'caches learn of it').not.toBe(before)
  const entries = await it.db.query<{ actor: string }>(
    'test-audit',
    `select actor_kind as actor from audit.entries where action = 'api-key.revoked' and scope_id = $1`,
    [solutionId],
  )
  expect(entries).toEqual([{ actor: 'SYSTEM' }])
  await pass(30)
  expect(mailsOf('key-unused'), 'the used one counts from its use').toHaveLength(6)
  await pass(1)
  expect(mailsOf('key-unused')).toHaveLength(8)
  await pass(300)
  expect(await state(verifying.id), 'a quiet form keeps its key').toBe('ACTIVE')
  expect(mailsOf('key-unused-kept'), 'and nobody is told a third time').toHaveLength(4)
  expect(errors).toEqual([])
})

test('no key is revoked without both mails and ten days after the second, however long it lay', async () => {
  const { make, state } = await fresh()
  const { id } = await make(null, ['statistics'])
  it.clock.now += 400 * dayMs
  fails = true
  await pass(1)
  expect(errors.splice(0).length, 'mails that fail are tried again').toBeGreaterThan(0)
  fails = false
  await pass(1)
  expect(mailsOf('key-unused')).toEqual(both)
  await pass(29)
  expect([await state(id), mailsOf('key-unused').length]).toEqual(['ACTIVE', 4])
  await pass(1)
  expect(await state(id)).toBe('REVOKED')
})
