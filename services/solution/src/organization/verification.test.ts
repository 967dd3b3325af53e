import type { Organization, OrganizationEvidence, Problem } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { auditOf, found, joinOrganization, organizationOfThree } from '../testing/found-organization.ts'
import { startService, type TestService } from '../testing/start-service.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

const strangers = [
  ['bob', 'role-too-low'],
  ['newcomer', 'role-too-low'],
  ['eve', 'not-found'],
  [null, 'unauthenticated'],
] as const
const approve = { decision: 'APPROVE', evidence: [{ kind: 'MANUAL', note: 'Called them' }] }

async function request(service: TestService, id: string, kind: string, note?: string) {
  return service.call('ada', 'POST', `/organizations/${id}/verification-requests`, {
    kind,
    ...(note === undefined ? {} : { note }),
  })
}

test('the domain of the contact address is proved by a TXT record, looked up on demand', async () => {
  const records = new Map<string, string[][]>()
  const asked: string[] = []
  const service = await startService(postgres, {
    resolveTxt: async (name) => {
      asked.push(name)
      const published = records.get(name)
      if (published === undefined) throw Object.assign(new Error('queryTxt ENODATA'), { code: 'ENODATA' })
      return published
    },
  })
  const { id } = await found(service, 'ada', { legalName: 'Muster GmbH', contactEmail: 'Office@Agency.example' })
  const first = (await request(service, id, 'EMAIL_DOMAIN')).json<OrganizationEvidence>()
  expect(first).toMatchObject({
    kind: 'EMAIL_DOMAIN',
    status: 'OPEN',
    details: { domain: 'agency.example' },
    decidedAt: null,
  })
  expect(first.txtRecord).toEqual({
    name: '_bollard-verification.agency.example',
    value: expect.stringMatching(/^bollard-verification=[\w-]{43}$/u),
  })
  expect((await request(service, id, 'EMAIL_DOMAIN')).json()).toEqual(first)
  expect((await service.call('ada', 'GET', `/organizations/${id}`)).json<Organization>().verification.status).toBe(
    'PENDING',
  )

  const check = `/organizations/${id}/verification-requests/${first.id}/check`
  records.set('_bollard-verification.agency.example', [['v=spf1 -all'], ['bollard-verification=somebody-elses']])
  expect((await service.call('ada', 'POST', check)).json<OrganizationEvidence>().status).toBe('OPEN')
  const { value } = first.txtRecord ?? { value: '' }
  records.set('_bollard-verification.agency.example', [['v=spf1 -all'], [value.slice(0, 30), value.slice(30)]])
  expect((await service.call('ada', 'POST', check)).json<OrganizationEvidence>()).toMatchObject({
    status: 'CONFIRMED',
    decidedAt: service.clock.now.toISOString(),
  })
  const lookups = asked.length
  expect((await service.call('ada', 'POST', check)).json<OrganizationEvidence>().status).toBe('CONFIRMED')
  expect(asked).toHaveLength(lookups)
  expect((await auditOf(service, id)).map(({ action }) => action)).toEqual([
    'organization.created',
    'organization.verification-requested',
    'organization.verification-requested',
    'organization.evidence-confirmed',
  ])
})

test('a VAT id is asked of VIES, whose silence leaves it open', async () => {
  const answers = [
    'unavailable',
    { valid: true, consultationNumber: 'WAPI-1', at: new Date('2026-03-01T10:00:01.000Z') },
    { valid: false, consultationNumber: null, at: new Date(0) },
  ] as const
  let call = 0
  const asked: string[] = []
  const service = await startService(postgres, {
    checkVatId: async (vatId) => {
      asked.push(vatId)
      return answers[call++] ?? 'unavailable'
    },
  })
  const { id } = await found(service, 'ada', { legalName: 'Muster GmbH', vatId: 'DE 123456789' })
  expect((await request(service, id, 'VAT_ID')).json<Problem>()).toMatchObject({ status: 502, code: 'upstream' })
  expect((await request(service, id, 'VAT_ID')).json()).toMatchObject({
    status: 'CONFIRMED',
    details: { vatId: 'DE123456789', consultationNumber: 'WAPI-1', checkedAt: '2026-03-01T10:00:01.000Z' },
  })
  expect((await request(service, id, 'VAT_ID')).json()).toMatchObject({ status: 'REFUSED' })
  expect(asked).toEqual(['DE123456789', 'DE123456789', 'DE123456789'])
  const { items } = (await service.call('operator', 'GET', `/organizations/${id}/verification-requests`)).json<{
    items: OrganizationEvidence[]
  }>()
  expect(items.map(({ status }) => status)).toEqual(['REFUSED', 'CONFIRMED'])
})

