import { createViesChecker, readVatId } from '@bollard/billing-service'
import { invoiceAddressCountries } from '@bollard/lookup-lists'
import { countryOfPrefix } from './check-partner-vat-id.ts'

/** A visitor waits, and a form has two seconds for all that it asks. */
const timeoutMs = 1_500

/**
 * Whether VIES knows a VAT id as forms normalise it, such as `DE136695976`; null for a country that it does not cover,
 * and where the country or VIES does not say in time. We ask in nobody's name.
 */
export function askVies(
  check: ReturnType<typeof createViesChecker> = createViesChecker({ timeoutMs }),
): (vatId: string) => Promise<boolean | null> {
  return async (text) => {
    const prefix = text.slice(0, 2)
    const country = invoiceAddressCountries.find((code) => code === (countryOfPrefix[prefix] ?? prefix))
    const vatId = country === undefined ? null : readVatId(country, text)
    if (vatId === null || !vatId.inVies) return null
    const answer = await check(vatId, null)
    return answer === 'unavailable' ? null : answer.valid
  }
}
