import type { Organization, Problem } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import {
  agency,
  auditOf,
  found,
  joinOrganization,
  organizationOfThree,
  tokenIn,
  unchanged,
} from '../testing/found-organization.ts'
import { type Answer, startService } from '../testing/start-service.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

const codeOf = (answer: Answer) => answer.json<Problem>().code
const refusal = (answer: Answer) => [answer.status, codeOf(answer)]
const noId = '019a0000-0000-7000-8000-000000000000'

test('whoever founds an organization becomes its admin, and a repeated call founds none', async () => {
  const service = await startService(postgres)
  const call = () => service.call('ada', 'POST', '/organizations', agency, { 'idempotency-key': 'k1' })
  const [first, second] = [await call(), await call()]
  expect([first.status, second.status, second.headers['idempotency-replayed']]).toEqual([201, 201, 'true'])
  expect(second.json()).toEqual(first.json())
  const organization = first.json<Organization>()
  expect(organization).toMatchObject({
    name: agency.name,
    myRole: 'ADMIN',
    verification: { status: 'UNVERIFIED', reason: null, validUntil: null },
    memberCount: 1,
    solutionCount: 0,
    balance: null,
    payout: null,
    version: 1,
    address: { street: '', addressLine2: '', postalCode: '', city: '', region: '' },
  })
  expect(organization.referralCode).toMatch(/^[A-Z\d]{10}$/u)
  expect(await service.count('organizations')).toBe(1)
  const other = await service.call(
    'ada',
    'POST',
    '/organizations',
    { ...agency, name: 'Other' },
    { 'idempotency-key': 'k1' },
  )
  expect(refusal(other)).toEqual([409, 'idempotency-mismatch'])
  expect(await auditOf(service, organization.id)).toMatchObject([{ action: 'organization.created', actor: 'user-ada' }])
})

test('nobody, an unconfirmed address and a foreign page found nothing', async () => {
  const service = await startService(postgres)
  for (const body of [agency, {}]) {
    expect(refusal(await service.call(null, 'POST', '/organizations', body))).toEqual([401, 'unauthenticated'])
    expect(refusal(await service.call('newcomer', 'POST', '/organizations', body))).toEqual([403, 'email-not-verified'])
  }
  expect(
    refusal(await service.call('ada', 'POST', '/organizations', agency, { origin: 'https://evil.example' })),
  ).toEqual([403, 'cross-site-request'])
  expect(await service.count('organizations')).toBe(0)
})

test('each field at fault is named', async () => {
  const service = await startService(postgres)
  const faults: [object, string, string][] = [
    [{ name: 'x' }, '/name', 'too-short'],
    [{ name: 'a'.repeat(81) }, '/name', 'too-long'],
    [{ name: 'two\nlines' }, '/name', 'invalid-format'],
    [{ kind: 'BANK' }, '/kind', 'invalid-value'],
    [{ contactEmail: 'nobody' }, '/contactEmail', 'invalid-format'],
    [{ countryCode: 'Germany' }, '/countryCode', 'invalid-format'],
    [{ countryCode: 'ZZ' }, '/countryCode', 'invalid-value'],
    [{ countryCode: 'QQ' }, '/countryCode', 'invalid-value'],
    [{ website: 'http://agency.example' }, '/website', 'invalid-format'],
    [{ website: 'https://two words' }, '/website', 'invalid-format'],
    [{ website: 'https://user:pass@agency.example' }, '/website', 'invalid-value'],
    [{ vatId: 'FR12345678901' }, '/vatId', 'invalid-value'],
    [{ countryCode: 'GR', vatId: 'GR123456789' }, '/vatId', 'invalid-value'],
    [{ referralCode: 'ab' }, '/referralCode', 'invalid-format'],
    [{ acceptedTerms: undefined }, '/acceptedTerms', 'required'],
  ]
  for (const [change, pointer, code] of faults) {
    const answer = await service.call('ada', 'POST', '/organizations', { ...agency, ...change })
    expect([...refusal(answer), answer.json<Problem>().errors?.map((error) => [error.pointer, error.code])]).toEqual([
      422,
      'validation-failed',
      [[pointer, code]],
    ])
  }
  expect(refusal(await service.call('ada', 'POST', '/organizations', { ...agency, verification: 'VERIFIED' }))).toEqual(
    [400, 'unknown-field'],
  )
  expect(await service.count('organizations')).toBe(0)
})