test('what is to be proved has to be said first, and only admins ask', async () => {
  const service = await startService(postgres)
  const { id } = await organizationOfThree(service)
  expect((await request(service, id, 'MANUAL', 'See the register')).json<Problem>()).toMatchObject({
    status: 409,
    code: 'state-conflict',
  })
  await service.db.query('test-legal-name', `update solution.organizations set legal_name = 'Muster GmbH'`)
  for (const kind of ['VAT_ID', 'REGISTER'])
    expect((await request(service, id, kind)).json<Problem>().code).toBe('state-conflict')
  expect((await request(service, id, 'BANK_ACCOUNT')).status).toBe(422)
  const { id: evidenceId } = (await request(service, id, 'MANUAL', 'See the register')).json<OrganizationEvidence>()
  const url = `/organizations/${id}/verification-requests`
  for (const [person, code] of strangers) {
    expect((await service.call(person, 'POST', url, { kind: 'MANUAL' })).json<Problem>().code).toBe(code)
    expect((await service.call(person, 'GET', url)).json<Problem>().code).toBe(code)
    expect((await service.call(person, 'POST', `${url}/${evidenceId}/check`)).json<Problem>().code).toBe(code)
  }
  expect((await service.call('operator', 'POST', url, { kind: 'MANUAL' })).json<Problem>().code).toBe('not-found')
  expect(
    (await service.call('ada', 'POST', `${url}/019a0000-0000-7000-8000-000000000000/check`)).json<Problem>().code,
  ).toBe('not-found')
  expect((await service.call('ada', 'POST', `${url}/${evidenceId}/check`)).json()).toMatchObject({
    status: 'OPEN',
    details: { note: 'See the register' },
  })
})

test('twenty requests and checks a minute are taken, as each may ask somebody else', async () => {
  const service = await startService(postgres)
  const { id } = await found(service)
  const codes: string[] = []
  for (let i = 0; i < 21; i += 1) codes.push((await request(service, id, 'MANUAL')).json<Problem>().code)
  expect(codes).toEqual([...Array.from({ length: 20 }, () => 'state-conflict'), 'rate-limited'])
})

test('thirty requests a day are taken', async () => {
  const service = await startService(postgres)
  const { id } = await found(service, 'ada', { legalName: 'Muster GmbH' })
  await service.db.query(
    'test-many',
    `insert into solution.organization_evidence (id, organization_id, kind, status, created_by, created_at)
    select gen_random_uuid(), $1, 'MANUAL', 'OPEN', 'user-ada', $2 from generate_series(1, 30)`,
    [id, service.clock.now],
  )
  expect((await request(service, id, 'MANUAL')).json<Problem>()).toMatchObject({ status: 429, code: 'rate-limited' })
})

