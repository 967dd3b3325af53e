import { captchaRoutes, problemSchema } from '@bollard/contracts'
import type { Mail } from '@bollard/mail'
import { afterAll, expect, test } from 'vitest'
import { addSite, addTraffic, startAlertCluster } from '../../../testing/alerts/start-alerts.ts'
import { hourMs, minuteMs } from '../delivery/alert-times.ts'
import type { AlertMember } from './reader-of.ts'

const cluster = await startAlertCluster()
afterAll(() => cluster.stop())
/** By address and solution. */
const members = new Map<string, AlertMember>()
const it = await cluster.startAlerts({
  memberOf: async (email, solutionId) => members.get(`${email} ${solutionId}`) ?? null,
})
const quiet = { resultsNeverFetched: { enabled: false }, passRateFalling: { enabled: false } }
const codeOf = (response: { json(): unknown }) => problemSchema.parse(response.json()).code

async function makeSite() {
  const site = await addSite(it, { settings: quiet })
  const url = `/captcha/v1/sites/${site.solutionId}/alerts`
  const get = async () =>
    captchaRoutes.getAlertSettings.response.schema.parse(
      (await it.app.inject({ url, headers: { cookie: 'ada' } })).json(),
    )
  const save = async (...emails: string[]) => {
    const { version } = await get()
    const recipients = emails.map((email) => ({ email, language: 'de' }))
    const answer = await it.app.inject({
      method: 'PUT',
      url,
      headers: { cookie: 'ada' },
      payload: { ...quiet, recipients, version },
    })
    expect(answer.statusCode).toBe(200)
    await it.alerts.tick()
    return new Map(
      captchaRoutes.putAlertSettings.response.schema
        .parse(answer.json())
        .addresses.map(({ email, state }) => [email, state]),
    )
  }
  /** What an attack that begins now mails about. */
  const attack = async () => {
    const before = it.mails.length
    it.clock.now += 2 * hourMs
    await addTraffic(it.db, site, [{ at: it.clock.now, refused: 600 }])
    it.clock.now += 2 * minuteMs
    await it.alerts.tick()
    const mails = it.mails.slice(before).filter(({ tag }) => tag === 'captcha-alert-raised')
    await it.db.query('test-end', 'update captcha.alerts set ended_at = raised_at where site_id = $1', [site.siteId])
    await it.db.query('test-calm', 'delete from captcha.rollup_hourly where site_id = $1', [site.siteId])
    return mails
  }
  return { ...site, save, get, attack }
}
const askedOf = (to: string): Mail[] =>
  it.mails.filter((mail) => mail.to === to && mail.tag === 'alert-address-confirm')
const tokenOf = (mail: Mail | undefined): string =>
  /confirm-alerts\?token=([\w-]{43})\b/u.exec(mail?.text ?? '')?.[1] ?? ''
const confirm = (token: string) =>
  it.app.inject({ method: 'POST', url: '/captcha/v1/alert-addresses/confirmation', payload: { token } })
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const pathOf = (url = '') => url.replace('https://api.example', '')

test('an address of nobody is asked first, is told once it has confirmed, and ends the mails with one click', async () => {
  const { save, get, attack } = await makeSite()
  expect(await save('desk@shop.example')).toEqual(new Map([['desk@shop.example', 'WAITING']]))
  const [asked] = askedOf('desk@shop.example')
  expect(asked?.text).toContain('https://identity.example/de/confirm-alerts?token=')
  expect(asked?.unsubscribeUrl).toBeUndefined()
  expect(await attack(), 'before it has confirmed').toEqual([])

  expect(codeOf(await confirm('x'.repeat(43)))).toBe('token-invalid')
  expect((await confirm(tokenOf(asked))).statusCode).toBe(204)
  expect(codeOf(await confirm(tokenOf(asked))), 'a second time').toBe('token-invalid')
  expect((await get()).addresses).toEqual([{ email: 'desk@shop.example', state: 'CONFIRMED' }])
  const [told] = await attack()
  expect(told).toMatchObject({
    to: 'desk@shop.example',
    unsubscribeUrl: expect.stringMatching(
      /^https:\/\/api\.example\/captcha\/v1\/alert-addresses\/unsubscriptions\?token=/u,
    ),
  })

  const url = pathOf(told?.unsubscribeUrl)
  const looked = await it.app.inject({ url })
  expect([looked.statusCode, looked.headers.location]).toEqual([
    303,
    `https://identity.example/de/unsubscribe-alerts?token=${url.split('=')[1]}`,
  ])
  expect(await attack(), 'looking changes nothing').toHaveLength(1)
  for (let time = 0; time < 2; time += 1)
    expect(
      (await it.app.inject({ method: 'POST', url, headers: form, payload: 'List-Unsubscribe=One-Click' })).statusCode,
    ).toBe(204)
  expect(await attack()).toEqual([])
  expect(await save('desk@shop.example')).toEqual(new Map([['desk@shop.example', 'UNSUBSCRIBED']]))
  it.clock.now += 25 * hourMs
  await save('desk@shop.example')
  expect(askedOf('desk@shop.example'), 'saving other settings asks nobody again').toHaveLength(1)
  await save()
  await save('desk@shop.example')
  expect(askedOf('desk@shop.example'), 'entered anew').toHaveLength(2)
  expect(await attack()).toEqual([])
})

