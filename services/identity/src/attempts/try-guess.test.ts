import { auditMigrations } from '@bollard/audit'
import { randomUUIDv7 } from 'node:crypto'
import { openDatabase } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { startTestDatabase, type TestDatabase } from '@bollard/testing'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { knownBrowserCookie } from '../browser/known-browser.ts'
import type { CaptchaPort } from '../identity-context.ts'
import { createFairQueue, type FairQueue } from '../limits/fair-queue.ts'
import { createNetworkCounts } from '../limits/network-counts.ts'
import { createAttemptLimiter } from '../limits/attempt-limiter.ts'
import { rateLimits, type RateLimits } from '../rate-limits.ts'
import { hashToken } from '../secrets/token.ts'
import { ada, useTestServices } from '../testing/start-test-service.ts'
import { tryGuess } from './try-guess.ts'

let server: TestDatabase
beforeAll(async () => {
  server = await startTestDatabase()
})
afterAll(() => server.stop())
const start = useTestServices(startTestDatabase)

/** A captcha whose token names its verdict. */
const captcha: CaptchaPort = {
  verify: async (token) => (token === 'refused' || token === 'unavailable' ? token : 'passed'),
}

interface Attempt {
  readonly ip?: string
  readonly email?: string
  readonly captchaToken?: string
  readonly right?: boolean
  readonly browserId?: string
  readonly cookie?: string
}

/** Guesses against the counters of a real database; nothing is hashed, so that thousands take no time. */
async function startGuessing(
  options: { limits?: Partial<RateLimits>; captcha?: CaptchaPort; hashQueue?: FairQueue } = {},
) {
  const db = openDatabase({
    connectionString: await server.createDatabase(auditMigrations, {
      schema: 'identity',
      directory: new URL('../migrations/', import.meta.url),
    }),
  })
  onTestFinished(() => db.close())
  const clock = { offset: 0 }
  const now = () => new Date(Date.parse('2026-03-01T10:00:00Z') + clock.offset)
  const limits = { ...rateLimits, ...options.limits }
  const limiter = createAttemptLimiter({ db, secret: 'secret', limits, now })
  const networkCounts = createNetworkCounts({
    db,
    secret: 'secret',
    limits,
    now,
    onError(error) {
      throw error
    },
  })
  const { captcha: port = null, hashQueue = createFairQueue({ atOnce: 1 }) } = options
  const context = {
    db,
    limiter,
    networkCounts,
    captcha: port,
    hashQueue,
    captchaQueue: createFairQueue({ atOnce: 1 }),
    secret: 'secret',
    secure: false,
    now,
  }
  /** `checked`: the password was looked at. Else the code of the refusal. */
  const guess = async ({
    ip = '10.0.0.1',
    email = 'ada@example.org',
    captchaToken,
    right = false,
    browserId = 'browser-of-the-attacker',
    cookie = '',
  }: Attempt = {}) => {
    try {
      await tryGuess(context, { from: { ip }, browserId, cookie }, { email, userId: null, captchaToken }, (inTurn) =>
        inTurn(async () => (right ? 'right' : null)),
      )
      return { outcome: 'checked', wait: 0 }
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      return { outcome: error.code, wait: error.retryAfterSeconds ?? 0 }
    }
  }
  const outcomes = async (attempts: readonly Attempt[]) => {
    const found = []
    for (const attempt of attempts) found.push((await guess(attempt)).outcome)
    return found
  }
  return { db, clock, context, guess, outcomes }
}

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)
const networks = (count: number) => Array.from({ length: count }, (_, index) => ({ ip: `198.51.${index}.1` }))

test('the limits are those that were promised', () => {
  const { signInPerAccountAndIp, signInPerIp, signInPerAccount } = rateLimits
  expect([signInPerAccountAndIp, signInPerIp, signInPerAccount]).toMatchObject([
    { limit: 5, seconds: 900 },
    { limit: 20, seconds: 3600 },
    { limit: 100, seconds: 3600 },
  ])
})

