import { listAudit } from '@bollard/audit'
import type { InvoiceView, Problem } from '@bollard/contracts'
import { checkRules } from '@bollard/e-invoice'
import { startTestDatabase } from '@bollard/testing'
import { runs } from '@bollard/testing/seed'
import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { startInvoicing } from '../testing/start-invoicing.ts'
import { people, person } from '../testing/start-service.ts'
import { addStripe } from '../testing/with-stripe.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

const second = { ...people.operator, ...person('second'), isAdmin: true }
const cookie = { cookie: 'session=second' }
const named = (sent: string | undefined) =>
  Object.entries(people).find(([name]) => sent === `session=${name}`)?.[1] ?? null
const findActor = async (sent: string | undefined) => (sent === cookie.cookie ? second : named(sent))

type Service = Awaited<ReturnType<typeof startInvoicing>>
type Credit = { reason?: string; reissue?: boolean; lines?: { line: number; amountMinor?: number }[] }

async function startBilled(planCode: string, interval: 'MONTHLY' | 'YEARLY' = 'MONTHLY') {
  const service = await startInvoicing(postgres, { identity: { findActor } })
  return { ...service, ...(await bill(service, planCode, interval)) }
}

/** A solution with one invoice, to be paid by transfer. */
async function bill(service: Service, planCode: string, interval: 'MONTHLY' | 'YEARLY' = 'MONTHLY') {
  const { call } = service
  const means = {
    invoiceAddressId: (await service.address('ada')).id,
    paymentMethodId: (await service.transfer('ada')).id,
  }
  const id = await service.open({ ada: 'ADMIN', bob: 'MEMBER' }, { planCode: 'FREE' })
  await service.choose('ada', id, { planCode, interval, ...means })
  const invoices = async () =>
    (await call('ada', 'GET', `/solutions/${id}/invoices?limit=100`)).json<{ items: InvoiceView[] }>().items
  const [first] = await invoices()
  if (first === undefined) throw new Error('Nothing was invoiced')
  const credit = (given: Credit, who: 'operator' | 'second' = 'operator', headers: Record<string, string> = {}) =>
    call(
      who === 'second' ? null : who,
      'POST',
      `/invoices/${first.id}/credit-notes`,
      { reason: 'Agreed', ...given },
      {
        ...(who === 'second' ? cookie : {}),
        ...headers,
      },
    )
  const pay = (amountMinor: number) =>
    call('operator', 'POST', `/invoices/${first.id}/payments`, {
      amountMinor,
      currency: 'EUR',
      receivedOn: '2026-03-09',
      bankReference: `B${amountMinor}`,
    })
  const now = async () => (await invoices()).find((one) => one.id === first.id) ?? first
  return { id, first, invoices, credit, pay, now }
}

const codeOf = (answer: { status: number; json<T>(): T }) =>
  `${answer.status} ${answer.json<Problem>().code ?? ''}`.trim()