test('a link that nobody signed, and one of another address, end nothing', async () => {
  const { save, attack } = await makeSite()
  await save('a@shop.example')
  await confirm(tokenOf(askedOf('a@shop.example')[0]))
  const url = pathOf((await attack())[0]?.unsubscribeUrl)
  const [path = '', token = ''] = url.split('?token=')
  const [id = '', signature = ''] = token.split('.')
  const other = '01890000-0000-7000-8000-000000000000'
  for (const wrong of [`${id}.`, id, `${other}.${signature}`, `${token}.x`, 'x', `${id}.${signature.slice(0, -2)}`])
    expect(codeOf(await it.app.inject({ method: 'POST', url: `${path}?token=${wrong}` })), wrong).toBe('token-invalid')
  expect(codeOf(await it.app.inject({ method: 'POST', url: path }))).toBe('invalid-parameter')
  expect(await attack()).toHaveLength(1)
})

test('members are not asked: what they chose for mails about alerts holds, and ends with their membership', async () => {
  const { save, attack, solutionId } = await makeSite()
  members.set(`ada@example.org ${solutionId}`, {
    unsubscribeUrl: 'https://api.example/identity/v1/unsubscriptions?token=ada',
  })
  members.set(`bert@example.org ${solutionId}`, { unsubscribeUrl: null })
  expect([...(await save('ada@example.org', 'bert@example.org')).values()]).toEqual(['MEMBER', 'MEMBER'])
  expect([askedOf('ada@example.org'), askedOf('bert@example.org')]).toEqual([[], []])
  expect(await attack()).toMatchObject([
    { to: 'ada@example.org', unsubscribeUrl: 'https://api.example/identity/v1/unsubscriptions?token=ada' },
  ])
  members.clear()
  expect(await attack(), 'who has left').toEqual([])
})

test('a link ends after a day, and another one is sent with the next settings; nobody is asked more often', async () => {
  const { save } = await makeSite()
  await save('late@shop.example')
  const first = tokenOf(askedOf('late@shop.example')[0])
  await save('late@shop.example', 'other@shop.example')
  await save()
  await save('late@shop.example')
  expect(askedOf('late@shop.example')).toHaveLength(1)
  it.clock.now += 24 * hourMs
  expect(codeOf(await confirm(first))).toBe('token-expired')
  await save('late@shop.example')
  const asked = askedOf('late@shop.example')
  expect(asked).toHaveLength(2)
  expect(codeOf(await confirm(first)), 'the former link').toBe('token-invalid')
  expect((await confirm(tokenOf(asked[1]))).statusCode).toBe(204)
})

test('strangers cannot be flooded: three solutions a day may ask one address, and a solution twenty addresses', async () => {
  for (let count = 0; count < 5; count += 1) await (await makeSite()).save('victim@elsewhere.example')
  expect(askedOf('victim@elsewhere.example')).toHaveLength(3)
  const { save } = await makeSite()
  const before = it.mails.length
  for (let page = 0; page < 3; page += 1)
    await save(...Array.from({ length: 10 }, (_none, index) => `p${page}-${index}@many.example`))
  expect(it.mails.slice(before).filter(({ tag }) => tag === 'alert-address-confirm')).toHaveLength(20)
})

test('no mail that was sent stays in the database with its links', async () => {
  const rows = await it.db.query<{ n: number }>(
    'test-bodies',
    `select count(*)::int as n from captcha.alert_outbox where mail_to is not null and body <> ''`,
    [],
  )
  expect(rows).toEqual([{ n: 0 }])
})
