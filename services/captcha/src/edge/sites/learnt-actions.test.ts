import type { SiteSettings } from '@bollard/contracts'
import { collectedFor } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { chromium, solve } from '../../testing/browser.ts'
import { setSettings } from '../../testing/set-settings.ts'
import { makeSite, startCluster, type TestService, type TestSite } from '../../testing/start-service.ts'
import { answer, siteverify, start, started, visit } from '../../testing/walk-through.ts'
import { forgetActions } from './actions.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
const behindProxy = { trustedProxies: ['127.0.0.1'] }
const it = await cluster.startService(behindProxy)
const dayMs = 86_400_000

/** A visitor from the nth network. */
const from = (network: number) => ({ ...chromium, 'x-forwarded-for': `198.51.${network}.7` })
const learnt = async (site: TestSite) =>
  (
    await it.db.query<{ name: string }>(
      'test-actions',
      'select a.name from captcha.actions a join captcha.sites s on s.id = a.site_id where s.solution_id = $1 order by a.number',
      [site.solutionId],
    )
  ).map(({ name }) => name)

/** What the customer's server hears of a visitor: one who passes, or one who says another action when answering. */
async function actionHeard(
  site: TestSite,
  action: string,
  { on = it, network = 0, said = action }: { on?: TestService; network?: number; said?: string | undefined } = {},
): Promise<string | null | undefined> {
  const headers = from(network)
  const { verificationId, challenge } = await started(on.app, { siteKey: site.siteKey, action }, headers)
  const body = {
    challenge: challenge.token,
    solution: await solve(challenge.token),
    workMs: 12,
    collected: collectedFor(challenge.token),
    ...(said === '' ? {} : { action: said }),
  }
  const { status, token } = (await answer(on.app, verificationId, body, headers)).json()
  expect(status).toBe('passed')
  return (await siteverify(on.app, { secret: site.secretKey, response: token })).action
}

test('starts teach a site no action: after a flood of made-up ones the next new action of the owner is told', async () => {
  const site = await makeSite(it)
  const codes = await Promise.all(
    Array.from({ length: 200 }, async (_, n) => {
      const body = { siteKey: site.siteKey, action: `made up ${n}` }
      return (await start(it.app, body, from(n))).statusCode
    }),
  )
  expect(new Set(codes)).toEqual(new Set([201]))
  expect(await learnt(site)).toEqual([])
  expect(await actionHeard(site, 'checkout')).toBe('checkout')
  expect(await learnt(site)).toEqual(['checkout'])
})

test('a visitor who does not pass teaches nothing', async () => {
  const site = await makeSite(it)
  const { answered } = await visit(it.app, site.siteKey, { action: 'junk', collected: ['webdriver'] })
  expect(answered?.status).not.toBe('passed')
  expect(await learnt(site)).toEqual([])
})

test('one network teaches a site few actions an hour, and the others go on teaching it', async () => {
  const site = await makeSite(it)
  const heard = []
  for (let n = 0; n < 13; n++) heard.push(await actionHeard(site, `junk ${n}`, { network: 1 }))
  expect(heard.filter((name) => name !== null)).toHaveLength(10)
  expect(heard.slice(10)).toEqual([null, null, null])
  expect(await actionHeard(site, 'checkout', { network: 2 })).toBe('checkout')
  // What the site knows is told to everyone.
  expect(await actionHeard(site, 'checkout', { network: 1 })).toBe('checkout')
})

test('when many networks have taught a site all that it learns in an hour, declared actions are still told', async () => {
  const site = await makeSite(it)
  it.roles.set(`ada ${site.solutionId}`, 'ADMIN')
  for (let n = 0; n < 30; n++) await actionHeard(site, `junk ${n}`, { network: 10 + Math.floor(n / 3) })
  expect(await actionHeard(site, 'new form', { network: 50 })).toBeNull()
  const url = `/captcha/v1/sites/${site.solutionId}/settings`
  const read = (await it.app.inject({ url, headers: { cookie: 'ada' } })).json<SiteSettings & { version: number }>()
  const saved = await it.app.inject({
    method: 'PUT',
    url,
    headers: { cookie: 'ada' },
    payload: { ...read, actions: ['new form', ' sign up '] },
  })
  expect(saved.json()).toMatchObject({ actions: ['new form', 'sign up'] })
  it.clock.now += 5_001
  expect(await actionHeard(site, 'new form', { network: 50 })).toBe('new form')
  expect(await actionHeard(site, 'sign up', { network: 51, said: '' })).toBe('sign up')
  it.clock.now += 3_600_000
  expect(await actionHeard(site, 'later', { network: 52 })).toBe('later')
})