test('an administrator who is no member decides, its admins get a mail, and the approval ends after 12 months', async () => {
  const service = await startService(postgres)
  const { id } = await organizationOfThree(service)
  const url = `/organizations/${id}/verification`
  await service.db.query('test-legal-name', `update solution.organizations set legal_name = 'Muster GmbH'`)
  for (const [person, code] of [
    ['ada', 'forbidden'],
    ['bob', 'forbidden'],
    ['eve', 'not-found'],
    ['stale', 'not-found'],
  ] as const)
    expect((await service.call(person, 'PUT', url, approve)).json<Problem>().code, person).toBe(code)
  expect(
    (
      await service.call('operator', 'PUT', `/organizations/019a0000-0000-7000-8000-000000000000/verification`, approve)
    ).json<Problem>().code,
  ).toBe('not-found')
  expect((await service.call('operator', 'PUT', url, approve)).json<Problem>()).toMatchObject({
    status: 409,
    code: 'state-conflict',
  })
  await request(service, id, 'MANUAL')
  expect((await service.call('operator', 'PUT', url, { decision: 'APPROVE' })).json<Problem>()).toMatchObject({
    code: 'state-conflict',
  })
  expect((await service.call('operator', 'PUT', url, { decision: 'REJECT' })).json<Problem>().errors).toEqual([
    { pointer: '/reason', code: 'required' },
  ])
  expect((await service.call('operator', 'PUT', url, { decision: 'REVOKE', reason: 'x' })).json<Problem>().code).toBe(
    'state-conflict',
  )

  const rejected = (
    await service.call('operator', 'PUT', url, { decision: 'REJECT', reason: 'The register knows no such name.' })
  ).json<Organization>()
  expect(rejected.verification).toEqual({
    status: 'REJECTED',
    reason: 'The register knows no such name.',
    validUntil: null,
  })
  await request(service, id, 'MANUAL')
  const approved = (await service.call('operator', 'PUT', url, approve)).json<Organization>()
  expect(approved.verification).toEqual({ status: 'VERIFIED', reason: null, validUntil: '2027-03-01T10:00:00.000Z' })
  expect(service.mails.map(({ to, tag }) => [to, tag])).toEqual([
    ['ada@example.org', 'organization-rejected'],
    ['ada@example.org', 'organization-verified'],
  ])
  expect(service.mails[0]?.text).toContain('The register knows no such name')
  expect((await auditOf(service, id)).at(-1)).toMatchObject({
    action: 'organization.verified',
    actor: 'user-operator',
    before: { verification: 'PENDING' },
  })

  const due = (at: string) =>
    Promise.all(Array.from({ length: 3 }, () => service.service.runDueOrganizations(new Date(at))))
  expect(await due('2027-03-01T09:59:59.000Z')).toEqual([{ expired: 0 }, { expired: 0 }, { expired: 0 }])
  expect((await due('2027-03-01T10:00:00.000Z')).map(({ expired }) => expired).toSorted()).toEqual([0, 0, 1])
  expect((await service.call('ada', 'GET', `/organizations/${id}`)).json<Organization>().verification.status).toBe(
    'EXPIRED',
  )
  expect(
    (await auditOf(service, id)).filter(({ action }) => action === 'organization.verification-expired'),
  ).toMatchObject([{ actor: null }])
  const told = service.mails.filter(({ tag }) => tag === 'organization-expired')
  expect(told.map(({ to }) => to)).toEqual(['ada@example.org'])
  expect(told[0]?.text).toContain(`/en/organizations/${id}/settings/verification`)
})

test('nobody decides on an organization of their own, and a revocation needs a verification', async () => {
  const service = await startService(postgres)
  const { id } = await found(service, 'ada', { legalName: 'Muster GmbH' })
  const url = `/organizations/${id}/verification`
  await request(service, id, 'MANUAL')
  await joinOrganization(service, 'user-operator', id, 'VIEWER')
  expect((await service.call('operator', 'PUT', url, approve)).json<Problem>()).toMatchObject({
    status: 409,
    code: 'second-person-needed',
  })
  await service.db.query('test-leave', `delete from solution.organization_members where user_id = 'user-operator'`)
  expect((await service.call('operator', 'PUT', url, approve)).status).toBe(200)
  const revoked = (
    await service.call('operator', 'PUT', url, { decision: 'REVOKE', reason: 'The company was dissolved.' })
  ).json<Organization>()
  expect(revoked.verification).toMatchObject({ status: 'REVOKED', validUntil: null })
})
