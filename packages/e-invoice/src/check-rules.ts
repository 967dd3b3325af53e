import { checkParties } from './check-parties.ts'
import { checkPayment } from './check-payment.ts'
import { checkPresence } from './check-presence.ts'
import { checkSums } from './check-sums.ts'
import { checkTaxRules } from './check-tax-rules.ts'
import { checkXRechnung } from './check-xrechnung.ts'
import { readXml } from './read-cii.ts'
import { places, type Rule, type RuleId } from './rule.ts'

/**
 * Holds a Cross Industry Invoice against the business rules of EN 16931-1 (clause 6.4) and of its binding to this syntax that
 * can apply to what this package writes: presence, sums, VAT categories, decimals and code lists; and one that calls itself an
 * XRechnung against its rules too. Answers the ids of those it breaks, empty when it breaks none. Written from the text of the
 * standards and not from the generator, so that one finds the faults of the other. Allowances, charges, payees, tax
 * representatives and places of delivery are never written, so their rules are not here.
 */
export function checkRules(xml: string): RuleId[] {
  const document = readXml(xml)
  const broken = new Set<RuleId>()
  const rule: Rule = (id, holds) => void (holds || broken.add(id))
  checkPresence(document, rule)
  checkParties(document, rule)
  checkSums(document, rule)
  checkPayment(document, rule)
  checkTaxRules(document, rule)
  const specification = document.one(`${places.context}/GuidelineSpecifiedDocumentContextParameter/ID`) ?? ''
  if (specification.includes('xrechnung')) checkXRechnung(document, rule)
  return [...broken]
}
