import { auditMigrations } from '@bollard/audit'
import { openDatabase, type Queries } from '@bollard/database'
import type { Invoice } from '@bollard/e-invoice'
import { patience, startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { asSystem } from '../store/as-actor.ts'
import { operator } from '../testing/start-invoicing.ts'
import { finishInvoice, InvoiceRuleError } from './finish.ts'

const postgres = await startTestDatabase()
const connectionString = await postgres.createDatabase(auditMigrations, {
  schema: 'billing',
  directory: new URL('../migrations/', import.meta.url),
})
const db = openDatabase({ connectionString, max: 20, ...patience })
afterAll(async () => {
  await db.close()
  await postgres.stop()
})

const { legalName: name, address, email, contact, vatId } = operator
const invoiceOf = (number: string, issuedOn = '2026-12-31'): Invoice => ({
  number,
  kind: 'INVOICE',
  issuedOn,
  dueOn: issuedOn,
  currency: 'EUR',
  language: 'en',
  period: { from: '2026-12-01', to: '2026-12-31' },
  seller: { name, address, email, contact, vatId },
  buyer: {
    name: 'Ada & Co',
    address: { street: 'Unter den Linden 1', postalCode: '10117', city: 'Berlin', countryCode: 'DE' },
    email: 'bills@ada.example',
  },
  lines: [{ name: 'Plan', quantity: '1', unit: 'MON', price: '9.00', tax: { category: 'S', rate: '19' } }],
  prepaid: 0,
  payment: { means: '58', iban: operator.bank.iban, reference: number, terms: '14 days' },
  notes: [],
})
const issue = (issuedOn: string, after: (tx: Queries) => Promise<void> = async () => {}) =>
  asSystem(db, [], async (tx) => {
    const { invoice } = await finishInvoice(tx, (number) => invoiceOf(number, issuedOn))
    await after(tx)
    return invoice.number
  })

test('two hundred invoices at once, a third of which fail after they have a number, leave no gap and share none', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 200 }, (_, index) =>
      issue('2026-12-31', async (tx) => {
        if (index % 3 === 0) throw new Error('killed')
        if (index % 3 === 1) await tx.query('test-work', 'select pg_sleep(0.001)')
      }),
    ),
  )
  const numbers = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  expect(numbers).toHaveLength(133)
  expect(numbers.toSorted()).toEqual(numbers.map((_, index) => `2026-${String(index + 1).padStart(6, '0')}`))
})

test('each year begins with its first number', async () => {
  expect([await issue('2027-01-01'), await issue('2027-01-01'), await issue('2026-12-31')]).toEqual([
    '2027-000001',
    '2027-000002',
    '2026-000134',
  ])
})

test('what breaks a rule of EN 16931 gets no number', async () => {
  const nameless = asSystem(db, [], (tx) =>
    finishInvoice(tx, (number) => ({ ...invoiceOf(number), seller: { name, address, email, contact } })),
  )
  await expect(nameless).rejects.toThrow(InvoiceRuleError)
  expect(await issue('2026-12-31')).toBe('2026-000135')
})
