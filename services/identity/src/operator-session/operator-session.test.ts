import type { OperatorSession } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { outcome, protect } from '../testing/protect.ts'
import { ada, useTestServices } from '../testing/start-test-service.ts'

const start = useTestServices(startTestDatabase)
const { acceptedTerms: _, ...admin } = ada
const minute = 60_000
const path = '/operator-session'
const modePath = `${path}/change-mode`
const reason = 'Ticket of a customer who asked for it'

async function withAdmin() {
  const service = await start()
  const { call, cookieOf, service: identity } = service
  const token = await identity.createFirstAdminToken()
  const session = cookieOf(await call('POST', '/first-admin', { body: { ...admin, token } }))
  const { secret } = await protect(service).setUpTotp(session)
  const as = (cookie: string) => ({
    open: () => call('POST', path, { headers: { cookie } }),
    get: () => call('GET', path, { headers: { cookie } }),
    end: () => call('DELETE', path, { headers: { cookie } }),
    change: (body: object = { reason }) => call('PUT', modePath, { body, headers: { cookie } }),
    stop: () => call('DELETE', modePath, { headers: { cookie } }),
    /** A call that every operator may make. */
    read: async () => outcome(await call('GET', '/advertising-tokens', { headers: { cookie } })),
    operating: async () => (await identity.findActor(cookie))?.operating,
  })
  const opened = await as(session).open()
  const own = cookieOf(opened)
  const cookie = `${session}; ${own}`
  return { ...service, ...protect(service), as, session, secret, opened, own, cookie, operator: as(cookie) }
}
const closed = '403 operator-session-needed'

/** As if the ordinary session had been used until now. */
async function keepSession({ db, clock }: Awaited<ReturnType<typeof withAdmin>>): Promise<void> {
  const sql = `update identity.sessions set last_active_at = $1, expires_at = $1::timestamptz + interval '1 day'`
  await db.pool.query(sql, [new Date(Date.now() + clock.offset)])
}

test('a fresh second factor opens the admin site, whose cookie stays at its host and comes from no other site', async () => {
  const it = await withAdmin()
  expect(it.opened.statusCode).toBe(201)
  expect(it.opened.json<OperatorSession>().changeMode).toBeNull()
  const line = String(it.opened.headers['set-cookie'])
  expect(line).toMatch(/^bollard\.operator_token=[\w-]{43}; Max-Age=28800; Path=\/; HttpOnly; SameSite=Strict$/u)
  expect(await it.as(it.session).read()).toBe(closed)
  expect(await it.operator.read()).toBe('200')
  expect(await it.operator.operating()).toEqual({ change: null })
  const stored = await it.db.query<{ row: string }>(
    'test-stored',
    'select s::text as row from identity.operator_sessions s',
  )
  expect(stored[0]?.row).not.toContain(it.own.split('=')[1])
})

test('without a fresh second factor it stays closed: the password alone and an old proof are not enough', async () => {
  const it = await withAdmin()
  await it.operator.end()
  it.clock.offset = 11 * minute
  expect(outcome(await it.as(it.session).open())).toBe('401 step-up-required')
  const byPassword = await it.prove(it.session)
  expect(outcome(await it.as(byPassword).open())).toBe('401 step-up-required')
  const proven = await it.call('POST', '/sessions/current/proofs', {
    body: { kind: 'TOTP', code: it.freshCode(it.secret) },
    headers: { cookie: byPassword },
  })
  expect(outcome(await it.as(it.cookieOf(proven)).open())).toBe('201')
  const eve = await it.becomeUser({ email: 'eve@example.org' })
  expect(outcome(await it.as(eve).open())).toBe('403 forbidden')
  expect(outcome(await it.as('').open())).toBe('401 unauthenticated')
})

