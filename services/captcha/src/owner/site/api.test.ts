import { captchaRoutes, type Role, type Verification } from '@bollard/contracts'
import { afterAll, expect, test } from 'vitest'
import { replaceSecretKey } from '../../testing/replace-secret-key.ts'
import { setAttack } from '../../testing/set-attack.ts'
import { setSettings } from '../../testing/set-settings.ts'
import { makeSite, startCluster } from '../../testing/start-service.ts'
import { codeOf, pass, siteverify, visit } from '../../testing/walk-through.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
const it = await cluster.startService()
const site = await makeSite(it)
const { solutionId } = site
const people: Record<string, Role> = { vera: 'VIEWER', mia: 'MEMBER', ada: 'ADMIN' }
for (const [name, role] of Object.entries(people)) it.roles.set(`${name} ${solutionId}`, role)

function call(method: 'GET' | 'POST', path: string, cookie?: string) {
  return it.app.inject({
    method,
    url: `/captcha/v1/sites/${path}`,
    ...(cookie === undefined ? {} : { headers: { cookie } }),
    ...(method === 'POST' ? { payload: { name: 'Server', scopes: ['verify'] } } : {}),
  })
}

const seen = await visit(it.app, site.siteKey, { action: 'login' })
const routes = [
  ['GET', solutionId, 'VIEWER'],
  ['GET', `${solutionId}/statistics?period=24h`, 'VIEWER'],
  ['GET', `${solutionId}/verifications`, 'VIEWER'],
  ['GET', `${solutionId}/verifications/${seen.verificationId}`, 'VIEWER'],
  ['POST', `${solutionId}/api-keys`, 'ADMIN'],
] as const

test('nobody calls without a session, and a stranger is told that nothing is there', async () => {
  for (const [method, path] of [...routes, ['GET', `${solutionId}/live`] as const]) {
    const [anonymous, stranger] = [await call(method, path), await call(method, path, 'stranger')]
    expect([path, anonymous.statusCode, codeOf(anonymous)]).toEqual([path, 401, 'unauthenticated'])
    expect([path, stranger.statusCode, codeOf(stranger)]).toEqual([path, 404, 'not-found'])
  }
})

test('each role may do what its route asks for and no more', async () => {
  for (const [method, path, lowest] of routes) {
    for (const [name, role] of Object.entries(people)) {
      const response = await call(method, path, name)
      const allowed = lowest === 'VIEWER' || role === 'ADMIN'
      expect([path, name, response.statusCode]).toEqual([path, name, allowed ? (method === 'POST' ? 201 : 200) : 403])
      if (!allowed) expect(codeOf(response)).toBe('role-too-low')
    }
  }
})

test('a member of one solution sees nothing of another', async () => {
  const other = await makeSite(it)
  expect((await call('GET', other.solutionId, 'ada')).statusCode).toBe(404)
  it.roles.set(`ada ${other.solutionId}`, 'ADMIN')
  expect((await call('GET', `${other.solutionId}/verifications/${seen.verificationId}`, 'ada')).statusCode).toBe(404)
})

test('the overview shows keys, domains and first use', async () => {
  const other = await makeSite(it, ['shop.example', 'localhost'])
  it.roles.set(`ada ${other.solutionId}`, 'ADMIN')
  const read = async () =>
    captchaRoutes.getSite.response.schema.parse((await call('GET', other.solutionId, 'ada')).json())
  expect(await read()).toMatchObject({
    siteKey: other.siteKey,
    domains: ['shop.example', 'localhost'],
    secretKey: { prefix: other.secretKey.slice(0, 9), last4: other.secretKey.slice(-4) },
    firstVerificationAt: null,
    firstFetchedAt: null,
  })
  const { token } = await pass(it.app, other.siteKey)
  await siteverify(it.app, { secret: other.secretKey, response: token })
  const now = new Date(it.clock.now).toISOString()
  expect(await read()).toMatchObject({ firstVerificationAt: now, firstFetchedAt: now })
})

