import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { found, joinOrganization, organizationOfThree, verify } from '../testing/found-organization.ts'
import { startService, type Person, type TestService } from '../testing/start-service.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

const day = 86_400_000
let shops = 0
/** A new solution of somebody, with what the form sends along. */
async function create(service: TestService, person: Person, extra: object): Promise<string> {
  shops += 1
  const answer = await service.call(person, 'POST', '/solutions', {
    type: 'CAPTCHA',
    label: 'Shop',
    domains: [`shop-${shops}.example`],
    ...extra,
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.json<{ id: string }>().id
}
const referrerOf = async (service: TestService, solutionId: string, payer: Person) =>
  service.service.findReferrer(solutionId, `user-${payer}`)

test('a referral link brings a new customer once: not to oneself, not who was here before, and not past a token or an organization', async () => {
  const service = await startService(postgres)
  const ours = await found(service, 'ada', { referralCode: 'OURS' })
  const other = await found(service, 'operator', { referralCode: 'OTHER', name: 'Other agency' })

  const first = await create(service, 'eve', { referralCode: 'OURS' })
  expect(await referrerOf(service, first, 'eve')).toMatchObject({
    organizationId: ours.id,
    since: service.clock.now,
    isOwn: false,
  })
  // To manage it takes a tick, which a link does not have.
  expect((await service.call('eve', 'GET', `/solutions/${first}`)).json()).toMatchObject({
    managementOrganization: null,
  })
  const second = await create(service, 'eve', { referralCode: 'OURS' })
  expect(await referrerOf(service, second, 'eve')).toMatchObject({ organizationId: ours.id })
  // The one that brought the customer stays the one, and a later solution by another link is brought by nobody.
  expect(await referrerOf(service, await create(service, 'eve', { referralCode: 'OTHER' }), 'eve')).toBeNull()
  expect(await referrerOf(service, first, 'eve')).toMatchObject({ organizationId: ours.id })

  expect(await referrerOf(service, await create(service, 'ada', { referralCode: 'OURS' }), 'ada')).toBeNull()
  const before = await create(service, 'bob', {})
  expect(await referrerOf(service, await create(service, 'bob', { referralCode: 'OURS' }), 'bob')).toBeNull()
  expect(await referrerOf(service, before, 'bob')).toBeNull()
  expect(
    await referrerOf(service, await create(service, 'operator', { referralCode: 'NOBODYS' }), 'operator'),
  ).toBeNull()

  const { token } = (
    await service.call('operator', 'POST', `/organizations/${other.id}/invite-tokens`, {
      label: 'Site',
      purpose: 'REFERRAL',
    })
  ).json<{
    token: string
  }>()
  const byToken = await create(service, 'eve', { referralCode: 'OURS', inviteToken: token, acceptReferral: true })
  expect(await referrerOf(service, byToken, 'eve')).toMatchObject({ organizationId: other.id })
  const refused = await service.call('eve', 'POST', '/solutions', {
    type: 'CAPTCHA',
    label: 'Shop',
    domains: ['a.example'],
    referralCode: 'ours',
  })
  expect(refused.json()).toMatchObject({
    code: 'validation-failed',
    errors: [{ pointer: '/referralCode', code: 'invalid-format' }],
  })
})

test('an organization earns by a solution it only manages from when it was given, and not anew when it is given again', async () => {
  const service = await startService(postgres)
  const { id } = await organizationOfThree(service)
  const solutionId = await create(service, 'bob', {})
  const givenAt = new Date(service.clock.now.getTime() + 100 * day)
  service.clock.now = givenAt
  const put = async (solutionIds: string[]) =>
    expect((await service.call('bob', 'PUT', `/organizations/${id}/solutions`, { solutionIds })).status).toBe(204)
  await put([solutionId])
  expect(await referrerOf(service, solutionId, 'eve')).toMatchObject({ organizationId: id, since: givenAt })
  await put([])
  expect(await referrerOf(service, solutionId, 'eve')).toBeNull()
  service.clock.now = new Date(givenAt.getTime() + 400 * day)
  await put([solutionId])
  expect(await referrerOf(service, solutionId, 'eve')).toMatchObject({ organizationId: id, since: givenAt })
})

test('a verified reseller buys what it manages, as long as one of its people pays', async () => {
  const service = await startService(postgres)
  const { id } = await found(service, 'ada', { kind: 'RESELLER' })
  await joinOrganization(service, 'user-bob', id, 'VIEWER')
  const solutionId = await create(service, 'ada', { organizationId: id })
  const isResale = async (payer: Person) => (await referrerOf(service, solutionId, payer))?.isResale
  expect(await isResale('ada')).toBe(false)
  await verify(service, id)
  expect([await isResale('ada'), await isResale('bob'), await isResale('eve')]).toEqual([true, false, false])
  await service.db.query('test-expire', `update solution.organizations set verification = 'EXPIRED' where id = $1`, [
    id,
  ])
  expect(await isResale('ada')).toBe(false)
  await verify(service, id)
  await service.db.query('test-kind', `update solution.organizations set kind = 'AGENCY' where id = $1`, [id])
  expect(await isResale('ada')).toBe(false)
})
