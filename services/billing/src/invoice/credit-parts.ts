import type { CreditNoteInput } from '@bollard/contracts'
import { formatMinor, type Invoice, type Line, totalInvoice } from '@bollard/e-invoice'
import { type FieldError, ProblemError } from '@bollard/http'
import { invoiceWords } from '../wording/invoice-words.ts'
import type { IssuedInvoice } from './invoice-row.ts'

/** How much of an invoice line is credited, by its index. Net, in minor units, with the sign of the line. */
export interface CreditedLine {
  readonly line: number
  readonly netMinor: number
}

export interface CreditParts {
  readonly lines: readonly Line[]
  readonly credited: readonly CreditedLine[]
  /** What was credited before, by tax category and rate. */
  readonly before: NonNullable<Invoice['creditedBefore']>
}

/**
 * What a credit note consists of: the lines that are asked for, or all that is left. Of each line no more than is left of it, and
 * of what is taxed alike no more than is left after discounts. An invoice over nothing is taken back as a whole, once. Throws
 * `validation-failed` that says how much there is (`max`).
 */
export function partsOf(
  document: Invoice,
  earlier: readonly CreditedLine[],
  wanted: CreditNoteInput['lines'],
): CreditParts {
  const { lineNets } = totalInvoice(document)
  const left = lineNets.map(
    (net, line) => net - sum(earlier.filter((one) => one.line === line).map(({ netMinor }) => netMinor)),
  )
  const credited = wanted === undefined ? left.map((netMinor, line) => ({ line, netMinor })) : chosen(wanted, left)
  // A few calls that a correction adds can round to nothing. The invoice has a number, so only a credit note makes it void.
  const isForNothing = wanted === undefined && earlier.length === 0 && lineNets.every((net) => net === 0)
  const named = isForNothing ? credited : credited.filter(({ netMinor }) => netMinor !== 0)
  const groups = Map.groupBy(document.lines.keys(), (line) => groupOf(document, line))
  const before = [...groups].map(([, places]) => ({
    ...taxOf(document, places[0] ?? 0),
    net: sum(earlier.filter(({ line }) => places.includes(line)).map(netOf)),
  }))
  for (const places of groups.values()) {
    const net = sum(named.filter(({ line }) => places.includes(line)).map(netOf))
    const max = sum(places.map((line) => left[line] ?? 0))
    // A discount is taken back with what it is given on, and never alone.
    if (net < 0 || net > max) throw refusal([{ pointer: '/lines', code: 'out-of-range', params: { min: 0, max } }])
  }
  if (sum(named.map(netOf)) <= 0 && !isForNothing)
    throw refusal([{ pointer: '/lines', code: 'out-of-range', params: { min: 1, max: sum(left) } }])
  const lines = named.map(({ line, netMinor }) => lineOf(document, line, netMinor, lineNets[line] ?? 0))
  return { lines, credited: named, before: before.filter(({ net }) => net !== 0) }
}

function chosen(wanted: NonNullable<CreditNoteInput['lines']>, left: readonly number[]): CreditedLine[] {
  const errors: FieldError[] = []
  const credited = wanted.map(({ line: place, amountMinor }, index): CreditedLine => {
    const line = place - 1
    const rest = left[line]
    if (rest === undefined) errors.push({ pointer: `/lines/${index}/line`, code: 'unknown' })
    else if (wanted.findIndex((other) => other.line === place) < index)
      errors.push({ pointer: `/lines/${index}/line`, code: 'duplicate' })
    else if (rest === 0 || (amountMinor ?? 0) > Math.abs(rest))
      errors.push({ pointer: `/lines/${index}/amountMinor`, code: 'out-of-range', params: { max: Math.abs(rest) } })
    return { line, netMinor: rest === undefined ? 0 : Math.sign(rest) * (amountMinor ?? Math.abs(rest)) }
  })
  if (errors.length > 0) throw refusal(errors)
  return credited
}

/** The line as it was if all of it is credited; otherwise a line over the amount. */
function lineOf({ lines }: Invoice, place: number, netMinor: number, wholeMinor: number): Line {
  const line = lines[place]
  if (line === undefined) throw new RangeError(`The invoice has no line ${place}`)
  if (netMinor === wholeMinor) return line
  return { ...line, quantity: netMinor < 0 ? '-1' : '1', unit: 'C62', price: formatMinor(Math.abs(netMinor)) }
}

function groupOf({ lines }: Invoice, line: number): string {
  return `${lines[line]?.tax.category} ${lines[line]?.tax.rate}`
}

function taxOf({ lines }: Invoice, place: number): Pick<Line['tax'], 'category' | 'rate'> {
  const { category = 'S', rate = '0' } = lines[place]?.tax ?? {}
  return { category, rate }
}

function netOf({ netMinor }: CreditedLine): number {
  return netMinor
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function refusal(errors: FieldError[]): ProblemError {
  return new ProblemError('validation-failed', undefined, { errors })
}

/** A credit note over these lines. Once all lines are credited, the invoice and its credit notes add up to zero. */
export function mirrorInvoice(
  { document, number: corrected, issuedOn: correctedOn }: Pick<IssuedInvoice, 'document' | 'number' | 'issuedOn'>,
  given: Pick<CreditParts, 'lines' | 'before'> & {
    readonly number: string
    readonly reason: string
    readonly issuedOn: string
  },
): Invoice {
  const { number, reason, issuedOn, lines, before } = given
  const { bic, iban, accountHolder, means } = document.payment
  const account = {
    ...(iban === undefined ? {} : { iban }),
    ...(bic === undefined ? {} : { bic }),
    ...(accountHolder === undefined ? {} : { accountHolder }),
  }
  return {
    ...document,
    kind: 'CREDIT_NOTE',
    number,
    issuedOn,
    dueOn: null,
    prepaid: 0,
    lines,
    ...(before.length === 0 ? {} : { creditedBefore: before }),
    corrects: { number: corrected, issuedOn: correctedOn },
    payment: { means, ...account, reference: number, terms: invoiceWords(document.language).takenBack },
    notes: [reason],
  }
}
