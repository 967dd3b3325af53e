import { hasTwoDecimals } from './check-sums.ts'
import { exemptionCodes } from './code-lists.ts'
import { minorOf, multiply, parseDecimal, toMinor } from './decimal.ts'
import type { Node } from './read-cii.ts'
import { places, type Rule, type RuleId } from './rule.ts'

/** Those that are written here; for others there would have to be rules as well. */
const categories = ['S', 'AE', 'E', 'O'] as const
const lineTax = 'SpecifiedLineTradeSettlement/ApplicableTradeTax'

/** The rules of the VAT breakdown (BG-23), common to all categories and of each of S, AE, E and O. */
export function checkTaxRules(document: Node, rule: Rule): void {
  const groups = document.all(`${places.settlement}/ApplicableTradeTax`)
  const lines = document.all(places.line)
  rule('BR-CO-18', groups.length > 0)
  for (const code of lines.map((line) => line.one(`${lineTax}/CategoryCode`)))
    rule(
      'BR-CL-18',
      categories.some((category) => category === code),
    )
  // The official rules leave room for rounding. Only credit notes in parts need any of it, and no more than a cent.
  const room = document.one(`${places.document}/TypeCode`) === '381' ? 1 : 0
  for (const group of groups) checkGroup(group, room, rule)
  for (const category of categories) {
    const ofCategory = lines.filter((line) => line.one(`${lineTax}/CategoryCode`) === category)
    const own = groups.filter((group) => group.one('CategoryCode') === category)
    if (ofCategory.length === 0 && own.length === 0) continue
    const id = (number: string): RuleId => `BR-${category}-${number}`
    rule(id('01'), category === 'S' ? own.length > 0 : own.length === 1)
    checkIds(document, category, rule, id('02'))
    for (const line of ofCategory) rule(id('05'), rateFits(line.one(`${lineTax}/RateApplicablePercent`), category))
    for (const group of own) {
      const rate = group.one('RateApplicablePercent')
      const taxedAlike = ofCategory.filter(
        (line) => category !== 'S' || sameRate(line.one(`${lineTax}/RateApplicablePercent`), rate),
      )
      const net = taxedAlike.reduce(
        (sum, line) =>
          sum +
          (minorOf(
            line.one('SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount'),
          ) ?? 0),
        0,
      )
      rule(id('08'), minorOf(group.one('BasisAmount')) === net)
      rule(id('09'), category === 'S' ? isTaxOn(group, room) : minorOf(group.one('CalculatedAmount')) === 0)
      const [reason, code] = [group.one('ExemptionReason'), group.one('ExemptionReasonCode')]
      rule(id('10'), (reason === null && code === null) === (category === 'S'))
      rule(
        'BR-CL-22',
        code === null || code === (category === 'AE' || category === 'O' ? exemptionCodes[category] : null),
      )
    }
  }
  const outside = groups.some((group) => group.one('CategoryCode') === 'O')
  rule('BR-O-11', !outside || groups.length === 1)
  rule('BR-O-12', !outside || lines.every((line) => line.one(`${lineTax}/CategoryCode`) === 'O'))
}

function checkGroup(group: Node, room: number, rule: Rule): void {
  rule('BR-45', group.one('BasisAmount') !== null)
  rule('BR-46', group.one('CalculatedAmount') !== null)
  rule('BR-47', group.one('TypeCode') === 'VAT' && group.one('CategoryCode') !== null)
  rule('BR-48', group.one('RateApplicablePercent') !== null || group.one('CategoryCode') === 'O')
  rule(
    'BR-CL-18',
    categories.some((category) => category === group.one('CategoryCode')),
  )
  rule('BR-CO-17', isTaxOn(group, group.one('CategoryCode') === 'S' ? room : 0))
  rule('BR-DEC-19', hasTwoDecimals(group.one('BasisAmount')))
  rule('BR-DEC-20', hasTwoDecimals(group.one('CalculatedAmount')))
}

/** Who has to be named by a VAT id, or must not be. */
function checkIds(document: Node, category: 'S' | 'AE' | 'E' | 'O', rule: Rule, id: RuleId): void {
  const idsOf = (party: string, scheme: string) =>
    document
      .all(`${places.agreement}/${party}/SpecifiedTaxRegistration/ID`)
      .filter((node) => node.attribute('schemeID') === scheme).length
  const seller = idsOf('SellerTradeParty', 'VA')
  const buyer = idsOf('BuyerTradeParty', 'VA')
  if (category === 'O') rule(id, seller === 0 && buyer === 0)
  else rule(id, seller > 0 || idsOf('SellerTradeParty', 'FC') > 0)
  if (category === 'AE') rule(id, buyer > 0 || document.one(`${places.buyer}/SpecifiedLegalOrganization/ID`) !== null)
}

function rateFits(rate: string | null, category: string): boolean {
  if (category === 'O') return rate === null
  if (rate === null) return false
  const { units } = parseDecimal(rate)
  return category === 'S' ? units > 0n : units === 0n
}

/** Whether the tax is that on the basis, give or take so many minor units. */
function isTaxOn(group: Node, room: number): boolean {
  const [basis, tax, rate] = [
    group.one('BasisAmount'),
    group.one('CalculatedAmount'),
    group.one('RateApplicablePercent') ?? '0',
  ]
  if (basis === null || tax === null) return false
  const percent = parseDecimal(rate)
  const exact = multiply(parseDecimal(basis), { units: percent.units, places: percent.places + 2 })
  const taxMinor = minorOf(tax)
  return taxMinor !== null && Math.abs(toMinor(exact) - taxMinor) <= room
}

function sameRate(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && Number(one) === Number(other)
}
