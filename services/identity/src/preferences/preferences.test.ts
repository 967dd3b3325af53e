import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { useTestServices } from '../testing/start-test-service.ts'
import { defaultPreferences } from './preferences.ts'

const start = useTestServices(startTestDatabase)
const path = '/users/me/notification-preferences'

test('what concerns the own product is on until somebody chooses, and the choice holds for all services', async () => {
  const { call, service, becomeUser } = await start()
  const headers = { cookie: await becomeUser() }
  const { userId = '' } = (await service.findActor(headers.cookie)) ?? {}
  expect((await call('GET', path, { headers })).json()).toEqual(defaultPreferences)
  expect([await service.mailAllowed(userId, 'WEEKLY_REPORT'), await service.mailAllowed(userId, 'BILLING')]).toEqual([
    true,
    true,
  ])

  const chosen = {
    mails: { WEEKLY_REPORT: false, USAGE_ALERTS: true, BILLING: false, ALERTS: true },
    weeklyReportDay: 7,
  }
  expect((await call('PUT', path, { headers, body: chosen })).json()).toEqual(chosen)
  expect((await call('GET', path, { headers })).json()).toEqual(chosen)
  expect([await service.mailAllowed(userId, 'ALERTS'), await service.mailAllowed(userId, 'BILLING')]).toEqual([
    true,
    false,
  ])
  expect([
    await service.mailAllowed('01890000-0000-7000-8000-000000000000', 'BILLING'),
    await service.mailAllowed('x', 'BILLING'),
  ]).toEqual([false, false])
})

test('what is no whole choice is refused', async () => {
  const { call, becomeUser } = await start()
  const headers = { cookie: await becomeUser() }
  for (const body of [
    { ...defaultPreferences, weeklyReportDay: 8 },
    { ...defaultPreferences, weeklyReportDay: 0 },
    { ...defaultPreferences, mails: { WEEKLY_REPORT: true } },
    { ...defaultPreferences, mails: { BILLING: true, ALERTS: true } },
    { weeklyReportDay: 1 },
  ])
    expect((await call('PUT', path, { headers, body })).json()).toMatchObject({
      status: 422,
      code: 'validation-failed',
    })
  const extra = { ...defaultPreferences, mails: { ...defaultPreferences.mails, SECURITY: false } }
  expect(
    (await call('PUT', path, { headers, body: extra })).json(),
    'mails about security cannot be switched off',
  ).toMatchObject({ code: 'unknown-field' })
})

test('the link of a mail switches its category off without a session, by POST alone, as often as one likes', async () => {
  const { app, call, service, becomeUser, db } = await start()
  const headers = { cookie: await becomeUser({ language: 'de' }) }
  const { userId = '' } = (await service.findActor(headers.cookie)) ?? {}
  const url = new URL(service.unsubscribeUrl(userId, 'WEEKLY_REPORT'))
  expect(url.href).toMatch(/^http:\/\/localhost:8090\/identity\/v1\/unsubscriptions\?token=[\w.-]+$/u)
  const at = url.pathname + url.search

  const looked = await app.inject({ method: 'GET', url: at })
  expect([looked.statusCode, looked.headers.location]).toEqual([
    303,
    `http://localhost:8081/de/unsubscribe${url.search}`,
  ])
  expect((await app.inject({ method: 'HEAD', url: at })).statusCode).toBe(303)
  expect(await service.mailAllowed(userId, 'WEEKLY_REPORT'), 'looking changes nothing').toBe(true)

  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  for (let time = 0; time < 2; time += 1)
    expect(
      (await app.inject({ method: 'POST', url: at, headers: form, payload: 'List-Unsubscribe=One-Click' })).statusCode,
    ).toBe(204)
  expect((await call('GET', path, { headers })).json()).toEqual({
    ...defaultPreferences,
    mails: { ...defaultPreferences.mails, WEEKLY_REPORT: false },
  })
  expect((await app.inject({ method: 'POST', url: at })).statusCode, 'from our page, without a body').toBe(204)
  const { rows } = await db.pool.query(
    `select before, after from audit.entries where action = 'notification-preferences.changed'`,
  )
  expect(rows).toEqual([{ before: { WEEKLY_REPORT: true }, after: { WEEKLY_REPORT: false } }])

  const all = await Promise.all(
    (['USAGE_ALERTS', 'BILLING', 'ALERTS'] as const).map((category) =>
      app.inject({ method: 'POST', url: service.unsubscribeUrl(userId, category) }),
    ),
  )
  expect(all.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204])
  expect((await call('GET', path, { headers })).json<{ mails: object }>().mails, 'at the same moment').toEqual({
    WEEKLY_REPORT: false,
    USAGE_ALERTS: false,
    BILLING: false,
    ALERTS: false,
  })
})

test('a link that we did not sign is refused, and guessing is limited', async () => {
  const { call, service, becomeUser } = await start({ rateLimits: { unsubscribePerIp: { limit: 12, seconds: 900 } } })
  const { userId = '' } = (await service.findActor(await becomeUser())) ?? {}
  const token = new URL(service.unsubscribeUrl(userId, 'BILLING')).searchParams.get('token') ?? ''
  const [, , signature] = token.split('.')
  const others = [
    `${userId}.ALERTS.${signature}`,
    `01890000-0000-7000-8000-000000000000.BILLING.${signature}`,
    `${userId}.BILLING.`,
    `${userId}.BILLING`,
    `${token}.x`,
    `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
    'x',
    `${userId}.toString.${signature}`,
  ]
  for (const wrong of others) {
    const answer = await call('POST', `/unsubscriptions?token=${encodeURIComponent(wrong)}`)
    expect([answer.statusCode, answer.json<{ code: string }>().code], wrong).toEqual([400, 'token-invalid'])
  }
  expect((await call('POST', '/unsubscriptions')).json()).toMatchObject({ code: 'invalid-parameter' })
  for (let index = 0; index < 5; index += 1)
    expect((await call('POST', `/unsubscriptions?token=${token}`)).statusCode, 'right ones never count').toBe(204)
  for (let index = 0; index < 4; index += 1) await call('POST', '/unsubscriptions?token=x')
  expect((await call('POST', '/unsubscriptions?token=x')).json()).toMatchObject({ code: 'rate-limited' })
})
