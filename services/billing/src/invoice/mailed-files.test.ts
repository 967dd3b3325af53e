import type { InvoiceView } from '@bollard/contracts'
import { openDatabase } from '@bollard/database'
import { createOutbox, createSmtpTransport, mailMigrations } from '@bollard/mail'
import { startSmtpServer } from '@bollard/mail/testing'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { type InvoicingService, startInvoicing } from '../testing/start-invoicing.ts'

const postgres = await startTestDatabase()
const mails = openDatabase({ connectionString: await postgres.createDatabase(mailMigrations) })
afterAll(async () => {
  await mails.close()
  await postgres.stop()
})

/** Billing whose mails go through a real outbox to a mail server of this machine. */
async function startMailing() {
  const smtp = await startSmtpServer()
  onTestFinished(smtp.close)
  await mails.pool.query('truncate mail.outbox')
  const service: InvoicingService = await startInvoicing(postgres, {
    enqueueMail: async (_tx, mail, key) => {
      if (mail.tag !== 'invoice-address-confirm') await outbox.enqueue(mails, mail, key)
    },
  })
  const transport = createSmtpTransport(smtp.url, 'Bollard <no-reply@bollard.example>', (attachment) =>
    service.service.readAttachment(attachment),
  )
  // One clock for all of it: PostgreSQL counts microseconds, so what is due now there may not be due yet for a Date.
  const now = () => service.clock.now
  const outbox = createOutbox(mails, transport, { now })
  /** The same outbox in a process that cannot read files. */
  const away = createOutbox(
    mails,
    createSmtpTransport('smtp://127.0.0.1:1', 'a@b.example', () => Promise.reject(new Error('away'))),
    { now },
  )
  return { ...service, outbox, away, received: smtp.received }
}

/** The files of a message as they travelled. */
function filesOf(message: string): { name: string; content: Buffer }[] {
  return [...message.matchAll(/filename=([^\s;]+)[^]*?\n\n([A-Za-z0-9+/=\n]*?)\n--/gu)].map(
    ([, name = '', base64 = '']) => ({
      name,
      content: Buffer.from(base64, 'base64'),
    }),
  )
}
const toWhom = (message: string) => /^To: (.*)$/mu.exec(message)?.[1]
const tagOf = (message: string) => /^X-Bollard-Tag: (.*)$/mu.exec(message)?.[1]

test('invoice, reminder and credit note arrive with the very bytes that are kept, under a name in the language of the mail', async () => {
  const { address, transfer, open, call, db, service, outbox, received, later, errors } = await startMailing()
  const means = { invoiceAddressId: (await address('ada')).id, paymentMethodId: (await transfer('ada')).id }
  const solutionId = await open({ ada: 'ADMIN' }, { planCode: 'STARTER', ...means })
  const kept = async (number: string) => {
    const sql = `select f.content from billing.invoice_files f join billing.invoices i on i.id = f.invoice_id where i.number = $1 and f.format = 'PDF'`
    return (await db.query<{ content: Buffer }>('test-kept', sql, [number]))[0]?.content
  }
  const arrived = async () => {
    received.messages.length = 0
    await outbox.drain()
    return received.messages
      .toSorted((a, b) => String(toWhom(a)).localeCompare(String(toWhom(b))))
      .map((message) => ({
        tag: tagOf(message),
        to: toWhom(message),
        files: filesOf(message),
      }))
  }

  const content = await kept('2026-000001')
  expect(content?.subarray(0, 5).toString()).toBe('%PDF-')
  const invoiceMails = (tag: string) => [
    { tag, to: 'ada@example.org', files: [{ name: 'Invoice-2026-000001.pdf', content }] },
    { tag, to: 'bills@ada.example', files: [{ name: 'Rechnung-2026-000001.pdf', content }] },
  ]
  expect(await arrived()).toEqual(invoiceMails('invoice-issued-transfer'))

  later({ days: 16 })
  await service.runDue()
  expect(await arrived()).toEqual(invoiceMails('payment-reminder'))

  const [invoice] = (await call('ada', 'GET', `/solutions/${solutionId}/invoices`)).json<{ items: InvoiceView[] }>()
    .items
  const note = (
    await call('operator', 'POST', `/invoices/${invoice?.id}/credit-notes`, { reason: 'Wrong' })
  ).json<InvoiceView>()
  const noted = await kept(note.number ?? '')
  expect(noted?.equals(content ?? Buffer.alloc(0))).toBe(false)
  expect(await arrived()).toEqual([
    {
      tag: 'credit-note-issued',
      to: 'ada@example.org',
      files: [{ name: 'Credit-note-2026-000002.pdf', content: noted }],
    },
    {
      tag: 'credit-note-issued',
      to: 'bills@ada.example',
      files: [{ name: 'Rechnungskorrektur-2026-000002.pdf', content: noted }],
    },
  ])
  expect(
    await mails.query(
      'test-outbox',
      `select state, attachments from mail.outbox where attachments is not null or state <> 'SENT'`,
    ),
  ).toEqual([])
  expect(errors).toEqual([])
})