test('the overview shows whether visitors do more work because of an attack, and who says so', async () => {
  const other = await makeSite(it)
  it.roles.set(`vera ${other.solutionId}`, 'VIEWER')
  const read = async () =>
    captchaRoutes.getSite.response.schema.parse((await call('GET', other.solutionId, 'vera')).json()).underAttack
  const none = { active: false, by: null, since: null, bits: 0 }
  expect(await read()).toEqual(none)
  const [row] = await it.db.query<{ id: number }>('test-site', 'select id from captcha.sites where solution_id = $1', [
    other.solutionId,
  ])
  const siteId = row?.id ?? 0
  await setAttack(it.db, siteId, 60_000)
  const seen = await read()
  expect(seen).toMatchObject({ active: true, by: 'SERVICE', bits: 4 })
  expect(Date.now() - Date.parse(seen.since ?? '')).toBeGreaterThanOrEqual(60_000)
  await setSettings(it, other, { underAttack: 'OFF' })
  expect(await read()).toEqual(none)
  await setSettings(it, other, { underAttack: 'ON' })
  expect(await read()).toMatchObject({ active: true, by: 'OWNER', since: null })
  await setSettings(it, other, { underAttack: 'AUTO' })
  expect(await read()).toMatchObject({ active: true, by: 'SERVICE' })
  // It presses no more, and its work ends within ten minutes.
  await it.db.query(
    'test-attack-over',
    `update captcha.sites_under_attack set seen_at = clock_timestamp() - interval '10 minutes' where site_id = $1`,
    [siteId],
  )
  expect(await read()).toEqual(none)
})

test('a new secret key ends the old one at once, in other processes too', async () => {
  const other = await makeSite(it)
  it.roles.set(`ada ${other.solutionId}`, 'ADMIN')
  const beside = await cluster.startService({ beside: it })
  const [first, second] = [await pass(it.app, other.siteKey), await pass(it.app, other.siteKey)]
  expect(await siteverify(beside.app, { secret: other.secretKey, response: first.token })).toMatchObject({
    success: true,
  })
  const secretKey = await replaceSecretKey(it.app, other.solutionId)
  for (const app of [it.app, beside.app])
    expect((await siteverify(app, { secret: other.secretKey, response: second.token }))['error-codes']).toEqual([
      'invalid-input-secret',
    ])
  expect(await siteverify(beside.app, { secret: secretKey, response: second.token })).toMatchObject({ success: true })
})

test('the log pages without gaps or repeats while new rows come in', async () => {
  const other = await makeSite(it)
  it.roles.set(`ada ${other.solutionId}`, 'ADMIN')
  const ids: string[] = []
  for (let index = 0; index < 7; index++) {
    it.clock.now += 5
    ids.unshift((await pass(it.app, other.siteKey)).verificationId)
  }
  const paged: string[] = []
  let cursor: string | null = null
  do {
    const response = await call(
      'GET',
      `${other.solutionId}/verifications?limit=3${cursor === null ? '' : `&cursor=${cursor}`}`,
      'ada',
    )
    const page: { items: Verification[]; nextCursor: string | null } =
      captchaRoutes.listVerifications.response.schema.parse(response.json())
    paged.push(...page.items.map(({ verificationId }) => verificationId))
    cursor = page.nextCursor
    it.clock.now += 5
    await pass(it.app, other.siteKey)
  } while (cursor !== null)
  expect(paged).toEqual(ids)
  expect(codeOf(await call('GET', `${other.solutionId}/verifications?cursor=nonsense`, 'ada'))).toBe(
    'invalid-parameter',
  )
})

test('the log tells outcomes apart and a single verification shows every reason without counting as fetched', async () => {
  const other = await makeSite(it)
  it.roles.set(`vera ${other.solutionId}`, 'VIEWER')
  await pass(it.app, other.siteKey)
  const refused = await visit(it.app, other.siteKey, { collected: ['webdriver'], language: 'fr' })
  const { items } = captchaRoutes.listVerifications.response.schema.parse(
    (await call('GET', `${other.solutionId}/verifications?outcome=REFUSED`, 'vera')).json(),
  )
  expect(items).toMatchObject([
    { verificationId: refused.verificationId, outcome: 'REFUSED', passed: false, language: 'fr' },
  ])
  const one = captchaRoutes.getVerification.response.schema.parse(
    (await call('GET', `${other.solutionId}/verifications/${refused.verificationId}`, 'vera')).json(),
  )
  expect(one.reasons[0]).toMatchObject({ code: 'webdriver', group: 'declared' })
  expect(one.firstFetchedAt).toBeNull()
})
