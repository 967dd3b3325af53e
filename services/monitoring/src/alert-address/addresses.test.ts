import type { Channel } from '@bollard/contracts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pathOf, startService, type TestService, theirs } from '../testing/start-service.ts'

let world: TestService
beforeAll(async () => {
  world = await startService()
})
afterAll(() => world?.stop())
beforeEach(async () => {
  await world.db.pool.query('delete from monitoring.channels; delete from monitoring.alert_addresses')
  world.clock.now = new Date(world.clock.now.getTime() + 10 * 86_400_000)
  world.mails.clear()
  world.sent.bounced.clear()
})

const channelOf = (...addresses: string[]) => ({
  name: 'Mail',
  language: 'de',
  target: { kind: 'EMAIL', addresses },
})
async function create(...addresses: string[]): Promise<Channel> {
  const made = await world.call('mia', 'POST', pathOf('createChannel'), channelOf(...addresses))
  expect(made.status, made.text).toBe(201)
  return made.json()
}
const put = (channelId: string, version: number, ...addresses: string[]) =>
  world.call('mia', 'PUT', pathOf('putChannel', { channelId }), { ...channelOf(...addresses), version })
const tryChannel = async (channelId: string) =>
  (await world.call('mia', 'POST', pathOf('testChannel', { channelId }))).json<{ error: string | null }>().error
const states = async (channelId: string) => {
  const { items } = (await world.call('vic', 'GET', pathOf('listChannels'))).json<{ items: Channel[] }>()
  return items.find(({ id }) => id === channelId)?.addresses.map(({ email, state }) => `${email} ${state}`)
}
const mailsTo = (to: string) => [...world.mails.values()].filter((mail) => mail.to === to)
const asked = (to: string) => mailsTo(to).filter(({ tag }) => tag === 'monitoring-address-confirm')
const alerts = (to: string) => mailsTo(to).filter(({ tag }) => tag === 'monitoring-alert-address')
const tokenIn = (text = '') => /token=(mon_[\w.-]+)/u.exec(text)?.[1] ?? ''
const confirm = (token: string) => world.call(null, 'POST', '/monitoring/v1/alert-addresses/confirmation', { token })
const stop = (token: string) =>
  world.raw({
    method: 'POST',
    url: `/monitoring/v1/alert-addresses/unsubscriptions?token=${token}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
const hours = (count: number) => {
  world.clock.now = new Date(world.clock.now.getTime() + count * 3_600_000)
}
const codeOf = (answer: { json<Body>(): Body }) => answer.json<{ code: string }>().code

test('somebody who is no member gets alerts after one yes, and none after one click; members are not asked', async () => {
  const { id, addresses } = await create('person1@example.org', 'Tom@example.net')
  expect(addresses).toEqual([{ email: 'Tom@example.net', state: 'WAITING' }])
  expect(asked('person1@example.org')).toHaveLength(0)
  expect(asked('tom@example.net')).toMatchObject([{ subject: 'Our shop: Möchten Sie Alarme an diese Adresse?' }])
  expect(await tryChannel(id)).toBeNull()
  expect(alerts('Tom@example.net')).toHaveLength(0)
  const token = tokenIn(asked('tom@example.net')[0]?.text)
  expect((await confirm(token)).status).toBe(204)
  expect(codeOf(await confirm(token))).toBe('token-invalid')
  await tryChannel(id)
  const [alert] = alerts('Tom@example.net')
  expect(alert?.text).toContain('Our shop')
  const stopToken = tokenIn(alert?.unsubscribeUrl)
  expect(alert?.text).toContain(`https://id.example/de/unsubscribe-alerts?token=${stopToken}`)
  const shown = await world.raw({ url: `/monitoring/v1/alert-addresses/unsubscriptions?token=${stopToken}` })
  expect([shown.statusCode, await states(id)]).toEqual([303, ['Tom@example.net CONFIRMED']])
  expect([(await stop(stopToken)).statusCode, (await stop(stopToken)).statusCode]).toEqual([204, 204])
  await tryChannel(id)
  expect(alerts('Tom@example.net')).toHaveLength(1)
  expect(await states(id)).toEqual(['Tom@example.net UNSUBSCRIBED'])
})

