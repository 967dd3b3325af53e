import { checkRules, type Invoice, toCii, totalInvoice } from '@bollard/e-invoice'
import { ProblemError } from '@bollard/http'
import { runs } from '@bollard/testing/seed'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { invoiceFacts } from '../testing/invoice-facts.ts'
import { composeInvoice } from './compose.ts'
import { type CreditedLine, mirrorInvoice, partsOf } from './credit-parts.ts'

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** One credit note more; null where it is refused. */
function creditOnce(invoice: Invoice, earlier: CreditedLine[], wanted: Parameters<typeof partsOf>[2]): Invoice | null {
  try {
    const parts = partsOf(invoice, earlier, wanted)
    earlier.push(...parts.credited)
    return mirrorInvoice(
      { document: invoice, number: invoice.number, issuedOn: invoice.issuedOn },
      { ...parts, number: '2026-000008', reason: 'Agreed', issuedOn: '2026-04-01' },
    )
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'validation-failed') return null
    throw error
  }
}

const wish = fc.record({
  lines: fc.array(
    fc.record({
      line: fc.integer({ min: 1, max: 8 }),
      share: fc.double({ min: 0, max: 1.1, noNaN: true }),
      whole: fc.boolean(),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  /** Each line once, and none that the invoice does not have; most others are refused for that alone. */
  isOnInvoice: fc.boolean(),
})

test('in whatever parts an invoice is taken back: never more than each line, net and tax of each rate, and what is left makes it whole to the cent', () => {
  let [taken, refused] = [0, 0]
  fc.assert(
    fc.property(invoiceFacts, fc.array(wish, { maxLength: 6 }), (given, wishes) => {
      const { invoice } = composeInvoice(given)
      const all = totalInvoice(invoice)
      const earlier: CreditedLine[] = []
      const notes: Invoice[] = []
      for (const { lines, isOnInvoice } of wishes) {
        const placed = lines.map((one) => ({ ...one, line: ((one.line - 1) % all.lineNets.length) + 1 }))
        const once = placed.filter(({ line }, index) => placed.findIndex((other) => other.line === line) === index)
        const wanted = (isOnInvoice ? once : lines).map(({ line, share, whole }) =>
          whole
            ? { line }
            : { line, amountMinor: Math.max(1, Math.round(share * Math.abs(all.lineNets[line - 1] ?? 100))) },
        )
        const note = creditOnce(invoice, earlier, wanted)
        if (note === null) refused += 1
        else notes.push(note)
      }
      taken += notes.length
      const perLine = all.lineNets.map(
        (net, line) => [net, sum(earlier.filter((one) => one.line === line).map(({ netMinor }) => netMinor))] as const,
      )
      for (const [net, back] of perLine)
        expect(Math.abs(back) <= Math.abs(net) && (back === 0 || Math.sign(back) === Math.sign(net))).toBe(true)
      const rest = creditOnce(invoice, earlier, undefined)
      for (const group of all.groups) {
        const back = notes
          .flatMap((note) => totalInvoice(note).groups)
          .filter(({ category, rate }) => category === group.category && rate === group.rate)
        expect(sum(back.map(({ net }) => net))).toBeLessThanOrEqual(group.net)
        expect(sum(back.map(({ tax }) => tax))).toBeLessThanOrEqual(group.tax)
        for (const { net, tax } of back) expect(net >= 0 && tax >= 0).toBe(true)
      }
      const complete = rest === null ? notes : [...notes, rest]
      const back = complete.map((note) => totalInvoice(note))
      // Nothing is left to refuse but nothing itself.
      expect([
        sum(back.map(({ net }) => net)),
        sum(back.map(({ tax }) => tax)),
        sum(back.map(({ gross }) => gross)),
      ]).toEqual([all.net, all.tax, all.gross])
      for (const note of complete) expect(checkRules(toCii(note))).toEqual([])
      expect(creditOnce(invoice, earlier, undefined)).toBeNull()
    }),
    { numRuns: runs(150) },
  )
  // Neither all nor none: the property above would hold for either by doing nothing.
  expect(Math.min(taken, refused)).toBeGreaterThan(runs(50))
})

test('an invoice over nothing is taken back once, as a whole and with every line', () => {
  const [sample] = fc.sample(invoiceFacts, { numRuns: 1, seed: 5 })
  if (!sample) throw new Error('No sample')
  const [first] = sample.charges
  const few = { ...first, kind: 'OVERAGE' as const, amountMinor: 0, units: 3, priceMinor: 40 }
  const { invoice } = composeInvoice({ ...sample, charges: [few, few] })
  const earlier: CreditedLine[] = []
  expect(creditOnce(invoice, earlier, [{ line: 1 }])).toBeNull()
  const note = creditOnce(invoice, earlier, undefined)
  expect(note?.lines).toEqual(invoice.lines)
  expect(totalInvoice(note ?? invoice)).toMatchObject({ net: 0, tax: 0, gross: 0 })
  expect(checkRules(toCii(note ?? invoice))).toEqual([])
  expect(creditOnce(invoice, earlier, undefined)).toBeNull()
})

test('what cannot be taken back is refused with what is left', () => {
  const [sample] = fc.sample(invoiceFacts, { numRuns: 1, seed: 5 })
  if (!sample) throw new Error('No sample')
  const line = (price: string, quantity = '1') => ({
    name: 'x',
    quantity,
    unit: 'C62' as const,
    price,
    tax: { category: 'S' as const, rate: '19' },
  })
  const invoice: Invoice = {
    ...composeInvoice(sample).invoice,
    lines: [line('100.00'), line('20.00'), line('18.00', '-1')],
  }
  const errorsOf = (wanted: NonNullable<Parameters<typeof partsOf>[2]>, earlier: readonly CreditedLine[] = []) => {
    try {
      partsOf(invoice, earlier, wanted)
      return []
    } catch (error) {
      return error instanceof ProblemError ? error.errors : [error]
    }
  }
  expect(errorsOf([{ line: 4 }])).toEqual([{ pointer: '/lines/0/line', code: 'unknown' }])
  expect(errorsOf([{ line: 1, amountMinor: 1 }, { line: 1 }])).toEqual([
    { pointer: '/lines/1/line', code: 'duplicate' },
  ])
  expect(errorsOf([{ line: 1, amountMinor: 10_001 }])).toEqual([
    { pointer: '/lines/0/amountMinor', code: 'out-of-range', params: { max: 10_000 } },
  ])
  expect(errorsOf([{ line: 1, amountMinor: 6_000 }], [{ line: 0, netMinor: 5_000 }])).toEqual([
    { pointer: '/lines/0/amountMinor', code: 'out-of-range', params: { max: 5_000 } },
  ])
  // Both lines without the discount on them are more than was ever owed, and the discount alone would be owed anew.
  expect(errorsOf([{ line: 1 }, { line: 2 }])).toEqual([
    { pointer: '/lines', code: 'out-of-range', params: { min: 0, max: 10_200 } },
  ])
  expect(errorsOf([{ line: 3 }])).toEqual([
    { pointer: '/lines', code: 'out-of-range', params: { min: 0, max: 10_200 } },
  ])
  expect(errorsOf([{ line: 1 }, { line: 2 }, { line: 3 }])).toEqual([])
  expect(
    partsOf(
      invoice,
      [],
      [
        { line: 1, amountMinor: 1_234 },
        { line: 3, amountMinor: 5 },
      ],
    ).lines,
  ).toMatchObject([
    { quantity: '1', price: '12.34', tax: { rate: '19' } },
    { quantity: '-1', price: '0.05', tax: { rate: '19' } },
  ])
})
