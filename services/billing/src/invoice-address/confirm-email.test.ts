import { listAudit } from '@bollard/audit'
import type { InvoiceAddress, Problem } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { asActor, asSystem } from '../store/as-actor.ts'
import { startInvoicing } from '../testing/start-invoicing.ts'
import { companyInBerlin, type Person, type TestService } from '../testing/start-service.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

const codeOf = (answer: { status: number; json<T>(): T; text: string }) =>
  `${answer.status} ${answer.text === '' ? '' : (answer.json<Problem>().code ?? '')}`.trim()
const create = async ({ call }: TestService, more: object = {}, who: Person = 'ada') =>
  (await call(who, 'POST', '/invoice-addresses', { ...companyInBerlin, ...more })).json<InvoiceAddress>()
const unconfirmed = async ({ call }: TestService, { id }: { id: string }) =>
  (await call('ada', 'GET', `/invoice-addresses/${id}`)).json<InvoiceAddress>().unconfirmedEmails
const again = ({ call }: TestService, { id }: { id: string }, who: Person | null = 'ada') =>
  call(who, 'POST', `/invoice-addresses/${id}/confirmation-mails`)
const confirm = ({ call }: TestService, token: string, headers: Record<string, string> = {}) =>
  call(null, 'POST', '/invoice-email-confirmations', { token }, headers)

