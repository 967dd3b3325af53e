import { compatPaths } from '@bollard/contracts'
import { afterAll, expect, test } from 'vitest'
import { askForm, awayDatabase } from '../../testing/compat/ask.ts'
import { setSettings } from '../../testing/set-settings.ts'
import { makeSite, startCluster } from '../../testing/start-service.ts'
import { pass, siteverify } from '../../testing/walk-through.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
const it = await cluster.startService()
const beside = await cluster.startService({ beside: it })
const site = await makeSite(it)
const secret = site.secretKey
const path = compatPaths.turnstile
const ask = async (response: string, key: string, { app = it.app, own = secret } = {}) =>
  (await askForm(app, path, { secret: own, response, idempotency_key: key })).body
const duplicate = { success: false, 'error-codes': ['timeout-or-duplicate'], messages: ['token-already-used'] }
const retrievals = async (verificationId: string) =>
  (
    await it.db.query<{ n: number; keys: number }>(
      'test-retrievals',
      'select n::int as n, cardinality(idempotency_keys)::int as keys from captcha.redemptions where verification_id = $1',
      [verificationId],
    )
  )[0]

test('the same token with the same idempotency key is answered the same again, in every process, and counts once', async () => {
  const { token, verificationId } = await pass(it.app, site.siteKey, { action: 'login' })
  const key = crypto.randomUUID()
  const first = await ask(token, key)
  expect(first).toMatchObject({ success: true, action: 'login' })
  expect(await ask(token, key.toUpperCase())).toEqual(first)
  expect(await ask(token, key, { app: beside.app })).toEqual(first)
  expect(await siteverify(it.app, { secret, response: token, idempotency_key: key })).toMatchObject({
    success: true,
    verification_id: verificationId,
  })
  expect(await retrievals(verificationId)).toEqual({ n: 1, keys: 1 })
})

test('another idempotency key, or none, is another attempt', async () => {
  const { token } = await pass(it.app, site.siteKey)
  const key = crypto.randomUUID()
  await ask(token, key)
  expect(await ask(token, crypto.randomUUID())).toEqual(duplicate)
  expect((await askForm(it.app, path, { secret, response: token })).body).toEqual(duplicate)
  expect(await ask(token, key)).toMatchObject({ success: true })
  const plain = await pass(it.app, site.siteKey)
  await askForm(it.app, path, { secret, response: plain.token })
  expect(await ask(plain.token, key)).toEqual(duplicate)
})

test('200 parallel calls with one idempotency key over two processes all succeed with one redemption', async () => {
  const { token, verificationId } = await pass(it.app, site.siteKey)
  const key = crypto.randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) => ask(token, key, { app: index % 2 === 0 ? it.app : beside.app })),
  )
  expect(answers.filter(({ success }) => success === true)).toHaveLength(200)
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(await retrievals(verificationId)).toEqual({ n: 1, keys: 1 })
})

test('of parallel calls with different idempotency keys one attempt gets through', async () => {
  const { token, verificationId } = await pass(it.app, site.siteKey)
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      ask(token, crypto.randomUUID(), { app: index % 2 === 0 ? it.app : beside.app }),
    ),
  )
  expect(answers.filter(({ success }) => success === true)).toHaveLength(1)
  expect(await retrievals(verificationId)).toEqual({ n: 1, keys: 1 })
})

test('where a result may be taken twice, two attempts get through and both can be tried again', async () => {
  const own = await makeSite(it)
  await setSettings(it, own, { resultRetrievals: 2 })
  const { token, verificationId } = await pass(it.app, own.siteKey)
  const [first, second, third] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  for (const key of [first, second, first, second])
    expect(await ask(token, key, { own: own.secretKey })).toMatchObject({ success: true })
  expect(await ask(token, third, { own: own.secretKey })).toEqual(duplicate)
  expect(await retrievals(verificationId)).toEqual({ n: 2, keys: 2 })
})

test('an attempt is tried again only with a key of the same site, and as long as the token and the key hold', async () => {
  const own = await makeSite(it)
  const other = await makeSite(it)
  const { token } = await pass(it.app, own.siteKey)
  const key = crypto.randomUUID()
  expect(await ask(token, key, { own: own.secretKey })).toMatchObject({ success: true })
  expect(await ask(token, key, { own: other.secretKey })).toMatchObject({ 'error-codes': ['invalid-input-response'] })
  it.clock.now += 900_000
  expect(await ask(token, key, { own: own.secretKey })).toMatchObject({
    'error-codes': ['timeout-or-duplicate'],
    messages: ['token-expired'],
  })
  it.clock.now -= 900_000
  await it.db.query(
    'test-revoke',
    'update captcha.api_keys k set revoked_at = now() from captcha.sites s where s.id = k.site_id and s.solution_id = $1',
    [own.solutionId],
  )
  expect(await ask(token, key, { own: own.secretKey })).toMatchObject({ 'error-codes': ['invalid-input-secret'] })
})

test('an idempotency key in the address is refused, since a visitor could have pasted it there', async () => {
  const { token } = await pass(it.app, site.siteKey)
  const query = `secret=${secret}&response=${token}&idempotency_key=${crypto.randomUUID()}`
  for (const url of [path, '/captcha/v1/siteverify'])
    expect((await it.app.inject({ url: `${url}?${query}` })).json()).toMatchObject({
      success: false,
      'error-codes': expect.arrayContaining(['bad-request']),
    })
  expect(await ask(token, crypto.randomUUID())).toMatchObject({ success: true })
})

test('an attempt that failed with the database away uses nothing up and gets through later', async () => {
  const { token } = await pass(it.app, site.siteKey)
  let isAway = false
  const gone = awayDatabase(it.db)
  const shaky = await cluster.startService({
    beside: it,
    edgeDb: { ...it.db, transaction: (work) => (isAway ? gone.transaction(work) : it.db.transaction(work)) },
  })
  const key = crypto.randomUUID()
  isAway = true
  expect(await ask(token, key, { app: shaky.app })).toMatchObject({ 'error-codes': ['internal-error'] })
  isAway = false
  expect(await ask(token, key, { app: shaky.app })).toMatchObject({ success: true })
})
