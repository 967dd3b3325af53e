import { minorOf } from './decimal.ts'
import type { Node } from './read-cii.ts'
import { places, type Rule, type RuleId } from './rule.ts'

/** The amounts of BG-22, by the rule that asks for them and the one that limits their decimals. */
const amounts = {
  LineTotalAmount: { needed: 'BR-12', decimals: 'BR-DEC-09' },
  TaxBasisTotalAmount: { needed: 'BR-13', decimals: 'BR-DEC-12' },
  TaxTotalAmount: { needed: null, decimals: 'BR-DEC-13' },
  GrandTotalAmount: { needed: 'BR-14', decimals: 'BR-DEC-14' },
  TotalPrepaidAmount: { needed: null, decimals: 'BR-DEC-16' },
  DuePayableAmount: { needed: 'BR-15', decimals: 'BR-DEC-18' },
} as const satisfies Record<string, { needed: RuleId | null; decimals: RuleId }>

/** Whether lines, VAT, what is prepaid and what is due come to each other. */
export function checkSums(document: Node, rule: Rule): void {
  const text = (name: keyof typeof amounts) => document.one(`${places.sums}/${name}`)
  const amount = (name: keyof typeof amounts) => minorOf(text(name))
  for (const name of Object.keys(amounts) as (keyof typeof amounts)[]) {
    const { needed, decimals } = amounts[name]
    if (needed) rule(needed, text(name) !== null)
    rule(decimals, text(name) === null || hasTwoDecimals(text(name)))
  }
  const lines = document
    .all(places.line)
    .map((line) =>
      line.one('SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount'),
    )
  rule('BR-DEC-23', lines.every(hasTwoDecimals))
  rule('BR-CO-10', amount('LineTotalAmount') === add(lines.map(minorOf)))
  rule('BR-CO-13', amount('TaxBasisTotalAmount') === amount('LineTotalAmount'))
  const currency = document.one(`${places.settlement}/InvoiceCurrencyCode`)
  const taxes = document.all(`${places.sums}/TaxTotalAmount`)
  const groups = document.all(`${places.settlement}/ApplicableTradeTax`)
  rule(
    'BR-CL-03',
    taxes.every((tax) => tax.attribute('currencyID') === currency),
  )
  rule('BR-CO-14', amount('TaxTotalAmount') === add(groups.map((group) => minorOf(group.one('CalculatedAmount')))))
  rule(
    'BR-CO-15',
    taxes.length === 1 && amount('GrandTotalAmount') === add([amount('TaxBasisTotalAmount'), amount('TaxTotalAmount')]),
  )
  rule(
    'BR-CO-16',
    amount('DuePayableAmount') === add([amount('GrandTotalAmount'), -(amount('TotalPrepaidAmount') ?? 0)]),
  )
}

/** An amount as it is written here: no exponent, at most two decimals. */
export function hasTwoDecimals(text: string | null): boolean {
  return /^-?\d+(?:\.\d{1,2})?$/u.test(text ?? '')
}

/** Null as soon as one is missing. */
function add(values: readonly (number | null)[]): number | null {
  let total = 0
  for (const value of values) {
    if (value === null) return null
    total += value
  }
  return total
}
