import { randomBytes } from 'node:crypto'
import type { Organization, Problem } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import {
  auditOf,
  found,
  joinOrganization,
  organizationOfThree,
  unchanged,
  verify,
} from '../testing/found-organization.ts'
import { startService } from '../testing/start-service.ts'
import { maskIban, openAccount, readAccount, sealAccount } from './seal-account.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

const iban = 'DE89370400440532013000'
const account = {
  method: 'SEPA',
  accountHolder: 'Muster Agentur GmbH',
  iban: 'DE89 3704 0044 0532 0130 00',
  bic: 'COBADEFFXXX',
}

test('a sealed account opens for its own organization with the right key only', () => {
  const key = randomBytes(32)
  const plain = { accountHolder: 'Ada', iban, bic: null }
  const sealed = sealAccount(key, 'one', plain, randomBytes)
  expect(openAccount(key, 'one', sealed)).toEqual(plain)
  expect(sealed.includes(iban)).toBe(false)
  expect(sealAccount(key, 'one', plain, randomBytes).equals(sealed)).toBe(false)
  expect(() => openAccount(key, 'other', sealed)).toThrow()
  expect(() => openAccount(randomBytes(32), 'one', sealed)).toThrow()
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(sealed.readUInt8(at) ^ 1, at)
    expect(() => openAccount(key, 'one', changed), `byte ${at}`).toThrow()
  }
})

test('only accounts within SEPA whose digits are right are taken, in any grouping', () => {
  for (const written of [iban, 'de89 3704 0044 0532 0130 00', 'DE89-3704-0044-0532-0130-00'])
    expect(readAccount({ accountHolder: 'Ada', iban: written }).iban).toBe(iban)
  const refused = [
    'DE89370400440532013001',
    'DE8937040044053201300',
    'XX89370400440532013000',
    'BR1800360305000010009795493C1',
    '',
    'IBAN',
  ]
  for (const wrong of refused)
    expect(() => readAccount({ accountHolder: 'Ada', iban: wrong }), wrong).toThrow(
      expect.objectContaining({ errors: [{ pointer: '/payout/iban', code: 'invalid-value' }] }),
    )
  expect(() => readAccount({ accountHolder: 'Ada', iban, bic: 'NOBANK' })).toThrow(
    expect.objectContaining({ errors: [{ pointer: '/payout/bic', code: 'invalid-value' }] }),
  )
  expect(maskIban(iban)).toBe('DE•• •••• 3000')
})

test('an account takes an admin with a fresh proof, is masked for admins and shown to nobody else', async () => {
  const service = await startService(postgres)
  const organization = await organizationOfThree(service)
  await joinOrganization(service, 'user-stale', organization.id, 'ADMIN')
  const url = `/organizations/${organization.id}`
  const put = (person: 'ada' | 'bob' | 'stale' | 'eve', payout: unknown, version = 1) =>
    service.call(person, 'PUT', url, { ...unchanged(organization), version, payout })
  for (const [person, code] of [
    ['stale', 'step-up-required'],
    ['bob', 'role-too-low'],
    ['eve', 'not-found'],
  ] as const)
    expect((await put(person, account)).json<Problem>().code).toBe(code)
  expect((await put('stale', null)).json<Problem>().code).toBe('step-up-required')
  expect(
    (await service.call('stale', 'PUT', url, { ...unchanged(organization), name: 'Without the account' })).status,
  ).toBe(200)

  const wrong = await put('ada', { ...account, iban: 'DE00370400440532013000' }, 2)
  expect([wrong.status, wrong.text.includes('DE00')]).toEqual([422, false])
  const changed = await put('ada', account, 2)
  expect(changed.json<Organization>().payout).toEqual({
    method: 'SEPA',
    accountHolder: account.accountHolder,
    iban: 'DE•• •••• 3000',
    bic: 'COBADEFFXXX',
  })
  for (const person of ['bob', 'newcomer'] as const)
    expect((await service.call(person, 'GET', url)).json<Organization>().payout).toBeNull()
  const texts = [
    changed.text,
    (await service.call('operator', 'GET', url)).text,
    JSON.stringify(await auditOf(service, organization.id)),
    JSON.stringify(service.mails),
  ]
  for (const text of texts) expect(text).not.toMatch(/DE89|0532013000/u)
  const [stored] = await service.db.query<{ sealed: Buffer }>(
    'test-sealed',
    'select sealed from solution.payout_accounts',
  )
  expect(stored?.sealed.includes('370400440532013000')).toBe(false)
  expect((await service.service.payoutTermsOf(organization.id))?.account).toEqual({
    accountHolder: account.accountHolder,
    iban,
    bic: 'COBADEFFXXX',
  })
  expect(await service.service.payoutTermsOf('019a0000-0000-7000-8000-000000000000')).toBeNull()

  const removed = (await put('ada', null, 3)).json<Organization>()
  expect(removed.payout).toBeNull()
  expect((await auditOf(service, organization.id)).slice(-3)).toMatchObject([
    { after: { payoutAccount: 'changed' } },
    { action: 'organization.visited' },
    { after: { payoutAccount: 'removed' } },
  ])
})