test('without a captcha guesses from one network wait longer and longer, and the owner elsewhere does not', async () => {
  const { clock, guess, outcomes } = await startGuessing()
  expect(await outcomes(times(5, {}))).toEqual(times(5, 'checked'))
  const waits = []
  for (let index = 0; index < 4; index += 1) {
    const { outcome, wait } = await guess()
    expect(outcome).toBe('rate-limited')
    waits.push(wait)
    clock.offset += (wait - 1) * 1000
    expect((await guess()).outcome, 'a second too early').toBe('rate-limited')
    clock.offset += 1000
    expect((await guess()).outcome).toBe('checked')
  }
  expect(waits).toEqual([30, 60, 120, 240])
  expect((await guess({ ip: '10.0.0.2', right: true })).outcome).toBe('checked')
})

test('brute force from one network gets few guesses, at one account or at many', async () => {
  for (const emailOf of [() => 'ada@example.org', (index: number) => `a${index}@example.org`]) {
    const { clock, guess } = await startGuessing()
    let checked = 0
    for (let index = 0; index < 120; index += 1) {
      clock.offset = index * 90_000
      if ((await guess({ email: emailOf(index) })).outcome === 'checked') checked += 1
    }
    expect(checked).toBeGreaterThan(3 * 5)
    expect(checked, 'of 120 in three hours').toBeLessThanOrEqual(3 * 28)
  }
})

test('brute force spread over 50 networks is slowed as if it came from one, and its victim still gets in at once', async () => {
  const { db, clock, context, guess } = await startGuessing({
    limits: { signInPerAccount: { limit: 20, seconds: 3600 } },
  })
  const userId = randomUUIDv7()
  await db.pool.query(
    `insert into identity.users (id, email, email_verified, given_name, language, created_at, updated_at) values ($1, 'ada@example.org', true, 'Ada', 'en', now(), now())`,
    [userId],
  )
  const browserId = 'browser-of-ada-0123456'
  await db.pool.query('insert into identity.known_browsers values ($1, $2, $3)', [
    userId,
    hashToken(browserId),
    context.now(),
  ])
  const [cookie = ''] = knownBrowserCookie(context, { browserId, cookie: undefined }, userId)
  let checked = 0
  for (const [index, attempt] of Array.from({ length: 4 }, () => networks(50))
    .flat()
    .entries()) {
    clock.offset = index * 15_000
    if ((await guess(attempt)).outcome === 'checked') checked += 1
  }
  // Twenty, and then after 30, 60, 120 … 900 seconds.
  expect(checked, 'of 200 in 50 minutes').toBeLessThanOrEqual(20 + 7)
  expect(checked).toBeGreaterThan(20)
  const owner = { ip: '203.0.113.1', right: true }
  expect((await guess({ ...owner, browserId, cookie })).outcome).toBe('checked')
  expect((await guess({ ...owner, cookie })).outcome, 'its cookie in another browser').toBe('rate-limited')
  expect((await guess({ ...owner, browserId })).outcome, 'the id that scripts can read').toBe('rate-limited')
})

test('guesses at the same moment are all counted, and above the limit the turn comes to one of them', async () => {
  const { clock, guess } = await startGuessing()
  const atOnce = async () =>
    (await Promise.all(times(15, {}).map((attempt) => guess(attempt)))).filter(({ outcome }) => outcome === 'checked')
      .length
  expect(await atOnce()).toBe(5)
  clock.offset = 30_000
  expect(await atOnce()).toBe(1)
})

