import { addressSchemes, countries } from './code-lists.ts'
import type { Node } from './read-cii.ts'
import { places, type Rule } from './rule.ts'

/** Who sells and who buys, and by which numbers they are known. */
export function checkParties(document: Node, rule: Rule): void {
  const [seller, buyer] = [document.all(places.seller)[0], document.all(places.buyer)[0]]
  rule('BR-06', seller?.one('Name') != null)
  rule('BR-07', buyer?.one('Name') != null)
  rule('BR-08', (seller?.all('PostalTradeAddress').length ?? 0) > 0)
  rule('BR-09', seller?.one('PostalTradeAddress/CountryID') != null)
  rule('BR-10', (buyer?.all('PostalTradeAddress').length ?? 0) > 0)
  rule('BR-11', buyer?.one('PostalTradeAddress/CountryID') != null)
  for (const party of [seller, buyer]) {
    rule('BR-CL-14', countries.has(party?.one('PostalTradeAddress/CountryID') ?? ''))
    const addresses = party?.all('URIUniversalCommunication/URIID') ?? []
    rule(party === seller ? 'CII-SR-459' : 'CII-SR-460', addresses.length <= 1)
    for (const address of addresses) {
      rule(party === seller ? 'BR-62' : 'BR-63', address.attribute('schemeID') !== null)
      rule('BR-CL-25', addressSchemes.has(address.attribute('schemeID') ?? ''))
    }
    for (const id of party?.all('SpecifiedTaxRegistration/ID') ?? [])
      rule('BR-CO-09', id.attribute('schemeID') !== 'VA' || isVatId(id.text ?? ''))
  }
  rule('CII-SR-455', (seller?.all('DefinedTradeContact').length ?? 0) <= 1)
  const isNamed = seller?.one('ID') != null || seller?.one('SpecifiedLegalOrganization/ID') != null
  rule(
    'BR-CO-26',
    isNamed || (seller?.all('SpecifiedTaxRegistration/ID').some((id) => id.attribute('schemeID') === 'VA') ?? false),
  )
}

/** With the prefix of a country, which is EL for Greece. */
function isVatId(text: string): boolean {
  const prefix = text.slice(0, 2)
  return (prefix === 'EL' || countries.has(prefix)) && /^[A-Z]{2}[A-Z\d+*.]{2,}$/u.test(text)
}
