import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { captchasAtOnce } from '../create-identity-service.ts'
import type { CaptchaPort } from '../identity-context.ts'
import { createFairQueue, type FairQueue } from '../limits/fair-queue.ts'
import { outcome } from '../testing/protect.ts'
import { ada, useTestServices } from '../testing/start-test-service.ts'

const start = useTestServices(startTestDatabase)
const captcha: CaptchaPort = {
  verify: async (token) => (token === 'refused' || token === 'unavailable' ? token : 'passed'),
}
/** Of a machine that does much else. */
const patience = { timeout: 20_000 }
const plenty = { limit: 100_000, seconds: 3600 }
const attackerAt = (index: number) => ({ ip: `2001:db8:7:${index.toString(16)}::1`, email: `n${index}@example.net` })

/** One hash at a time; while `isHeld` each ends only with `endOne`. */
function holdHashes() {
  const queue = createFairQueue({ atOnce: 1 })
  const ending: (() => void)[] = []
  let [isHeld, hashed] = [false, 0]
  const hashQueue: FairQueue = {
    isCrowded: queue.isCrowded,
    hold: (visit, use) =>
      queue.hold(visit, (inTurn) =>
        use((work) =>
          inTurn(async () => {
            if (isHeld) await new Promise<void>((resolve) => void ending.push(resolve))
            hashed += 1
            return work()
          }),
        ),
      ),
  }
  const release = () => {
    isHeld = false
    for (const end of ending.splice(0)) end()
  }
  return {
    hashQueue,
    hold: () => void (isHeld = true),
    release,
    isHolding: () => ending.length > 0,
    count: () => hashed,
  }
}

async function startCrowded(port: CaptchaPort | null, captchaQueue?: FairQueue) {
  const hashes = holdHashes()
  const service = await start({
    captcha: port,
    hashQueue: hashes.hashQueue,
    captchaQueue,
    rateLimits: { signInPerIp: plenty, signInPerSite: plenty, signInPerProvider: plenty, signInOfAll: plenty },
  })
  const { call, mailTo } = service
  await call('POST', '/accounts', { body: { ...ada, captchaToken: 'good' } })
  const { token } = await mailTo(ada.email, 'verify-email-code')
  const cookie = service.cookieOf(await call('POST', '/email-verifications', { body: { token } }))
  const signIn = async ({
    ip = '203.0.113.1',
    email = ada.email as string,
    captchaToken = '',
    cookie: sent = '',
  } = {}) =>
    outcome(
      await call('POST', '/sessions', {
        body: { email, password: ada.password, ...(captchaToken === '' ? {} : { captchaToken }) },
        headers: { cookie: sent },
        ip,
      }),
    )
  /** Sixty sign-ins at the same moment, each from a /64 of its own; resolves when all that are refused have been. */
  const flood = async () => {
    hashes.hold()
    const answers = Array.from({ length: 60 }, (_, index) => signIn(attackerAt(index)))
    const refused = new Set<string>()
    let waiting = answers.length
    for (const answer of answers) void answer.then((text) => (refused.add(text), (waiting -= 1)))
    return { answers, refused, waiting: () => waiting }
  }
  return { ...service, hashes, signIn, flood, cookie }
}

test('sixty sign-ins from sixty /64 at the same moment get four hashes, and the others are asked for a captcha before any', async () => {
  const { signIn, flood, hashes, cookie, db } = await startCrowded(captcha)
  const before = hashes.count()
  const { answers, waiting } = await flood()
  await expect.poll(waiting, patience).toBe(4)
  // A known browser needs no captcha, everybody else does, whether or not there is such an account.
  expect(await signIn()).toBe('400 captcha-failed')
  expect(await signIn({ email: 'nobody@example.org' })).toBe('400 captcha-failed')
  expect(await signIn({ captchaToken: 'refused' })).toBe('400 captcha-failed')
  expect(await signIn({ email: 'nobody@example.org', cookie }), 'a browser that knows another account').toBe(
    '400 captcha-failed',
  )
  expect((await db.pool.query('select 1 from identity.rate_limits where used > 4')).rows, 'nothing counted').toEqual([])
  const owner = signIn({ cookie })
  const stranger = signIn({ captchaToken: 'good', ip: '198.51.100.1' })
  const unknown = signIn({ captchaToken: 'good', ip: '198.51.100.2', email: 'nobody@example.org' })
  hashes.release()
  expect(await Promise.all([owner, stranger, unknown])).toEqual(['201', '201', '401 credentials-invalid'])
  const texts = await Promise.all(answers)
  expect(texts.filter((text) => text === '401 credentials-invalid')).toHaveLength(4)
  expect(texts.filter((text) => text === '400 captcha-failed')).toHaveLength(56)
  expect(hashes.count() - before).toBe(7)
  expect(await signIn(), 'and when they are gone nobody is asked').toBe('201')
})

test('where the captcha does not answer the flood loses places to every other network', async () => {
  const { signIn, flood, hashes } = await startCrowded({ verify: async () => 'unavailable' })
  const { answers, waiting } = await flood()
  await expect.poll(waiting, patience).toBe(4)
  const more = Array.from({ length: 60 }, (_, index) => signIn({ ...attackerAt(100 + index), captchaToken: 'any' }))
  const honest = signIn({ captchaToken: 'any' })
  await expect.poll(hashes.isHolding, patience).toBe(true)
  hashes.release()
  expect(await honest).toBe('201')
  const texts = await Promise.all([...answers, ...more])
  expect(new Set(texts)).toEqual(new Set(['401 credentials-invalid', '400 captcha-failed', '503 unavailable']))
})