/** Who was asked with which token, newest last. */
function asked({ mails }: TestService): { to: string; token: string }[] {
  return mails
    .filter(({ mail }) => mail.tag === 'invoice-address-confirm')
    .map(({ mail }) => ({ to: mail.to, token: /confirm-invoice-address#token=([\w-]+)/u.exec(mail.text)?.[1] ?? '' }))
}

test('until somebody there says yes, invoices go to the account and nowhere else; then they go there too', async () => {
  const service = await startInvoicing(postgres)
  const address = await create(service, { ccEmails: ['tax@adviser.example', 'Ada@example.org'] })
  // Of one's own account nobody has to say anything.
  expect(address.unconfirmedEmails).toEqual(['bills@ada.example', 'tax@adviser.example'])
  expect(asked(service).map(({ to }) => to)).toEqual(['bills@ada.example', 'tax@adviser.example'])
  const means = { invoiceAddressId: address.id, paymentMethodId: (await service.transfer('ada')).id }
  const bill = async (members: Parameters<TestService['open']>[0]) => {
    service.mails.length = 0
    await service.open(members, { planCode: 'STARTER', ...means })
    return service.mails.filter(({ mail }) => mail.tag === 'invoice-issued-transfer').map(({ mail }) => mail.to)
  }
  const [bills] = asked(service)
  expect(await bill({ ada: 'ADMIN', bob: 'ADMIN' })).toEqual(['ada@example.org', 'bob@example.org'])
  expect((await confirm(service, bills?.token ?? '')).status).toBe(204)
  expect(await bill({ ada: 'ADMIN', bob: 'ADMIN' })).toEqual([
    'ada@example.org',
    'bob@example.org',
    'bills@ada.example',
  ])
  // Whom the address belongs to is told as well where they are no admin any more.
  expect(await unconfirmed(service, address)).toEqual(['tax@adviser.example'])
  service.mails.length = 0
  const id = await service.open({ ada: 'ADMIN', bob: 'ADMIN' }, { planCode: 'FREE' })
  await service.choose('ada', id, { planCode: 'STARTER', ...means })
  await service.open({ bob: 'ADMIN' }, { planCode: 'FREE' })
  const due = new Date(service.clock.now.getTime() + 16 * 86_400_000)
  service.clock.now = due
  await service.service.runDue()
  expect(
    new Set(service.mails.filter(({ mail }) => mail.tag === 'payment-reminder').map(({ mail }) => mail.to)),
  ).toEqual(new Set(['ada@example.org', 'bob@example.org', 'bills@ada.example']))
  expect(service.errors).toEqual([])
})

test('a link works once and for a day, whatever else is tried answers alike, and a look at it changes nothing', async () => {
  const service = await startInvoicing(postgres)
  const address = await create(service)
  const [first] = asked(service)
  expect(first?.token).toMatch(/^token-/u)
  // No token lies in the database in the clear.
  const kept = await service.db.query(
    'test-kept',
    'select encode(token_hash, $1) as hash, row_to_json(c)::text as row from billing.email_confirmations c',
    ['hex'],
  )
  expect(JSON.stringify(kept)).not.toContain(first?.token)
  expect((await service.call(null, 'GET', '/invoice-email-confirmations')).status).toBe(404)
  expect(await unconfirmed(service, address)).toEqual(['bills@ada.example'])

  expect(codeOf(await confirm(service, 'x'.repeat(43)))).toBe('400 token-invalid')
  expect((await confirm(service, '')).status).toBe(422)
  expect((await confirm(service, 'x'.repeat(201))).status).toBe(422)
  expect(
    codeOf(
      await confirm(service, first?.token ?? '', {
        origin: 'https://elsewhere.example',
        'sec-fetch-site': 'cross-site',
      }),
    ),
  ).toBe('403 cross-site-request')
  service.later({ hours: 24 })
  expect(codeOf(await confirm(service, first?.token ?? ''))).toBe('410 token-expired')
  expect((await again(service, address)).status).toBe(204)
  const second = asked(service).at(-1)
  expect(second?.token).not.toBe(first?.token)
  service.later({ hours: 23 })
  const answers = await Promise.all([1, 2, 3].map(() => confirm(service, second?.token ?? '')))
  expect(answers.map(codeOf).toSorted()).toEqual(['204', '400 token-invalid', '400 token-invalid'])
  expect(await unconfirmed(service, address)).toEqual([])
  // With the one that was used the other one is gone, as if there had never been any.
  expect(codeOf(await confirm(service, first?.token ?? ''))).toBe('400 token-invalid')

  const { items } = await listAudit(service.db, 'ACCOUNT', 'user-ada', { limit: 5 })
  expect(items[0]).toMatchObject({ action: 'invoice-address.email-confirmed', actor: { kind: 'SYSTEM' } })
  expect(JSON.stringify(items)).not.toContain('bills@ada.example')
  service.later({ days: 9 })
  await service.service.runDue()
  expect(await service.db.query('test-left', 'select 1 as one from billing.email_confirmations')).toEqual([])
})

test('what is confirmed holds for all addresses of that account, and for nobody else', async () => {
  const service = await startInvoicing(postgres)
  await create(service)
  await confirm(service, asked(service)[0]?.token ?? '')
  service.mails.length = 0
  const other = await create(service, { company: 'Another', email: 'Bills@ADA.example' })
  expect([other.unconfirmedEmails, asked(service)]).toEqual([[], []])
  expect((await create(service, {}, 'bob')).unconfirmedEmails).toEqual(['bills@ada.example'])
  expect(asked(service)).toHaveLength(1)
  // A changed address is asked for; the one before is known when it comes back.
  const change = async (email: string) => {
    const { version } = (await service.call('ada', 'GET', `/invoice-addresses/${other.id}`)).json<InvoiceAddress>()
    return (
      await service.call('ada', 'PUT', `/invoice-addresses/${other.id}`, { ...companyInBerlin, email, version })
    ).json<InvoiceAddress>().unconfirmedEmails
  }
  expect(await change('new@ada.example')).toEqual(['new@ada.example'])
  expect(asked(service).map(({ to }) => to)).toEqual(['bills@ada.example', 'new@ada.example'])
  // Saving it once more asks nobody twice.
  expect(await change('new@ada.example')).toEqual(['new@ada.example'])
  expect(asked(service)).toHaveLength(2)
  expect(await change('bills@ada.example')).toEqual([])
  expect(await change('ada@example.org')).toEqual([])
})

test('nobody is flooded: once a minute, five an hour to one address over all accounts, and only by whom the address belongs to', async () => {
  const service = await startInvoicing(postgres)
  const address = await create(service)
  expect((await again(service, address, null)).status).toBe(401)
  for (const who of ['bob', 'eve', 'operator', 'newcomer'] as const)
    expect(codeOf(await again(service, address, who)), who).toBe('404 not-found')
  // Whoever lost the confirmation of their own account keeps their addresses, and has no mails sent to others.
  const of = (userId: string) =>
    service.db.query('test-own', 'update billing.invoice_addresses set user_id = $2 where id = $1', [
      address.id,
      userId,
    ])
  await of('user-newcomer')
  expect(codeOf(await again(service, address, 'newcomer'))).toBe('403 email-not-verified')
  await of('user-ada')
  const early = await again(service, address)
  expect([codeOf(early), early.headers['retry-after']]).toEqual(['429 rate-limited', '60'])
  for (let sent = 1; sent < 4; sent += 1) {
    service.clock.now = new Date(service.clock.now.getTime() + 61_000)
    expect((await again(service, address)).status).toBe(204)
  }
  // Of two at once the second one sees the first.
  service.clock.now = new Date(service.clock.now.getTime() + 61_000)
  expect((await Promise.all([again(service, address), again(service, address)])).map(codeOf).toSorted()).toEqual([
    '204',
    '429 rate-limited',
  ])
  // Another account names it: the address is saved, and no sixth mail is sent.
  expect((await create(service, {}, 'bob')).unconfirmedEmails).toEqual(['bills@ada.example'])
  expect(asked(service)).toHaveLength(5)
  service.clock.now = new Date(service.clock.now.getTime() + 61_000)
  expect(codeOf(await again(service, address))).toBe('429 rate-limited')
  service.later({ hours: 1 })
  expect((await again(service, address)).status).toBe(204)

  // Nor are many addresses asked by one account.
  service.mails.length = 0
  for (let made = 0; made < 8; made += 1)
    await create(
      service,
      { email: `a${made}@x.example`, ccEmails: [`b${made}@x.example`, `c${made}@x.example`] },
      'eve',
    )
  expect(asked(service)).toHaveLength(20)
})

test('row-level security shows each the confirmations that are theirs, and the system what it mails to', async () => {
  const service = await startInvoicing(postgres)
  await create(service)
  await confirm(service, asked(service)[0]?.token ?? '')
  await create(service, { email: 'more@ada.example' })
  const seen = (tx: Queries) =>
    Promise.all(
      ['confirmed_emails', 'email_confirmations'].map((table) =>
        tx.query(`test-${table}`, `select email from billing.${table} order by email`),
      ),
    )
  const all = [[{ email: 'ada@example.org' }, { email: 'bills@ada.example' }], [{ email: 'more@ada.example' }]]
  expect(await asActor(service.db, { userId: 'user-ada' }, seen)).toEqual(all)
  expect(await asActor(service.db, { userId: 'user-bob' }, seen)).toEqual([[], []])
  expect(await asSystem(service.db, [], seen)).toEqual(all)
  const forge = `insert into billing.confirmed_emails values ('user-ada', 'forged@ada.example', now())`
  await expect(
    asActor(service.db, { userId: 'user-bob' }, (tx) => tx.query('test-forge', forge)),
  ).rejects.toMatchObject({ code: '42501' })
})