test('a VAT id is stored without signs, with the prefix of its country', async () => {
  const service = await startService(postgres)
  const vatIds = [
    ['DE', 'de 123.456.789', 'DE123456789'],
    ['GR', 'EL123456789', 'EL123456789'],
    ['CH', 'CHE-123.456.789 MWST', 'CHE123456789MWST'],
  ] as const
  for (const [countryCode, vatId, stored] of vatIds)
    expect((await found(service, 'ada', { countryCode, vatId })).vatId).toBe(stored)
})

test('a referral code belongs to one organization, also when two want it at once', async () => {
  const service = await startService(postgres)
  const wish = { ...agency, referralCode: 'AGENCY-1' }
  const answers = await Promise.all(
    (['ada', 'bob', 'eve'] as const).map((person) => service.call(person, 'POST', '/organizations', wish)),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422])
  expect(answers.find(({ status }) => status === 422)?.json<Problem>().errors).toEqual([
    { pointer: '/referralCode', code: 'already-taken' },
  ])
})

test('a referral code that was given up is nobody else’s, since links with it are still around; who had it may take it again', async () => {
  const service = await startService(postgres)
  const { id, version } = (
    await service.call('ada', 'POST', '/organizations', { ...agency, referralCode: 'PIER-7' })
  ).json<Organization>()
  const choose = async (referralCode: string, of: number) => {
    const { name, kind, contactEmail, countryCode, language } = agency
    return service.call('ada', 'PUT', `/organizations/${id}`, {
      name,
      kind,
      contactEmail,
      countryCode,
      language,
      referralCode,
      version: of,
    })
  }
  expect((await choose('PIER-8', version)).status).toBe(200)
  const taken = await service.call('bob', 'POST', '/organizations', { ...agency, referralCode: 'PIER-7' })
  expect([taken.status, taken.json<Problem>().errors]).toEqual([
    422,
    [{ pointer: '/referralCode', code: 'already-taken' }],
  ])
  expect((await choose('PIER-7', version + 1)).status).toBe(200)
  expect((await service.call('bob', 'POST', '/organizations', { ...agency, referralCode: 'PIER-8' })).status).toBe(422)
  expect((await service.call('bob', 'POST', '/organizations', { ...agency, referralCode: 'PIER-9' })).status).toBe(201)
})

test('the eleventh organization is refused, also when the last ones are founded at once', async () => {
  const service = await startService(postgres)
  for (let i = 0; i < 8; i += 1) await found(service)
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => service.call('ada', 'POST', '/organizations', agency)),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 429, 429, 429])
  expect(codeOf(answers.find(({ status }) => status === 429) as Answer)).toBe('quota-exceeded')
})

test('members and administrators read; to strangers it does not exist', async () => {
  const service = await startService(postgres)
  const { id } = await organizationOfThree(service)
  const roleOf = async (person: 'ada' | 'bob' | 'newcomer' | 'operator') =>
    (await service.call(person, 'GET', `/organizations/${id}`)).json<Organization>().myRole
  expect([await roleOf('ada'), await roleOf('bob'), await roleOf('newcomer'), await roleOf('operator')]).toEqual([
    'ADMIN',
    'MEMBER',
    'VIEWER',
    'VIEWER',
  ])
  const missing = {
    ...(await service.call('eve', 'GET', `/organizations/${noId}`)).json<Problem>(),
    requestId: '',
    instance: '',
  }
  const stranger = {
    ...(await service.call('eve', 'GET', `/organizations/${id}`)).json<Problem>(),
    requestId: '',
    instance: '',
  }
  expect(stranger).toEqual(missing)
  expect(missing.status).toBe(404)
  expect((await service.call('operator', 'GET', `/organizations/${noId}`)).status).toBe(404)
  expect((await service.call(null, 'GET', `/organizations/${id}`)).status).toBe(401)
  expect(
    await Promise.all(
      (['ada', 'eve'] as const).map((name) => service.service.findOrganizationRole({ userId: `user-${name}` }, id)),
    ),
  ).toEqual(['ADMIN', null])
})