const resets: [string, object, boolean][] = [
  ['another website', { website: 'https://agency.example' }, false],
  ['another kind', { kind: 'RESELLER' }, true],
  ['another legal name', { legalName: 'Other GmbH' }, true],
  ['another country', { countryCode: 'AT' }, true],
  ['another VAT id', { vatId: 'DE123456789' }, true],
  ['an account', { payout: account }, true],
]
test('what verification and payouts hang on sends a verified organization back and freezes payouts for 7 days', async () => {
  const service = await startService(postgres)
  for (const [what, change, isReset] of resets) {
    const { id } = await found(service, 'ada', { legalName: 'Muster GmbH' })
    await verify(service, id)
    const before = (await service.call('ada', 'GET', `/organizations/${id}`)).json<Organization>()
    const after = (
      await service.call('ada', 'PUT', `/organizations/${id}`, { ...unchanged(before), ...change })
    ).json<Organization>()
    const { status, validUntil } = after.verification
    expect([status, validUntil === null, after.payoutsFrozenUntil], what).toEqual(
      isReset ? ['PENDING', true, '2026-03-08T10:00:00.000Z'] : ['VERIFIED', false, null],
    )
  }
  const counted = ['2026-03-08T09:59:00Z', '2026-03-08T10:00:00Z'].map((at) =>
    service.service.countFrozen(new Date(at), 10),
  )
  expect(await Promise.all(counted)).toEqual([5, 0])
})

test('a verified organization loses its badge with its name; another one keeps its state, and nothing is frozen for either', async () => {
  const service = await startService(postgres)
  for (const [status, expected] of [
    ['VERIFIED', 'PENDING'],
    ['UNVERIFIED', 'UNVERIFIED'],
    ['REJECTED', 'REJECTED'],
  ] as const) {
    const { id } = await found(service, 'ada', { legalName: 'Muster GmbH' })
    await service.db.query('test-state', 'update solution.organizations set verification = $2 where id = $1', [
      id,
      status,
    ])
    const before = (await service.call('ada', 'GET', `/organizations/${id}`)).json<Organization>()
    const spaced = (
      await service.call('ada', 'PUT', `/organizations/${id}`, { ...unchanged(before), name: ` ${before.name} ` })
    ).json<Organization>()
    expect([spaced.name, spaced.verification.status]).toEqual([before.name, status])
    const after = (
      await service.call('ada', 'PUT', `/organizations/${id}`, { ...unchanged(spaced), name: 'A Known Brand' })
    ).json<Organization>()
    expect([after.name, after.verification.status, after.payoutsFrozenUntil], status).toEqual([
      'A Known Brand',
      expected,
      null,
    ])
  }
})

test('the same account once more changes nothing', async () => {
  const service = await startService(postgres)
  const organization = await found(service)
  const first = (
    await service.call('ada', 'PUT', `/organizations/${organization.id}`, {
      ...unchanged(organization),
      payout: account,
    })
  ).json<Organization>()
  expect(first.payoutsFrozenUntil).not.toBeNull()
  expect(first.verification.status).toBe('UNVERIFIED')
  service.clock.now = new Date('2026-03-01T10:05:00.000Z')
  const second = (
    await service.call('ada', 'PUT', `/organizations/${organization.id}`, { ...unchanged(first), payout: account })
  ).json<Organization>()
  expect(second.payoutsFrozenUntil).toBe(first.payoutsFrozenUntil)
})
