import {
  type PublicPage,
  publicPageSchema,
  type StatusPage,
  type StatusReport,
  type Subscriber,
} from '@bollard/contracts'
import type { Database } from '@bollard/database'
import type { ProblemError } from '@bollard/http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPageStore } from './public/page-store.ts'
import { ours, startService, type TestService, theirs } from './testing/start-service.ts'

let world: TestService
let serviceId: string
let otherId: string
beforeAll(async () => {
  world = await startService()
  serviceId = (await world.monitor('inner-name-of-shop', { tags: ['inner-tag'] })).id
  otherId = (await world.monitor('inner-name-of-mail')).id
})
afterAll(() => world?.stop())
beforeEach(async () => {
  await world.db.pool.query('delete from monitoring.status_pages; delete from monitoring.report_templates')
  // A page is kept for five seconds.
  world.clock.now = new Date(world.clock.now.getTime() + 86_400_000)
  world.sent.mails.length = 0
  world.sent.posts.length = 0
  world.sent.bounced.clear()
  world.plans.clear()
})

const pages = `/monitoring/v1/solutions/${ours}/status-pages`
const reports = `/monitoring/v1/solutions/${ours}/status-reports`
const subscribers = `/monitoring/v1/solutions/${ours}/subscribers`
const visited = '/monitoring/v1/status-pages'
const pageOf = (more: object = {}) => ({
  slug: 'acme-shop',
  name: 'Acme',
  languages: ['en'],
  published: true,
  groups: [
    { name: 'Shop', components: [{ serviceId, name: 'Checkout' }] },
    { components: [{ serviceId: otherId, name: 'Mail' }] },
  ],
  ...more,
})
async function publish(more: object = {}): Promise<StatusPage> {
  const made = await world.call('mia', 'POST', pages, pageOf(more))
  expect(made.status, JSON.stringify(made.json())).toBe(201)
  return made.json()
}
const read = async (path = '') => world.call(null, 'GET', `${visited}/acme-shop${path}`)
const later = (seconds: number): void => {
  world.clock.now = new Date(world.clock.now.getTime() + seconds * 1_000)
}
interface Refused {
  readonly code: string
  readonly errors?: readonly { readonly pointer: string; readonly code: string }[]
}
const refusalOf = (answer: { status: number; json<Body>(): Body }) => {
  const { code, errors } = answer.json<Refused>()
  return [answer.status, code, ...(errors ?? []).map((one) => `${one.pointer} ${one.code}`)]
}
const componentOf = (page: StatusPage, name: string): string =>
  page.groups.flatMap(({ components }) => components).find((one) => one.name === name)?.id ?? ''