test('where there is a captcha it is asked for above each limit, and nobody has to wait', async () => {
  const { outcomes } = await startGuessing({ captcha })
  const elsewhere = { ip: '10.0.0.2', email: 'b@example.org' }
  expect(await outcomes(times(6, {}))).toEqual([...times(5, 'checked'), 'captcha-failed'])
  expect(await outcomes(times(3, { captchaToken: 'good' }))).toEqual(times(3, 'checked'))
  const many = Array.from({ length: 21 }, (_, index) => ({ ...elsewhere, email: `a${index}@example.org` }))
  expect((await outcomes(many)).slice(-2)).toEqual(['checked', 'captcha-failed'])
  expect((await outcomes(networks(101).map((attempt) => ({ ...attempt, email: 'c@example.org' })))).slice(-2)).toEqual([
    'checked',
    'captcha-failed',
  ])
})

test('a captcha buys quick guesses only for a while', async () => {
  const { outcomes } = await startGuessing({ captcha, limits: { signInPerAccountAndIp: { limit: 2, seconds: 900 } } })
  expect(await outcomes(times(10, { captchaToken: 'good' }))).toEqual([
    ...times(8, 'checked'),
    ...times(2, 'rate-limited'),
  ])
})

test('a captcha that was refused is no guess, and one that is down makes guesses wait', async () => {
  const { outcomes } = await startGuessing({ captcha, limits: { signInPerAccountAndIp: { limit: 1, seconds: 900 } } })
  const tokens = [undefined, ...times(9, 'refused'), 'unavailable', 'good']
  expect(await outcomes(tokens.map((captchaToken) => (captchaToken === undefined ? {} : { captchaToken })))).toEqual([
    'checked',
    ...times(9, 'captcha-failed'),
    'rate-limited',
    'checked',
  ])
})

test('a right password forgets the failures of this account and network, and of nothing else', async () => {
  const { db, clock, guess, outcomes } = await startGuessing({ limits: { signInPerIp: { limit: 100, seconds: 3600 } } })
  await outcomes([...times(4, {}), ...times(3, { email: 'other@example.org' }), { right: true }])
  const counted = () =>
    db.pool.query(
      `select split_part(key, ':', 1) as name, used from identity.rate_limits where used > 0 order by name, used`,
    )
  expect((await counted()).rows).toEqual([
    { name: 'signInOfAll', used: 7 },
    { name: 'signInPerAccount', used: 3 },
    { name: 'signInPerAccount', used: 4 },
    { name: 'signInPerAccountAndIp', used: 3 },
    { name: 'signInPerIp', used: 7 },
    { name: 'signInPerProvider', used: 7 },
    { name: 'signInPerSite', used: 7 },
  ])
  await outcomes(times(6, {}))
  clock.offset = 30_000
  expect((await guess({ right: true })).outcome, 'the pace starts over as well').toBe('checked')
  expect(await outcomes(times(5, {}))).toEqual(times(5, 'checked'))
})

test('at the sign-in itself an account under attack from everywhere is open to its owner with a captcha', async () => {
  const { call, mailTo } = await start({ captcha, rateLimits: { signInPerAccount: { limit: 3, seconds: 3600 } } })
  await call('POST', '/accounts', { body: { ...ada, captchaToken: 'good' } })
  const { token } = await mailTo(ada.email, 'verify-email-code')
  await call('POST', '/email-verifications', { body: { token } })
  const signIn = async (ip: string, password: string, captchaToken?: string) => {
    const answer = await call('POST', '/sessions', {
      body: { email: ada.email, password, ...(captchaToken ? { captchaToken } : {}) },
      ip,
    })
    return [answer.statusCode, answer.json<{ code?: string }>().code]
  }
  const attack = []
  for (const { ip } of networks(50)) attack.push(await signIn(ip, 'the wrong password'))
  expect(attack).toEqual([...times(3, [401, 'credentials-invalid']), ...times(47, [400, 'captcha-failed'])])
  expect(await signIn('203.0.113.1', ada.password)).toEqual([400, 'captcha-failed'])
  expect(await signIn('203.0.113.1', ada.password, 'good')).toEqual([201, undefined])
})