test('without a captcha the flood is refused at once, no guess counts, and other networks sign in', async () => {
  const { signIn, flood, hashes, db } = await startCrowded(null)
  const { answers, refused, waiting } = await flood()
  await expect.poll(waiting, patience).toBe(16)
  expect([...refused]).toEqual(['503 unavailable'])
  const honest = signIn()
  await expect.poll(waiting, patience).toBe(15)
  hashes.release()
  expect(await honest).toBe('201')
  const texts = await Promise.all(answers)
  expect(texts.filter((text) => text === '401 credentials-invalid')).toHaveLength(15)
  const { rows } = await db.pool.query(`select 1 from identity.rate_limits where key like 'signInPerIp:%' and used > 0`)
  expect(rows, 'a refused guess does not count').toHaveLength(15)
})

test('a flood of made-up tokens is checked a few at a time, and a genuine one of another network is next', async () => {
  let [checking, most, isGenuineChecked] = [0, 0, false]
  const ending: (() => void)[] = []
  const slow: CaptchaPort = {
    async verify(token) {
      checking += 1
      most = Math.max(most, checking)
      isGenuineChecked ||= token === 'genuine'
      if (token === 'made up') await new Promise<void>((resolve) => void ending.push(resolve))
      checking -= 1
      return token === 'made up' ? 'refused' : 'passed'
    },
  }
  const queue = createFairQueue({ atOnce: captchasAtOnce })
  let arrived = 0
  const { signIn, flood, hashes } = await startCrowded(slow, {
    ...queue,
    hold(visit, use) {
      arrived += 1
      return queue.hold(visit, use)
    },
  })
  const { answers, waiting } = await flood()
  await expect.poll(waiting, patience).toBe(4)
  arrived = 0
  const madeUp = Array.from({ length: 200 }, (_, index) => signIn({ ...attackerAt(index), captchaToken: 'made up' }))
  await expect.poll(() => arrived, patience).toBe(200)
  const honest = signIn({ captchaToken: 'genuine' })
  await expect.poll(() => arrived, patience).toBe(201)
  expect(checking).toBe(8)
  let ended = 0
  for (; !isGenuineChecked; ended += 1) {
    ending.shift()?.()
    // The place that it leaves is taken by whoever is next.
    await expect.poll(() => isGenuineChecked || ending.length === 8, patience).toBe(true)
  }
  expect(ended, 'and not the 120th').toBeLessThan(8)
  hashes.release()
  expect(await honest).toBe('201')
  expect(most).toBe(8)
  let open = madeUp.length
  for (const answer of madeUp) void answer.then(() => (open -= 1))
  while (open > 0) {
    for (const end of ending.splice(0)) end()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const texts = await Promise.all([...answers, ...madeUp])
  expect(new Set(texts)).toEqual(new Set(['401 credentials-invalid', '400 captcha-failed', '503 unavailable']))
})

test('a session, a link for a new password and a sign-up with a captcha have places of their own', async () => {
  const { call, mailTo, service, flood, hashes, cookie, signIn } = await startCrowded(captcha)
  await call('POST', '/password-resets', { body: { email: ada.email, captchaToken: 'good' } })
  await service.drain()
  const { token } = await mailTo(ada.email, 'password-reset')
  const { answers, waiting } = await flood()
  await expect.poll(waiting, patience).toBe(4)
  const proof = call('POST', '/sessions/current/proofs', {
    body: { kind: 'PASSWORD', password: ada.password },
    headers: { cookie },
  })
  const signUp = call('POST', '/accounts', { body: { ...ada, email: 'bob@example.org', captchaToken: 'good' } })
  hashes.release()
  expect(outcome(await proof)).toBe('200')
  expect(outcome(await signUp)).toBe('201')
  const reset = await call('PUT', '/password-resets', { body: { token, password: 'a wholly other passphrase' } })
  expect(outcome(reset)).toBe('204')
  await Promise.all(answers)
  expect(await signIn()).toBe('401 credentials-invalid')
})

test('failures of a /48, of a /32 and of everybody lead to a captcha for strangers, and make nobody wait', async () => {
  const ips = {
    signInPerSite: (index: number) => `2001:db8:7:${index}::1`,
    signInPerProvider: (index: number) => `2001:db8:${index}::1`,
    signInOfAll: (index: number) => `10.${index}.0.1`,
  }
  for (const name of ['signInPerSite', 'signInPerProvider', 'signInOfAll'] as const)
    for (const port of [captcha, null]) {
      const { call, mailTo, cookieOf } = await start({
        captcha: port,
        rateLimits: { [name]: { limit: 3, seconds: 60 } },
      })
      await call('POST', '/accounts', { body: { ...ada, captchaToken: 'good' } })
      const { token } = await mailTo(ada.email, 'verify-email-code')
      const cookie = cookieOf(await call('POST', '/email-verifications', { body: { token } }))
      const signIn = async (index: number, email: string, more: { captchaToken?: string; cookie?: string } = {}) =>
        outcome(
          await call('POST', '/sessions', {
            body: { email, password: ada.password, ...(more.captchaToken ? { captchaToken: more.captchaToken } : {}) },
            headers: { cookie: more.cookie ?? '' },
            ip: ips[name](index),
          }),
        )
      const outcomes = []
      for (let index = 0; index < 6; index += 1) outcomes.push(await signIn(index, `n${index}@example.net`))
      const wrong = '401 credentials-invalid'
      const above = port === null ? wrong : '400 captcha-failed'
      expect(outcomes, name).toEqual([wrong, wrong, wrong, above, above, above])
      expect(await signIn(7, ada.email, { captchaToken: 'good' })).toBe('201')
      expect(await signIn(8, ada.email, { cookie }), 'a known browser').toBe('201')
      expect(await signIn(9, ada.email)).toBe(port === null ? '201' : '400 captcha-failed')
    }
})