describe('what a page cannot be is refused, and the field is named', () => {
  const png = (bytes: Buffer): string => `data:image/png;base64,${bytes.toString('base64')}`
  test.each([
    ['a reserved slug', { slug: 'status' }, '/slug reserved'],
    ['a slug with a slash', { slug: 'a/b/c' }, '/slug invalid-format'],
    ['a host of the installation', { host: 'api.example' }, '/host reserved'],
    ['a host with a port', { host: 'status.acme.example:80' }, '/host invalid-format'],
    ['an address as a host', { host: '192.0.2.1' }, '/host invalid-format'],
    ['an address in other letters', { host: '0x7f.1' }, '/host invalid-format'],
    ['a host of one label', { host: 'status' }, '/host invalid-format'],
    ['a wildcard', { host: '*.acme.example' }, '/host invalid-format'],
    ['a path behind the host', { host: 'acme.example/status' }, '/host invalid-format'],
    ['a host that leaves no room for its record', { host: `${'a234567890.'.repeat(22)}example` }, '/host too-long'],
    ['a name of the own network', { host: 'status.acme.internal' }, '/host private'],
    ['fewer than seven days', { days: 6 }, '/days too-small'],
    ['a colour that nobody can read', { colors: { light: '#ffff00' } }, '/colors/light contrast-too-low'],
    ['a script as a logo', { logo: png(Buffer.from('<script>alert(1)</script>')) }, '/logo not-a-picture'],
    ['no language', { languages: [] }, '/languages too-short'],
    ['a network that is none', { networks: ['office'] }, '/networks/0 invalid-value'],
    ['a short password', { password: 'short' }, '/password too-short'],
    [
      "another solution's service",
      { groups: [{ components: [{ serviceId: '019a9b1c-5d3e-7000-8000-0000000000ff', name: 'X' }] }] },
      '/groups/0/components/0/serviceId unknown',
    ],
  ])('%s', async (_what, more, fault) => {
    const answer = await world.call('mia', 'POST', pages, pageOf(more))
    expect(answer.status).toBe(422)
    expect(refusalOf(answer).join(', ')).toContain(fault)
  })

  test('a slug that another solution has, and pages beyond the plan', async () => {
    await publish()
    const at = `/monitoring/v1/solutions/${theirs}/status-pages`
    const taken = (more: object) => world.call('eve', 'POST', at, pageOf({ groups: [], ...more }))
    expect(refusalOf(await taken({}))).toEqual([409, 'in-use', '/slug taken'])
    const limits = { monitors: null, statusPages: 1, checkIntervalSeconds: 10, monitorResultDays: 90 }
    world.plans.set(ours, { limits })
    const second = await world.call('mia', 'POST', pages, pageOf({ slug: 'second-one' }))
    expect(refusalOf(second).slice(0, 2)).toEqual([429, 'quota-exceeded'])
  })

  test('a change of what somebody else has changed meanwhile', async () => {
    const { id } = await publish()
    const change = () => world.call('mia', 'PUT', `${pages}/${id}`, { ...pageOf({ name: 'New' }), version: 1 })
    expect((await change()).status).toBe(200)
    expect(refusalOf(await change())).toEqual([409, 'version-conflict'])
  })
})

