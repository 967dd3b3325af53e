import { multiply, parseDecimal, toMinor } from './decimal.ts'
import type { Invoice, Line, LineTax } from './invoice.ts'

/** BG-23: what is taxed alike, in minor units. */
export interface TaxGroup extends LineTax {
  readonly net: number
  readonly tax: number
}

/** BG-22, in minor units. */
export interface Totals {
  readonly lineNets: readonly number[]
  readonly net: number
  readonly groups: readonly TaxGroup[]
  readonly tax: number
  readonly gross: number
  readonly prepaid: number
  /** BT-115; negative when something is to be paid back. */
  readonly due: number
}

/** Net amount of a line: quantity × price, rounded once. */
export function lineNet(line: Line): number {
  return toMinor(multiply(parseDecimal(line.quantity), parseDecimal(line.price)))
}

/**
 * Sums of an invoice by EN 16931: each line is rounded, lines that are taxed alike are added, and VAT is rounded once per
 * such group (BR-CO-10 to BR-CO-17). Hence lines add up to net, and net and VAT to gross, to the cent.
 */
export function totalInvoice(invoice: Pick<Invoice, 'lines' | 'prepaid' | 'creditedBefore'>): Totals {
  const lineNets = invoice.lines.map(lineNet)
  const groups = new Map<string, TaxGroup>()
  for (const [index, { tax }] of invoice.lines.entries()) {
    const key = `${tax.category} ${tax.rate}`
    const net = (groups.get(key)?.net ?? 0) + (lineNets[index] ?? 0)
    groups.set(key, { ...tax, net, tax: 0 })
  }
  const taxed = [...groups.values()].map((group) => {
    const before =
      invoice.creditedBefore?.find(({ category, rate }) => category === group.category && rate === group.rate)?.net ?? 0
    return { ...group, tax: taxOn(before + group.net, group.rate) - taxOn(before, group.rate) }
  })
  const net = sum(lineNets)
  const tax = sum(taxed.map((group) => group.tax))
  return {
    lineNets,
    net,
    groups: taxed,
    tax,
    gross: net + tax,
    prepaid: invoice.prepaid,
    due: net + tax - invoice.prepaid,
  }
}

/** VAT on an amount in minor units, rounded to a minor unit. */
export function taxOn(net: number, ratePercent: string): number {
  const rate = parseDecimal(ratePercent)
  return toMinor(multiply({ units: BigInt(net), places: 2 }, { units: rate.units, places: rate.places + 2 }))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
