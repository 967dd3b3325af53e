import { browserIdHeader } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { outcome, protect } from '../testing/protect.ts'
import { ada, browserId, useTestServices } from '../testing/start-test-service.ts'
import { isKnownBrowser, knownBrowserCookie } from './known-browser.ts'

const start = useTestServices(startTestDatabase)
const secret = 'another-secret-of-the-tests-0123456789'
const bob = { ...ada, email: 'bob@example.org' }
const day = 86_400_000

async function startKnowing() {
  const service = await start({ secret })
  const { call, db, clock } = service
  const now = () => new Date(Date.now() + clock.offset)
  const context = { db, secret, secure: false, now }
  /** The pair of the cookie that a sign-in of this browser sets. */
  const knownAfter = async (person: { email: string; password: string } = ada, cookie = '', headers = {}) => {
    const body = { email: person.email, password: person.password }
    const answer = await call('POST', '/sessions', { body, headers: { cookie, ...headers } })
    expect(outcome(answer)).toBe('201')
    const { name, value } = answer.cookies.find((each) => each.name === 'bollard.known_browser') ?? {}
    return name === undefined ? '' : `${name}=${value}`
  }
  const isKnown = (cookie: string, { email = ada.email as string, id = browserId as string | null } = {}) =>
    isKnownBrowser(context, { browserId: id, cookie }, email)
  return { ...service, context, knownAfter, isKnown }
}

test('a browser that has signed in is known to this account for a year, by a cookie that no script can read', async () => {
  const { becomeUser, knownAfter, isKnown, clock } = await startKnowing()
  await becomeUser()
  await becomeUser(bob)
  const cookie = await knownAfter()
  expect(await isKnown(cookie)).toBe(true)
  expect(await isKnown(''), 'the id of the browser alone').toBe(false)
  expect(await isKnown(cookie, { email: bob.email }), 'another account').toBe(false)
  expect(await isKnown(cookie, { email: 'nobody@example.org' })).toBe(false)
  expect(await isKnown(cookie, { id: 'another-browser-012345' }), 'another browser').toBe(false)
  expect(await isKnown(cookie, { id: null })).toBe(false)
  clock.offset += 364 * day
  expect(await isKnown(cookie)).toBe(true)
  clock.offset += 2 * day
  expect(await isKnown(cookie)).toBe(false)
})

test('nobody makes the cookie themselves, changes it, or makes it work under another key', async () => {
  const { becomeUser, knownAfter, isKnown, context, db } = await startKnowing()
  await becomeUser()
  const cookie = await knownAfter()
  const [name, value = ''] = cookie.split('=')
  const [mark = '', seal = ''] = value.split('~')
  const [issued = '', signature = ''] = mark.split('.')
  const later = (Number.parseInt(issued, 36) + 1000).toString(36)
  const { rows } = await db.pool.query<{ id: string }>('select id from identity.users')
  const browser = { browserId, cookie: undefined }
  const [foreign = ''] = knownBrowserCookie({ ...context, secret: `${secret}x` }, browser, rows[0]?.id ?? '')
  for (const wrong of [
    `${name}=`,
    `${name}=${mark}`,
    `${name}=${mark}~${seal.startsWith('A') ? 'B' : 'A'}${seal.slice(1)}`,
    `${name}=${later}.${signature}~${seal}`,
    `${name}=${issued}.${'A'.repeat(43)}~${seal}`,
    `${name}=NaN.${signature}~${seal}`,
    `${name}=${mark}~${mark}~${seal}`,
    `${name}=~${seal}`,
    `${name}=${value}; ${name}=${later}.${signature}~${seal}`,
    `other${cookie}`,
    foreign.split(';')[0] ?? '',
  ])
    expect(await isKnown(wrong), wrong).toBe(false)
  expect(await isKnown(cookie)).toBe(true)
})

test('each sign-in makes a new cookie, and a copy of the one before ends a minute later', async () => {
  const { becomeUser, knownAfter, isKnown, clock } = await startKnowing()
  await becomeUser()
  const copied = await knownAfter()
  clock.offset += 3_600_000
  const current = await knownAfter(ada, copied)
  expect([await isKnown(copied), await isKnown(current)]).toEqual([false, true])
  clock.offset += 30_000
  const atTheSameTime = await knownAfter(ada, current)
  expect([await isKnown(current), await isKnown(atTheSameTime)], 'of two tabs').toEqual([true, true])
})

test('one browser is known to four accounts, and its cookie names none of them', async () => {
  const { becomeUser, knownAfter, isKnown, db } = await startKnowing()
  const people = Array.from({ length: 5 }, (_, index) => ({ ...ada, email: `person-${index}@example.org` }))
  let cookie = ''
  for (const person of people) {
    await becomeUser(person)
    cookie = await knownAfter(person, cookie)
  }
  const known = await Promise.all(people.map(({ email }) => isKnown(cookie, { email })))
  expect(known).toEqual([false, true, true, true, true])
  const again = await knownAfter(people[2], cookie)
  expect(again.split('~')).toHaveLength(5)
  const { rows } = await db.pool.query<{ id: string }>('select id from identity.users')
  for (const { id } of rows) expect(cookie).not.toContain(id)
})

test('another password ends what browsers were known by, except for the one that changed it', async () => {
  const service = await startKnowing()
  const { call, becomeUser, knownAfter, isKnown, clock, cookieOf, mailTo, service: identity } = service
  const { prove } = protect(service)
  const elsewhere = { [browserIdHeader]: 'another-browser-012345' }
  const session = await becomeUser()
  const [here, there] = [await knownAfter(), await knownAfter(ada, '', elsewhere)]
  clock.offset += 120_000
  const newPassword = 'a wholly other passphrase'
  const changed = await call('PUT', '/users/me/password', {
    body: { currentPassword: ada.password, newPassword },
    headers: { cookie: await prove(session) },
  })
  expect(outcome(changed)).toBe('204')
  expect(await isKnown(here)).toBe(false)
  expect(await isKnown(there, { id: elsewhere[browserIdHeader] })).toBe(false)
  const kept = cookieOf(changed)
  expect(await isKnown(kept)).toBe(true)
  await call('POST', '/password-resets', { body: { email: ada.email } })
  await identity.drain()
  const { token } = await mailTo(ada.email, 'password-reset')
  clock.offset += 120_000
  expect(outcome(await call('PUT', '/password-resets', { body: { token, password: ada.password } }))).toBe('204')
  expect(await isKnown(kept)).toBe(false)
})

test('a program that sends no id gets no cookie, and over https the cookie belongs to this host alone', async () => {
  const { becomeUser, knownAfter, context } = await startKnowing()
  await becomeUser()
  expect(await knownAfter(ada, '', { [browserIdHeader]: '' })).toBe('')
  const browser = { browserId, cookie: undefined }
  const [cookie] = knownBrowserCookie({ ...context, secure: true }, browser, 'user')
  expect(cookie).toMatch(
    /^__Host-bollard\.known_browser=[\w.~-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax; Secure$/u,
  )
})