test('a part is taken back, less is open, and with the rest the invoice is void; each note is an invoice of its own', async () => {
  const { first, credit, now, call, db, service, invoices, mails } = await startBilled('PRO')
  mails.length = 0
  expect(first.gross.amountMinor).toBe(17_731)
  const answer = await credit({ lines: [{ line: 1, amountMinor: 4_999 }] })
  expect(answer.status).toBe(201)
  const note = answer.json<InvoiceView>()
  expect(note).toMatchObject({
    kind: 'CREDIT_NOTE',
    corrects: first.id,
    net: { amountMinor: 4_999 },
    tax: { amountMinor: 950 },
    credited: { amountMinor: 0 },
  })
  expect(await now()).toMatchObject({
    status: 'ISSUED',
    credited: { amountMinor: 5_949 },
    open: { amountMinor: 11_782 },
  })
  expect(mails.map(({ mail, key }) => [mail.to, mail.tag, key])).toEqual([
    ['ada@example.org', 'credit-note-issued', `credit-note-issued:${note.id}:user-ada`],
    ['bills@ada.example', 'credit-note-issued', `credit-note-issued:${note.id}:bills@ada.example`],
  ])
  for (const said of [
    '€59.49',
    '2026-000001',
    '2026-000002',
    `/en/solutions/${note.solutionId}/settings/billing/invoices/${note.id}`,
  ])
    expect(mails[0]?.mail.text).toContain(said)
  const xml = (await call('ada', 'GET', `/invoices/${note.id}/file?format=XML`)).text
  expect(checkRules(xml)).toEqual([])
  expect(xml).toContain(`<ram:IssuerAssignedID>${first.number}</ram:IssuerAssignedID>`)
  const pdf = await call('ada', 'GET', `/invoices/${note.id}/file?format=PDF`)
  expect([pdf.status, pdf.text.slice(0, 5)]).toEqual([200, '%PDF-'])

  expect(codeOf(await credit({ reissue: true }))).toBe('409 state-conflict')
  expect(codeOf(await credit({ reissue: true, lines: [{ line: 1, amountMinor: 1 }] }))).toBe('409 state-conflict')
  const tooMuch = await credit({ lines: [{ line: 1, amountMinor: 9_902 }] })
  expect([tooMuch.status, tooMuch.json<Problem>().errors]).toEqual([
    422,
    [{ pointer: '/lines/0/amountMinor', code: 'out-of-range', params: { max: 9_901 } }],
  ])
  for (const lines of [
    [],
    [{ line: 0 }],
    [{ line: 2 }],
    [{ line: 1, amountMinor: 0 }],
    [{ line: 1, amountMinor: 0.5 }],
    [{ line: 1 }, { line: 1 }],
  ])
    expect((await credit({ lines })).status, JSON.stringify(lines)).toBe(422)
  expect(
    codeOf(
      await call('operator', 'POST', `/invoices/${note.id}/credit-notes`, { reason: 'Agreed', lines: [{ line: 1 }] }),
    ),
  ).toBe('409 state-conflict')

  expect((await credit({})).json<InvoiceView>()).toMatchObject({
    net: { amountMinor: 9_901 },
    tax: { amountMinor: 1_881 },
    gross: { amountMinor: 11_782 },
  })
  expect(await now()).toMatchObject({ status: 'VOID', credited: { amountMinor: 17_731 }, open: { amountMinor: 0 } })
  expect(codeOf(await credit({ lines: [{ line: 1, amountMinor: 1 }] }))).toBe('409 state-conflict')
  await service.runDue()
  expect((await invoices()).map(({ number, kind }) => [number, kind])).toEqual([
    ['2026-000003', 'CREDIT_NOTE'],
    ['2026-000002', 'CREDIT_NOTE'],
    ['2026-000001', 'INVOICE'],
  ])
  await expect(
    db.query('test-credited', 'update billing.invoices set credited_minor = 1 where id = $1', [first.id]),
  ).rejects.toMatchObject({ code: '23001' })
})

test('credit notes of two operators at the same time never come to more than the invoice, in net and in tax, and what they leave is taken back to the cent', async () => {
  const service = await startInvoicing(postgres, { identity: { findActor } })
  const bunch = fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 3, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(bunch, async (amounts) => {
      const { first, credit, invoices, now } = await bill(service, 'STARTER')
      // Those of one operator take turns; two see each other in the database alone.
      const answers = await Promise.all(
        amounts.map((amountMinor, index) =>
          credit({ lines: [{ line: 1, amountMinor }] }, index % 2 === 0 ? 'operator' : 'second'),
        ),
      )
      expect(answers.every(({ status }) => status === 201 || status === 422 || status === 409)).toBe(true)
      const notesOf = async () => (await invoices()).filter(({ kind }) => kind === 'CREDIT_NOTE')
      const sumOf = (notes: readonly InvoiceView[], of: 'net' | 'tax' | 'gross') =>
        notes.reduce((sum, note) => sum + note[of].amountMinor, 0)
      const notes = await notesOf()
      expect(notes).toHaveLength(answers.filter(({ status }) => status === 201).length)
      // Whatever was refused would have been too much.
      for (const of of ['net', 'tax', 'gross'] as const)
        expect(sumOf(notes, of)).toBeLessThanOrEqual(first[of].amountMinor)
      const left = await now()
      expect(left.credited.amountMinor).toBe(sumOf(notes, 'gross'))
      if (left.status !== 'VOID') expect((await credit({})).status).toBe(201)
      const all = await notesOf()
      for (const of of ['net', 'tax', 'gross'] as const) expect(sumOf(all, of)).toBe(first[of].amountMinor)
      expect((await now()).status).toBe('VOID')
    }),
    { numRuns: runs(2) },
  )
  const [gaps] = await service.db.query<{ last: number; count: number }>(
    'test-gaps',
    `select max(last) as last, (select count(*)::int from billing.invoices where number is not null) as count from billing.invoice_counters`,
  )
  expect(gaps?.last).toBe(gaps?.count)
})

