import { readVatId, type VatId, type VatIdAnswer } from '@bollard/billing-service'
import { invoiceAddressCountries } from '@bollard/lookup-lists'

/** What the solution service wants to know of a partner's VAT id. */
export interface PartnerVatCheck {
  readonly valid: boolean
  readonly consultationNumber: string | null
  readonly at: Date
}

/** Two countries write other letters than their code in front of their VAT ids. */
export const countryOfPrefix: Readonly<Record<string, string>> = { EL: 'GR', XI: 'GB' }

/** Asks the register about a VAT id as a partner wrote it, such as `DE 123 456 788`; one of a country without register is not valid. */
export function checkPartnerVatId(
  check: (organizationId: string, vatId: VatId) => Promise<VatIdAnswer>,
  now: () => Date,
): (written: string, organizationId: string) => Promise<PartnerVatCheck | 'unavailable'> {
  return async (written, organizationId) => {
    const prefix = written.trim().slice(0, 2).toUpperCase()
    const country = invoiceAddressCountries.find((code) => code === (countryOfPrefix[prefix] ?? prefix))
    const vatId = country === undefined ? null : readVatId(country, written)
    if (vatId === null || !vatId.inVies) return { valid: false, consultationNumber: null, at: now() }
    const answer = await check(organizationId, vatId)
    return answer === 'unavailable' ? answer : { valid: answer.valid, consultationNumber: answer.requestId, at: now() }
  }
}