test('visitors get one answer with states, days, reports and maintenance, as the contract has it, and 304 while nothing changes', async () => {
  const made = await publish({ responseTimes: true })
  const [shop, mail] = [componentOf(made, 'Checkout'), componentOf(made, 'Mail')]
  await world.call('mia', 'POST', `/monitoring/v1/solutions/${ours}/maintenance`, {
    title: 'New disks',
    serviceIds: [otherId],
    startsAt: new Date(world.clock.now.getTime() + 86_400_000).toISOString().slice(0, 16),
    durationMinutes: 60,
    timeZone: 'Etc/UTC',
  })
  const report = { statusPageId: made.id, title: 'Payments fail', stage: 'INVESTIGATING', text: 'We look into it.' }
  const impacts = [{ componentId: shop, impact: 'DOWN' }]
  expect((await world.call('mia', 'POST', reports, { ...report, impacts })).status).toBe(201)
  const answer = await read()
  const told = publicPageSchema.strict().parse(answer.json<PublicPage>())
  expect(told).toEqual(answer.json())
  expect(told.content?.state).toBe('DOWN')
  expect(told.content?.groups.map(({ name, components }) => [name, ...components.map((one) => one.state)])).toEqual([
    ['Shop', 'DOWN'],
    [null, 'UNKNOWN'],
  ])
  expect(told.content?.groups[0]?.components[0]?.downSeconds).toHaveLength(90)
  expect(told.content?.maintenance).toMatchObject([{ title: 'New disks', componentIds: [mail] }])
  expect(told.content?.reports).toMatchObject([{ title: 'Payments fail', resolvedAt: null, updates: [{ impacts }] }])
  later(10)
  const again = await world.raw({ url: `${visited}/acme-shop`, headers: { 'if-none-match': `"${told.version}"` } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  const month = world.clock.now.toISOString().slice(0, 7)
  const history = await read(`/history?month=${month}`)
  expect(history.json()).toMatchObject({ month, reports: [{ title: 'Payments fail' }] })
})

test('nothing that a page does not show is in its answers: ids, names, tags and targets of services, people, drafts', async () => {
  const made = await publish()
  await publish({ slug: 'draft-of-ours', published: false })
  const text = 'We look into it.'
  const created = await world.call('mia', 'POST', reports, {
    statusPageId: made.id,
    title: 'T',
    stage: 'IDENTIFIED',
    text,
  })
  const { id } = created.json<StatusReport>()
  const month = world.clock.now.toISOString().slice(0, 7)
  const answers = await Promise.all([read(), read(`/history?month=${month}`), read(`/reports/${id}`)])
  const all = JSON.stringify(answers.map((answer) => answer.json()))
  for (const secret of [serviceId, otherId, ours, made.id, 'inner-', '.example', '019a9b1c-5d3e-7000', 'Person', 'mia'])
    expect(all).not.toContain(secret)
  expect((await world.call(null, 'GET', `${visited}/draft-of-ours`)).status).toBe(404)
  expect((await world.call(null, 'GET', `${visited}/no-such-page`)).status).toBe(404)
})

test('a page with a password tells its face only, until the pass; a new password ends it, and other networks find nothing', async () => {
  const made = await publish({ password: 'correct horse', host: 'status.acme.example' })
  expect((await read()).json()).toMatchObject({ name: 'Acme', content: null })
  expect(refusalOf(await read('/history?month=2026-03'))).toEqual([401, 'password-required'])
  const enter = (password: string) => world.call(null, 'POST', `${visited}/acme-shop/passes`, { password })
  expect(refusalOf(await enter('wrong'))).toEqual([401, 'credentials-invalid'])
  const { pass } = (await enter('correct horse')).json<{ pass: string }>()
  const open = async () => (await read(`?pass=${pass}`)).json<PublicPage>().content !== null
  expect(await open()).toBe(true)
  expect((await read(`?pass=${pass.slice(0, -2)}AA`)).json()).toMatchObject({ content: null })
  later(12 * 3_600 + 1)
  expect(await open()).toBe(false)
  const change = { ...pageOf({ password: 'KEEP', networks: ['198.51.100.0/24'] }), version: made.version }
  const changed = await world.call('mia', 'PUT', `${pages}/${made.id}`, change)
  expect(changed.json()).toMatchObject({ hasPassword: true, networks: ['198.51.100.0/24'] })
  later(6)
  expect((await read()).status).toBe(404)
})

test('a page is told for a day while the database is away, and memory holds no more than it may', async () => {
  await publish()
  await publish({ slug: 'second' })
  let isAway = false
  const query = async (name: never, text: string, values?: readonly unknown[]) => {
    if (isAway) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    return world.db.query(name, text, values)
  }
  const store = (bounds: { pagesMax: number; bytesMax: number }) =>
    createPageStore({ db: { ...world.db, query } as Database, now: () => world.clock.now, siteKey: () => null, bounds })
  const [one, none] = [store({ pagesMax: 1, bytesMax: 1_000_000 }), store({ pagesMax: 10, bytesMax: 10 })]
  const slugs = async (from: typeof one, ...asked: string[]) =>
    (await Promise.allSettled(asked.map(from.read))).map((read) =>
      read.status === 'fulfilled' ? read.value.page.slug : (read.reason as ProblemError).code,
    )
  expect(await slugs(one, 'acme-shop')).toEqual(['acme-shop'])
  expect(await slugs(none, 'acme-shop')).toEqual(['acme-shop'])
  isAway = true
  later(80_000)
  expect(await slugs(one, 'acme-shop', 'second')).toEqual(['acme-shop', 'unavailable'])
  expect(await slugs(none, 'acme-shop')).toEqual(['unavailable'])
  later(10_000)
  expect(await slugs(one, 'acme-shop')).toEqual(['unavailable'])
  isAway = false
  expect([await slugs(one, 'acme-shop'), await slugs(one, 'second')]).toEqual([['acme-shop'], ['second']])
  isAway = true
  later(10)
  expect(await slugs(one, 'second', 'acme-shop')).toEqual(['second', 'unavailable'])
})

test('a report ends with RESOLVED, is open again with another update, and never begins ahead of now', async () => {
  const made = await publish()
  const first = { statusPageId: made.id, title: 'Slow', stage: 'INVESTIGATING', text: 'Slow.' }
  const ahead = new Date(world.clock.now.getTime() + 60_000).toISOString()
  const refused = await world.call('mia', 'POST', reports, { ...first, startedAt: ahead })
  expect(refusalOf(refused)).toEqual([422, 'validation-failed', '/startedAt ahead'])
  const strange = { ...first, impacts: [{ componentId: serviceId, impact: 'DOWN' }] }
  expect(refusalOf(await world.call('mia', 'POST', reports, strange))[2]).toBe('/impacts/0/componentId unknown')
  const { id } = (await world.call('mia', 'POST', reports, first)).json<StatusReport>()
  const add = async (stage: string) =>
    (await world.call('mia', 'POST', `${reports}/${id}/updates`, { stage, text: 'x' })).json<StatusReport>()
  expect((await add('RESOLVED')).resolvedAt).not.toBeNull()
  expect(await add('MONITORING')).toMatchObject({ resolvedAt: null, stage: 'MONITORING' })
  expect((await world.call('eve', 'GET', `${reports}/${id}`)).status).toBe(404)
  expect((await world.call('vic', 'DELETE', `${reports}/${id}`)).status).toBe(403)
})

describe('subscribers', () => {
  const join = (more: object = {}, isPerson = true) => {
    if (isPerson) world.sent.tokens.add('solved')
    const body = { destination: 'Eva@example.org', language: 'de', captchaToken: 'solved', ...more }
    return world.call(null, 'POST', `${visited}/acme-shop/subscriptions`, body)
  }
  const tokenOf = (index: number): string =>
    /\/subscription\/([\w-]{43})/u.exec(world.sent.mails[index]?.mail.text ?? '')?.[1] ?? ''
  const link = (token: string, path = '') => `/monitoring/v1/status-subscriptions/${token}${path}`
  const confirm = (token: string) => world.call(null, 'POST', link(token, '/confirmation'))
  const tell = async (page: StatusPage, more: object = {}) => {
    const body = { statusPageId: page.id, title: 'Payments fail', stage: 'IDENTIFIED', text: 'We know why.', ...more }
    expect((await world.call('mia', 'POST', reports, body)).status).toBe(201)
    await Promise.all([world.service.tellSubscribers(), world.another().tellSubscribers()])
  }

  test('get each update once after they have confirmed, with one click to unsubscribe; known addresses are answered alike', async () => {
    const page = await publish({ host: 'status.acme.example' })
    expect((await join()).status).toBe(204)
    await tell(page)
    expect(world.sent.mails.map(({ mail }) => [mail.to, mail.tag])).toEqual([
      ['eva@example.org', 'status-subscription'],
    ])
    const token = tokenOf(0)
    expect((await confirm(token)).json()).toMatchObject({ state: 'ACTIVE', destination: 'eva@example.org' })
    expect((await confirm(token)).status).toBe(200)
    expect((await join()).status).toBe(204)
    await tell(page)
    expect(world.sent.mails.map(({ mail }) => mail.tag)).toEqual(['status-subscription', 'status-update'])
    const { mail } = world.sent.mails[1] ?? {}
    expect(mail?.unsubscribeUrl).toBe(`https://api.example${link(token, '/end')}`)
    expect(mail?.text).toContain(`https://status.example/subscription/${token}`)
    expect(mail?.text, 'nobody has proven this host').not.toContain('status.acme.example')
    const ended = await world.raw({
      method: 'POST',
      url: link(token, '/end'),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
    expect(ended.statusCode).toBe(204)
    expect((await world.call(null, 'GET', link(token))).status).toBe(404)
    await tell(page)
    expect(world.sent.mails).toHaveLength(2)
  })

  test('who chose components hears of them alone, and bounces end a subscription', async () => {
    const page = await publish()
    const [shop, mail] = [componentOf(page, 'Checkout'), componentOf(page, 'Mail')]
    await join({ componentIds: [shop] })
    await confirm(tokenOf(0))
    await tell(page, { impacts: [{ componentId: mail, impact: 'DOWN' }] })
    expect(world.sent.mails).toHaveLength(1)
    world.sent.bounced.add('eva@example.org')
    await tell(page, { impacts: [{ componentId: shop, impact: 'DOWN' }] })
    expect(world.sent.mails).toHaveLength(1)
    const listed = (await world.call('mia', 'GET', subscribers)).json<{ items: Subscriber[] }>()
    expect(listed.items).toMatchObject([{ state: 'ENDED', destination: 'eva@example.org' }])
  })

  test('a webhook confirms itself, is tried again with the same id, and ends with 410', async () => {
    const page = await publish()
    const url = 'https://hooks.slack.com/services/T1/B1/secret'
    expect((await join({ channel: 'SLACK', destination: url })).status).toBe(204)
    await world.service.tellSubscribers()
    const token = /subscription\/([\w-]{43})/u.exec(world.sent.posts[0]?.body ?? '')?.[1] ?? ''
    await confirm(token)
    const failed = { delivered: false, httpStatus: 503, error: 'status', durationMs: 1, answer: null } as const
    world.sent.outcomes.push(failed)
    await tell(page, { title: 'Down <!channel>' })
    later(6)
    await world.service.tellSubscribers()
    const [, first, second] = world.sent.posts
    expect(first).toEqual(second)
    expect(first?.body).not.toContain('<!channel>')
    const csv = await world.raw({ url: `${subscribers}/export`, headers: { cookie: 'mia' } })
    expect(csv.body).toContain('hooks.slack.com,SLACK,ACTIVE,acme-shop')
    expect(csv.body).not.toContain('secret')
    world.sent.outcomes.push({ ...failed, httpStatus: 410, error: 'gone' })
    await tell(page)
    expect((await world.call(null, 'GET', link(token))).json()).toMatchObject({ state: 'ENDED' })
  })

  test('forms without the captcha, inner addresses and too many forms are refused; links end after a day', async () => {
    await publish()
    expect(refusalOf(await join({}, false))).toEqual([400, 'captcha-failed'])
    const inner = await join({ channel: 'WEBHOOK', destination: 'https://127.0.0.1/x' })
    expect(refusalOf(inner)).toEqual([422, 'validation-failed', '/destination private'])
    expect(refusalOf(await join({ channel: 'SLACK', destination: 'https://example.org/x' }))[2]).toBe(
      '/destination not-slack',
    )
    await join({ destination: 'ida@example.org' })
    later(86_401)
    expect((await confirm(tokenOf(0))).status).toBe(404)
    await world.service.sweep()
    expect((await world.call('mia', 'GET', subscribers)).json()).toMatchObject({ items: [] })
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_one, index) => join({ destination: `e${index}@example.org` })),
    )
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
  })

  test('are seen and removed by members of their own solution alone', async () => {
    await publish()
    await join()
    await confirm(tokenOf(0))
    const { items } = (await world.call('mia', 'GET', subscribers)).json<{ items: Subscriber[] }>()
    const one = `${subscribers}/${items[0]?.id}`
    expect((await world.call('vic', 'GET', subscribers)).status).toBe(403)
    expect((await world.call('eve', 'GET', subscribers)).status).toBe(404)
    const others = one.replace(ours, theirs)
    expect((await world.call('eve', 'DELETE', others)).status).toBe(404)
    expect((await world.call('mia', 'DELETE', one)).status).toBe(204)
  })
})

test('texts that reports begin with are replaced as a whole', async () => {
  const path = `/monitoring/v1/solutions/${ours}/report-templates`
  const item = { name: 'Outage', title: 'Outage', stage: 'INVESTIGATING', text: 'We look into it.' }
  const put = (version: number) => world.call('mia', 'PUT', path, { items: [item], version })
  expect((await put(0)).json()).toEqual({ items: [item], version: 1 })
  expect(refusalOf(await put(0))).toEqual([409, 'version-conflict'])
})