test('lists show own ones, page by page; those of others and the latest are for administrators', async () => {
  const service = await startService(postgres)
  const names = ['First', 'Second', 'Third']
  for (const name of names) await found(service, 'ada', { name })
  const eves = await found(service, 'eve', { name: 'Of Eve', contactEmail: 'eve_100@office.example' })
  const list = async (person: 'ada' | 'operator', url: string) =>
    (await service.call(person, 'GET', url)).json<{ items: Organization[]; nextCursor: string | null }>()
  const page = await list('ada', '/organizations?limit=2')
  expect(page.items.map(({ name }) => name)).toEqual(['Third', 'Second'])
  const rest = await list('ada', `/organizations?limit=2&cursor=${page.nextCursor}`)
  expect([rest.items.map(({ name }) => name), rest.nextCursor]).toEqual([['First'], null])
  expect((await list('ada', '/organizations?userId=user-ada')).items).toHaveLength(3)
  expect((await list('operator', '/organizations?userId=user-ada')).items).toHaveLength(3)
  expect(refusal(await service.call('ada', 'GET', '/organizations?userId=user-eve'))).toEqual([403, 'forbidden'])
  expect(refusal(await service.call('ada', 'GET', '/organizations?cursor=x'))).toEqual([400, 'invalid-parameter'])

  expect(refusal(await service.call('ada', 'GET', '/organizations/latest'))).toEqual([403, 'forbidden'])
  expect((await list('operator', '/organizations/latest?limit=3')).items.map(({ name }) => name)).toEqual([
    'Of Eve',
    'Third',
    'Second',
  ])
  const filters: [string, string[]][] = [
    ['second', ['Second']],
    ['user-eve', ['Of Eve']],
    [eves.id.toUpperCase(), ['Of Eve']],
    [eves.referralCode.toLowerCase(), ['Of Eve']],
    ['eve_100@', ['Of Eve']],
    ['_', ['Of Eve']],
    ['%25', []],
    ['unverified', ['Of Eve', 'Third', 'Second', 'First']],
    ['nothing', []],
  ]
  for (const [filter, expected] of filters)
    expect(
      (await list('operator', `/organizations/latest?filter=${filter}`)).items.map(({ name }) => name),
      filter,
    ).toEqual(expected)

  const byIds = async (person: 'ada' | 'eve' | 'operator') => {
    const answer = await service.call(person, 'PUT', '/organizations/ids', { ids: [eves.id, page.items[0]?.id, noId] })
    return answer
      .json<{ items: Organization[] }>()
      .items.map(({ name }) => name)
      .toSorted()
  }
  expect([await byIds('ada'), await byIds('eve'), await byIds('operator')]).toEqual([
    ['Third'],
    ['Of Eve'],
    ['Of Eve', 'Third'],
  ])
  expect(
    refusal(await service.call('ada', 'PUT', '/organizations/ids', { ids: Array.from({ length: 101 }, () => noId) })),
  ).toEqual([422, 'validation-failed'])
})