test('links are those of one address: used, late, cut, made up and those of others change nothing', async () => {
  const { id } = await create('tom@example.net')
  const token = tokenIn(asked('tom@example.net')[0]?.text)
  const stored = await world.db.pool.query<{ hash: Buffer }>(
    'select token_hash as hash from monitoring.alert_addresses',
  )
  expect(stored.rows[0]?.hash.toString('base64url')).not.toContain(token.slice(4, 20))
  for (const wrong of [token.slice(0, -1), `${token}A`, token.slice(4), `mon_1.${token.slice(4)}`]) {
    expect(codeOf(await confirm(wrong))).toBe('token-invalid')
    expect((await stop(wrong)).statusCode).toBe(400)
  }
  hours(25)
  expect(codeOf(await confirm(token))).toBe('token-expired')
  expect(await states(id)).toEqual(['tom@example.net WAITING'])
  // Saved again, it is asked anew, and only the new link counts.
  await put(id, 1, 'tom@example.net')
  expect(codeOf(await confirm(token))).toBe('token-invalid')
  expect((await confirm(tokenIn(asked('tom@example.net')[1]?.text))).status).toBe(204)
  // What was confirmed is an address, not a channel whose address is changed afterwards.
  await put(id, 2, 'ann@example.net')
  expect(await states(id)).toEqual(['ann@example.net WAITING'])
  expect(await tryChannel(id)).toBe('recipients')
  // Another tenant has to ask for itself.
  const hers = await world.call(
    'eve',
    'POST',
    pathOf('createChannel', { solutionId: theirs }),
    channelOf('tom@example.net'),
  )
  expect(hers.json<Channel>().addresses).toEqual([{ email: 'tom@example.net', state: 'WAITING' }])
  expect((await world.call('vic', 'POST', pathOf('createChannel'), channelOf('x@example.net'))).status).toBe(403)
})

test('nobody is flooded: one question a day for a solution, three for an address, twenty an hour, and none for a month after a stop', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = await create('tom@example.net')
    await put(id, 1, 'person1@example.org')
    await put(id, 2, 'tom@example.net')
  }
  expect(asked('tom@example.net')).toHaveLength(1)
  const many = Array.from({ length: 19 }, (_, index) => `p${index}@example.net`)
  await create(...many)
  const late = await create('late@example.net')
  expect([asked('p18@example.net').length, asked('late@example.net').length]).toEqual([1, 0])
  expect(await states(late.id)).toEqual(['late@example.net WAITING'])
  hours(2)
  await put(late.id, 1, 'late@example.net')
  expect(asked('late@example.net')).toHaveLength(1)
  await confirm(tokenIn(asked('late@example.net')[0]?.text))
  // The month begins with the stop, however long ago the question was.
  hours(40 * 24)
  await tryChannel(late.id)
  await stop(tokenIn(alerts('late@example.net')[0]?.unsubscribeUrl))
  hours(25)
  await create('late@example.net')
  await put(late.id, 2, 'late@example.net')
  expect(asked('late@example.net')).toHaveLength(1)
  hours(31 * 24)
  await put(late.id, 3, 'late@example.net')
  expect(asked('late@example.net'), 'it was there before').toHaveLength(1)
  await create('late@example.net')
  expect(asked('late@example.net')).toHaveLength(2)
})

test('an address that comes back gets nothing more, which its channel shows, until a member can be reached again', async () => {
  const { id } = await create('person1@example.org', 'tom@example.net')
  await confirm(tokenIn(asked('tom@example.net')[0]?.text))
  world.sent.bounced.add('tom@example.net').add('person1@example.org')
  world.mails.clear()
  expect(await tryChannel(id)).toBe('recipients')
  expect(world.mails.size).toBe(0)
  expect(await states(id)).toEqual(['person1@example.org BOUNCED', 'tom@example.net BOUNCED'])
  const listed = (await world.call('vic', 'GET', pathOf('listChannels'))).json<{ items: Channel[] }>()
  expect(listed.items[0]?.failingSince).not.toBeNull()
  world.sent.bounced.clear()
  expect(await tryChannel(id)).toBeNull()
  expect([...world.mails.values()].map(({ to }) => to)).toEqual(['person1@example.org'])
  expect(await states(id)).toEqual(['tom@example.net BOUNCED'])
})

test('addresses that no channel has are forgotten, but for those that ended alerts', async () => {
  const { id } = await create('tom@example.net', 'ann@example.net')
  await confirm(tokenIn(asked('ann@example.net')[0]?.text))
  await tryChannel(id)
  await stop(tokenIn(alerts('ann@example.net')[0]?.unsubscribeUrl))
  await put(id, 1, 'person1@example.org')
  hours(25)
  await world.service.sweep()
  const left = await world.db.pool.query('select address from monitoring.alert_addresses')
  expect(left.rows).toEqual([{ address: 'ann@example.net' }])
  expect(
    (await world.call('mia', 'POST', pathOf('createChannel'), channelOf('a@b.example', 'A@b.example'))).status,
  ).toBe(422)
})