test('who sent it twice with one key has made one, and the log says who took how much back', async () => {
  const { id, credit, invoices, db } = await startBilled('STARTER')
  const once = { 'idempotency-key': 'once' }
  const part = { lines: [{ line: 1, amountMinor: 100 }] }
  const answers = await Promise.all([
    credit(part, 'operator', once),
    credit(part, 'operator', once),
    credit(part, 'operator', once),
  ])
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(answers.map((answer) => answer.json<InvoiceView>().number)).size).toBe(1)
  expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(2)
  expect(codeOf(await credit({ lines: [{ line: 1, amountMinor: 101 }] }, 'operator', once))).toBe(
    '409 idempotency-mismatch',
  )
  expect((await invoices()).filter(({ kind }) => kind === 'CREDIT_NOTE')).toHaveLength(1)
  const { items } = await listAudit(db, 'SOLUTION', id, { limit: 10 })
  expect(items.find(({ action }) => action === 'invoice.credited')).toMatchObject({
    actor: { kind: 'USER', id: 'user-operator' },
    after: { creditNote: '2026-000002', grossMinor: 119, reason: 'Agreed' },
  })
})

test('whoever repeats a credit note that is being written waits without a connection of the database', async () => {
  const came: string[] = []
  const service = await startInvoicing(postgres, {
    identity: { findActor: async (sent) => (came.push(sent ?? ''), findActor(sent)) },
  })
  const { id, credit, invoices } = await bill(service, 'STARTER')
  const { pool } = service.db
  const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = service.db.transaction(async (tx) => {
    await tx.query('test-hold', 'select 1 as one from billing.subscriptions where solution_id = $1 for update', [id])
    held.resolve()
    await free.promise
  })
  await held.promise
  came.length = 0
  const answers = Array.from({ length: 20 }, () =>
    credit({ lines: [{ line: 1, amountMinor: 1 }] }, 'operator', { 'idempotency-key': 'once' }),
  )
  await expect.poll(() => came.length, { timeout: 10_000 }).toBe(20)
  // Of six connections one holds the plan and one waits for it.
  await expect.poll(() => [pool.totalCount - pool.idleCount, pool.waitingCount], { timeout: 4_000 }).toEqual([2, 0])
  free.resolve()
  await holding
  expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([201]))
  expect((await invoices()).filter(({ kind }) => kind === 'CREDIT_NOTE')).toHaveLength(1)
})

test('what is paid and what is taken back settle an invoice together, and the partner earns by what stays', async () => {
  const { first, credit, pay, now, db } = await startBilled('STARTER')
  const told = async () =>
    (
      await db.query<{ net: number; reason: string }>(
        'test-told',
        'select net_minor::int as net, reason from billing.paid_amounts where invoice_id = $1 order by position',
        [first.id],
      )
    ).map(({ net, reason }) => `${reason} ${net}`)
  expect((await credit({ lines: [{ line: 1, amountMinor: 300 }] })).status).toBe(201)
  expect(await told()).toEqual([])
  expect((await pay(476)).status).toBeLessThan(300)
  expect(await now()).toMatchObject({ status: 'ISSUED', open: { amountMinor: 238 } })
  // The rest is not paid but taken back: nobody is told that money came.
  expect((await credit({ lines: [{ line: 1, amountMinor: 200 }] })).status).toBe(201)
  expect(await now()).toMatchObject({ status: 'PAID', open: { amountMinor: 0 }, credited: { amountMinor: 595 } })
  expect(await told()).toEqual(['PAYMENT 400'])
  expect((await credit({ lines: [{ line: 1, amountMinor: 100 }] })).status).toBe(201)
  expect(await told()).toEqual(['PAYMENT 400', 'CREDIT_NOTE 300'])
  expect(await now()).toMatchObject({ status: 'PAID', open: { amountMinor: -119 } })
})