test('only admins change it, and only what they have seen', async () => {
  const service = await startService(postgres)
  const organization = await organizationOfThree(service)
  const url = `/organizations/${organization.id}`
  const body = {
    ...unchanged(organization),
    name: 'New Name',
    address: { street: 'Weg 1', city: 'Bonn', postalCode: '53111' },
  }
  for (const [person, code] of [
    ['bob', 'role-too-low'],
    ['newcomer', 'role-too-low'],
    ['eve', 'not-found'],
    ['operator', 'not-found'],
    [null, 'unauthenticated'],
  ] as const)
    expect(codeOf(await service.call(person, 'PUT', url, body)), String(person)).toBe(code)
  const changed = (await service.call('ada', 'PUT', url, body)).json<Organization>()
  expect(changed).toMatchObject({
    name: 'New Name',
    version: 2,
    verification: { status: 'UNVERIFIED' },
    payoutsFrozenUntil: null,
    address: { street: 'Weg 1', region: '' },
  })
  expect(refusal(await service.call('ada', 'PUT', url, body))).toEqual([409, 'version-conflict'])
  const rivals = await Promise.all(
    ['One', 'Two', 'Three'].map((name) => service.call('ada', 'PUT', url, { ...unchanged(changed), name })),
  )
  expect(rivals.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const entries = await auditOf(service, organization.id)
  expect(entries[1]).toMatchObject({
    action: 'organization.updated',
    before: { name: 'Muster Agentur' },
    after: { name: 'New Name', address: '•••' },
  })
})

test('deleting takes an admin with a fresh proof; members, links and invitations end, and the books keep the name', async () => {
  const service = await startService(postgres)
  const organization = await organizationOfThree(service)
  const url = `/organizations/${organization.id}`
  await joinOrganization(service, 'user-stale', organization.id, 'ADMIN')
  const { id: solutionId } = await service.create('ada')
  expect((await service.call('ada', 'PUT', `${url}/solutions`, { solutionIds: [solutionId] })).status).toBe(204)
  await service.call('ada', 'POST', `${url}/invitations`, { email: 'new@example.org', role: 'VIEWER' })
  const { token } = (
    await service.call('ada', 'POST', `${url}/invite-tokens`, { label: 'x', purpose: 'JOIN', role: 'VIEWER' })
  ).json<{ token: string }>()
  for (const [person, code] of [
    ['stale', 'step-up-required'],
    ['bob', 'role-too-low'],
    ['newcomer', 'role-too-low'],
    ['eve', 'not-found'],
    ['operator', 'not-found'],
  ] as const)
    expect(codeOf(await service.call(person, 'DELETE', url)), person).toBe(code)

  expect((await service.call('ada', 'DELETE', url)).status).toBe(204)
  for (const person of ['ada', 'bob', 'operator'] as const)
    expect((await service.call(person, 'GET', url)).status).toBe(404)
  expect((await service.call('ada', 'GET', `/solutions/${solutionId}`)).json()).toMatchObject({
    managementOrganization: null,
    myRole: 'ADMIN',
  })
  expect(
    codeOf(await service.call(null, 'POST', '/invitations/preview', { token: tokenIn(service.mails.at(-1)) })),
  ).toBe('token-invalid')
  expect(codeOf(await service.call(null, 'POST', '/invite-tokens/preview', { token }))).toBe('token-invalid')
  expect(await service.count('organization_members')).toBe(0)
  expect(await service.db.query('test-row', 'select name, contact_email from solution.organizations')).toEqual([
    { name: 'Muster Agentur', contact_email: '' },
  ])
  expect((await auditOf(service, organization.id)).at(-1)).toMatchObject({
    action: 'organization.deleted',
    after: { releasedSolutions: 1 },
  })
  expect((await auditOf(service, solutionId)).at(-1)).toMatchObject({
    action: 'solution.organization-changed',
    before: { name: 'Muster Agentur' },
    after: { organizationId: null },
  })
})

test('its admins and administrators read its audit log with names, others do not', async () => {
  const service = await startService(postgres)
  const organization = await organizationOfThree(service)
  const url = `/organizations/${organization.id}/audit-log`
  const founded = {
    action: 'organization.created',
    actor: { kind: 'USER', id: 'user-ada', name: 'ada' },
    network: '198.51.100.0/24',
  }
  const visit = { action: 'organization.visited', actor: { kind: 'OPERATOR', id: 'user-operator', name: 'operator' } }
  expect((await service.call('ada', 'GET', url)).json()).toMatchObject({ items: [founded] })
  expect((await service.call('operator', 'GET', url)).json()).toMatchObject({ items: [visit, founded] })
  for (const [person, code] of [
    ['bob', 'role-too-low'],
    ['newcomer', 'role-too-low'],
    ['eve', 'not-found'],
    [null, 'unauthenticated'],
  ] as const)
    expect(codeOf(await service.call(person, 'GET', url))).toBe(code)
})