test('the cookie of the admin site is worth nothing without its own session, and nothing after either has ended', async () => {
  const it = await withAdmin()
  expect(await it.as(it.own).read()).toBe('401 unauthenticated')
  const eve = await it.becomeUser({ email: 'eve@example.org' })
  expect(await it.as(`${eve}; ${it.own}`).read()).toBe('403 forbidden')
  await it.db.pool.query(`update identity.users set is_admin = true where email = 'eve@example.org'`)
  await it.setUpTotp(eve)
  expect(await it.as(`${eve}; ${it.own}`).read(), 'another administrator').toBe(closed)
  expect(await it.as(`${it.session}; ${it.own}; ${it.own}x`).read(), 'two that differ').toBe(closed)

  expect(String((await it.operator.end()).headers['set-cookie'])).toContain('bollard.operator_token=; Max-Age=0')
  expect(await it.operator.read(), 'a copy after it was ended').toBe(closed)
  const again = `${it.session}; ${it.cookieOf(await it.as(it.session).open())}`
  expect(await it.as(again).read()).toBe('200')
  expect(await it.operator.read(), 'the copy beside a new one').toBe(closed)
  await it.call('DELETE', '/sessions/current', { headers: { cookie: again } })
  const [left] = await it.db.query<{ count: number }>(
    'test-left',
    'select count(*)::int as count from identity.operator_sessions',
  )
  expect(left?.count).toBe(0)
})

test('it closes for whoever is no administrator any more or has lost the second factor, and after half an hour without use or eight hours', async () => {
  const it = await withAdmin()
  await it.db.pool.query('update identity.users set is_admin = false')
  expect([await it.operator.read(), await it.operator.operating()]).toEqual(['403 forbidden', null])
  await it.db.pool.query('update identity.users set is_admin = true')
  await it.db.pool.query('update identity.totp_secrets set confirmed_at = null')
  expect([await it.operator.read(), await it.operator.operating()]).toEqual(['403 second-factor-needed', null])
  await it.db.pool.query('update identity.totp_secrets set confirmed_at = now()')
  expect(await it.operator.read()).toBe('200')

  const keepAlive = () => keepSession(it)
  for (let at = 29; at < 8 * 60; at += 29) {
    it.clock.offset = at * minute
    await keepAlive()
    expect(outcome(await it.operator.get()), `${at} minutes, in use`).toBe('200')
  }
  it.clock.offset = 8 * 60 * minute + minute
  await keepAlive()
  expect(await it.operator.read(), 'eight hours').toBe(closed)
  await it.db.pool.query('update identity.operator_sessions set opened_at = $1, last_active_at = $2', [
    new Date(Date.now() + it.clock.offset),
    new Date(Date.now() + it.clock.offset - 31 * minute),
  ])
  expect(await it.operator.read(), 'half an hour without use').toBe(closed)
})

test('the change mode asks for a reason, ends by itself and by hand, and the log of the account tells all of it', async () => {
  const it = await withAdmin()
  for (const body of [{}, { reason: 'short' }, { reason: `${reason}\nsecond line` }, { reason, ticket: '' }])
    expect(outcome(await it.operator.change(body)), JSON.stringify(body)).toBe('422 validation-failed')
  expect(outcome(await it.as(it.session).change())).toBe(closed)
  const send = () =>
    it.call('POST', '/conversion-exports', { headers: { cookie: it.cookie } }).then((answer) => outcome(answer))
  expect(await send()).toBe('403 change-mode-needed')

  const started = (await it.operator.change({ reason, ticket: 'T-17' })).json<OperatorSession>()
  expect(started.changeMode).toMatchObject({ reason, ticket: 'T-17' })
  expect(await send(), 'let in, though there is nothing to export').toBe('409 state-conflict')
  it.clock.offset = 31 * minute
  await keepSession(it)
  await it.db.pool.query('update identity.operator_sessions set last_active_at = opened_at + $1', ['29 minutes'])
  expect(await send()).toBe('403 change-mode-needed')
  expect((await it.operator.get()).json<OperatorSession>().changeMode).toBeNull()

  await it.operator.change()
  expect((await it.operator.stop()).json<OperatorSession>().changeMode).toBeNull()
  expect(outcome(await it.operator.stop()), 'twice').toBe('200')
  expect(await send()).toBe('403 change-mode-needed')
  const { rows } = await it.db.pool.query<{ action: string; after: { reason?: string; ticket?: string } | null }>(
    `select action, after from audit.entries where action like 'operator-session.%' or action like 'change-mode.%' order by number`,
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'operator-session.opened',
    'change-mode.started',
    'change-mode.started',
    'change-mode.ended',
  ])
  expect(rows[1]?.after).toMatchObject({ reason, ticket: 'T-17' })
})