test('much that was paid goes back only by the word of two administrators, in however many parts', async () => {
  const { first, credit, pay, now, later } = await startBilled('PRO', 'YEARLY')
  expect(first.gross.amountMinor).toBe(177_310)
  // As long as nothing is paid nothing goes back.
  const part = { lines: [{ line: 1, amountMinor: 10_000 }] }
  expect((await credit(part)).status).toBe(201)
  expect((await pay(165_410)).status).toBeLessThan(300)
  const most = { lines: [{ line: 1, amountMinor: 84_000 }] }
  expect((await credit(most)).status).toBe(201)
  // 999.60 € have gone back, so a little more is too much for one.
  const more = { lines: [{ line: 1, amountMinor: 500 }] }
  expect(codeOf(await credit(more))).toBe('409 four-eyes')
  expect(codeOf(await credit(more))).toBe('409 four-eyes')
  expect(codeOf(await credit({ ...more, reason: 'Something else' }, 'second'))).toBe('409 four-eyes')
  expect(codeOf(await credit({ lines: [{ line: 1, amountMinor: 501 }] }, 'second'))).toBe('409 four-eyes')
  expect((await now()).credited.amountMinor).toBe(111_860)
  expect((await credit(more, 'second')).status).toBe(201)
  // What was agreed on was one credit note, and not the next one like it.
  expect(codeOf(await credit(more, 'second'))).toBe('409 four-eyes')
  later({ days: 8 })
  expect(codeOf(await credit(more))).toBe('409 four-eyes')
  expect((await credit(more, 'second')).status).toBe(201)
  expect((await now()).credited.amountMinor).toBe(111_860 + 595 + 595)
})

test('of a card that was charged so much goes back as was taken back, once, and no more is collected than is left', async () => {
  const service = await addStripe(postgres, startInvoicing)
  const { call, stripe } = service
  const { id } = await service.subscribe('pm_card_visa')
  const [first] = (await call('ada', 'GET', `/solutions/${id}/invoices`)).json<{ items: InvoiceView[] }>().items
  const credit = (amountMinor?: number) =>
    call('operator', 'POST', `/invoices/${first?.id}/credit-notes`, {
      reason: 'Agreed',
      ...(amountMinor === undefined ? {} : { lines: [{ line: 1, amountMinor }] }),
    })
  const refunds = () => stripe.calls.filter(({ path }) => path === '/v1/refunds')
  stripe.down = true
  expect((await credit(100)).status).toBe(201)
  stripe.down = false
  await Promise.all([service.service.runDue(), service.service.runDue()])
  expect(new Set(refunds().map(({ key }) => key)).size).toBe(1)
  expect(refunds().at(-1)?.form['amount']).toBe('119')
  expect((await credit(200)).status).toBe(201)
  expect(refunds().at(-1)?.form['amount']).toBe('238')
  expect((await credit()).status).toBe(201)
  expect(refunds().at(-1)?.form['amount']).toBe(String(1_071 - 119 - 238))
  await service.service.runDue()
  const asked = new Map(refunds().map(({ key, form }) => [key, Number(form['amount'])]))
  expect([...asked.values()].reduce((sum, amount) => sum + amount, 0)).toBe(1_071)

  const poor = await service.subscribe('pm_card_insufficientFunds')
  const [open] = (await call('ada', 'GET', `/solutions/${poor.id}/invoices`)).json<{ items: InvoiceView[] }>().items
  expect(open).toMatchObject({ status: 'ISSUED', open: { amountMinor: 1_071 } })
  await call('operator', 'POST', `/invoices/${open?.id}/credit-notes`, {
    reason: 'Agreed',
    lines: [{ line: 1, amountMinor: 800 }],
  })
  const before = refunds().length
  const card = await service.setUp('pm_card_visa')
  expect((await service.choose('ada', poor.id, { planCode: 'STARTER', paymentMethodId: card.id })).status).toBe(200)
  expect(stripe.calls.findLast(({ path }) => path === '/v1/payment_intents')?.form['amount']).toBe('119')
  expect(refunds()).toHaveLength(before)
})

test('nobody else takes back a part of an invoice, and nobody else sees that somebody asked', async () => {
  const { first, call, db } = await startBilled('STARTER')
  const ask = async (who: 'ada' | 'bob' | 'eve' | null) =>
    codeOf(
      await call(who, 'POST', `/invoices/${first.id}/credit-notes`, {
        reason: 'Agreed',
        lines: [{ line: 1, amountMinor: 1 }],
      }),
    )
  expect(await Promise.all((['ada', 'bob', 'eve', null] as const).map(ask))).toEqual([
    '404 not-found',
    '404 not-found',
    '404 not-found',
    '401 unauthenticated',
  ])
  expect(await db.query('test-none', `select id from billing.invoices where kind = 'CREDIT_NOTE'`)).toEqual([])
})