test('a visitor who starts as one action and answers as another is told as neither', async () => {
  const site = await makeSite(it)
  expect(await actionHeard(site, 'login')).toBe('login')
  expect(await actionHeard(site, 'harmless', { said: 'login' })).toBeNull()
  expect(await actionHeard(site, 'harmless', { said: 'other' })).toBeNull()
  // An action that the site knows is in the challenge, whatever the answer says.
  expect(await actionHeard(site, 'login', { said: 'other' })).toBe('login')
  expect(await actionHeard(site, 'login', { said: '' })).toBe('login')
  expect(await learnt(site)).toEqual(['login'])
})

test('a start without an action teaches none, and a widget that names the action at the start alone is told what is known', async () => {
  const site = await makeSite(it)
  expect(await actionHeard(site, '', { said: 'login' })).toBeNull()
  expect(await actionHeard(site, 'login', { said: '' })).toBeNull()
  expect(await learnt(site)).toEqual([])
})

test('what one process has learnt the others know, and of many at once it is made once', async () => {
  const beside = await cluster.startService({ beside: it, ...behindProxy })
  const site = await makeSite(it)
  expect(await actionHeard(site, 'signup', { on: beside, network: 3 })).toBe('signup')
  expect(await actionHeard(site, 'signup', { network: 4 })).toBe('signup')
  const together = await Promise.all(
    Array.from({ length: 10 }, (_, n) => actionHeard(site, 'search', { on: n % 2 ? it : beside, network: 60 + n })),
  )
  expect(new Set(together)).toEqual(new Set(['search']))
  expect(await learnt(site)).toEqual(['signup', 'search'])
})

test('names that nobody passed with for long are forgotten, declared ones never, and no number names anything else later', async () => {
  const site = await makeSite(it)
  await setSettings(it, site, { actions: ['declared'] })
  const now = it.clock.now
  const day = (daysAgo: number) => new Date(now - daysAgo * dayMs).toISOString().slice(0, 10)
  await it.db.query(
    'test-old-actions',
    `insert into captcha.actions (site_id, number, name, learned_at, passed_on)
     select s.id, v.number, v.name, $2, v.passed::date from captcha.sites s,
       (values (1, 'old', $3), (2, 'used', $4), (3, 'never', null), (4, 'declared', null)) v(number, name, passed) where s.solution_id = $1`,
    [site.solutionId, new Date(now - 100 * dayMs), day(95), day(80)],
  )
  await it.db.query('test-last-action', 'update captcha.sites set last_action = 4 where solution_id = $1', [
    site.solutionId,
  ])
  expect(await actionHeard(site, 'old', { network: 70, said: '' })).toBe('old')
  expect(await actionHeard(site, 'never', { network: 70, said: '' })).toBe('never')
  await it.db.query(
    'test-long-ago',
    `update captcha.actions a set passed_on = case a.name when 'old' then $2::date end from captcha.sites s
     where s.id = a.site_id and s.solution_id = $1 and a.name in ('old', 'never')`,
    [site.solutionId, day(95)],
  )
  await forgetActions(it.db, now)
  expect(await learnt(site)).toEqual(['used', 'declared'])
  // This process still has the number in mind, and said today that it is in use; tomorrow it notices.
  it.clock.now += dayMs
  expect(await actionHeard(site, 'old', { network: 71 })).toBe('old')
  expect(await actionHeard(site, 'fresh', { network: 72 })).toBe('fresh')
  const rows = await it.db.query<{ number: number; name: string }>(
    'test-numbers',
    `select a.number, a.name from captcha.actions a join captcha.sites s on s.id = a.site_id where s.solution_id = $1 and a.name in ('old', 'fresh') order by 1`,
    [site.solutionId],
  )
  expect(rows).toEqual([
    { number: 5, name: 'old' },
    { number: 6, name: 'fresh' },
  ])
})