test('a PDF that is not drawn yet when the mail is sent is drawn for it, and everybody gets that one afterwards', async () => {
  const { address, transfer, open, call, db, service, outbox, received } = await startMailing()
  const means = { invoiceAddressId: (await address('ada')).id, paymentMethodId: (await transfer('ada')).id }
  const solutionId = await open({ ada: 'ADMIN' }, { planCode: 'STARTER', ...means })
  await db.transaction(async (tx) => {
    // As if the process had been killed right after the commit.
    await tx.query('test-no-triggers', `set local session_replication_role = 'replica'`)
    await tx.query('test-undrawn', `delete from billing.invoice_files where format = 'PDF'`)
  })
  await outbox.drain()
  await service.runDue()
  const [invoice] = (await call('ada', 'GET', `/solutions/${solutionId}/invoices`)).json<{ items: InvoiceView[] }>()
    .items
  const [{ content } = { content: Buffer.alloc(0) }] = await db.query<{ content: Buffer }>(
    'test-drawn',
    `select content from billing.invoice_files where invoice_id = $1 and format = 'PDF'`,
    [invoice?.id],
  )
  expect(received.messages.map((message) => filesOf(message)[0]?.content.equals(content))).toEqual([true, true])
})

test('who asked for an XRechnung gets it beside the pages, and a file that cannot be read now delays its mail and loses none', async () => {
  const chosen = { eInvoice: 'XRECHNUNG_XML', buyerReference: '991-33333TEST-33', peppolId: '0204:991-33333TEST-33' }
  const { address, transfer, open, call, outbox, away, received, later } = await startMailing()
  const means = { invoiceAddressId: (await address('ada', chosen)).id, paymentMethodId: (await transfer('ada')).id }
  const solutionId = await open({ ada: 'ADMIN' }, { planCode: 'STARTER', ...means })
  await away.drain()
  await outbox.drain()
  expect(received.messages).toEqual([])
  const waiting = await mails.query(
    'test-waiting',
    `select state, error, jsonb_array_length(attachments) as files from mail.outbox`,
  )
  expect(waiting).toEqual(
    Array.from({ length: 2 }, () => ({ state: 'PENDING', error: 'A file "invoice" could not be read', files: 2 })),
  )
  later({ hours: 1 })
  await outbox.drain()
  const [invoice] = (await call('ada', 'GET', `/solutions/${solutionId}/invoices`)).json<{ items: InvoiceView[] }>()
    .items
  const xml = (await call('ada', 'GET', `/invoices/${invoice?.id}/file?format=XML`)).text
  expect(received.messages.map((message) => filesOf(message).map(({ name }) => name)).toSorted()).toEqual([
    ['Invoice-2026-000001.pdf', 'Invoice-2026-000001.xml'],
    ['Rechnung-2026-000001.pdf', 'Rechnung-2026-000001.xml'],
  ])
  for (const message of received.messages) expect(filesOf(message)[1]?.content.toString()).toBe(xml)
})

test('no mail gets a draft, what there is not, or a file of another kind', async () => {
  const { service, db, open } = await startMailing()
  const id = '01890000-0000-7000-8000-000000000000'
  const mediaType = 'application/pdf'
  const sql = `insert into billing.invoices (id, kind, solution_id, user_id, status, currency, payment_kind, created_at, updated_at)
    values ($1, 'INVOICE', $2, 'user-ada', 'DRAFT', 'EUR', 'BANK_TRANSFER', now(), now())`
  await db.query('test-draft', sql, [id, await open({ ada: 'ADMIN' })])
  await expect(service.readAttachment({ kind: 'invoice', id, mediaType })).rejects.toThrow('no invoice')
  await expect(service.readAttachment({ kind: 'payout', id, mediaType })).rejects.toThrow('no document')
  await expect(service.readAttachment({ kind: 'account', id, mediaType })).rejects.toThrow(TypeError)
})
