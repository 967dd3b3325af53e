import type { InvoiceAddressInput } from '@bollard/contracts'
import { addressSchemes } from '@bollard/e-invoice'
import { type FieldError, ProblemError } from '@bollard/http'
import { invoiceAddressCountries } from '@bollard/lookup-lists'
import { readPostalCode } from '../tax/postal-code.ts'
import { readVatId, type VatId } from '../tax/vat-id.ts'
import { askVies, type ViesContext, type VatIdHolder } from '../vat-check/ask-vies.ts'

export interface CheckedAddress {
  readonly input: InvoiceAddressInput
  readonly vatId: VatId | null
}

/** What was found out about a VAT id, and when. */
export interface VatIdFinding {
  readonly status: 'NONE' | 'UNCHECKED' | 'VALID' | 'INVALID' | 'UNAVAILABLE'
  readonly checkedAt: Date | null
  readonly requestId: string | null
}

/** Normalizes postal code and VAT id for the country. Throws `validation-failed` naming every field that does not fit. */
export function checkAddress(given: InvoiceAddressInput): CheckedAddress {
  const country = invoiceAddressCountries.find((code) => code === given.countryCode)
  if (country === undefined) throw invalid([{ pointer: '/countryCode', code: 'not-supported' }])
  const errors: FieldError[] = []
  const postalCode = readPostalCode(country, given.postalCode)
  if (postalCode === null) errors.push({ pointer: '/postalCode', code: 'invalid-format' })
  const vatId = given.vatId === null ? null : readVatId(country, given.vatId)
  if (given.vatId !== null && vatId === null) errors.push({ pointer: '/vatId', code: 'invalid-format' })
  // Nobody here is connected to that network, so what is chosen would not happen.
  if (given.eInvoice === 'PEPPOL') errors.push({ pointer: '/eInvoice', code: 'not-supported' })
  if (given.peppolId !== null && !addressSchemes.has(given.peppolId.slice(0, 4)))
    errors.push({ pointer: '/peppolId', code: 'not-supported' })
  if (given.eInvoice === 'XRECHNUNG_XML' && given.buyerReference === '')
    errors.push({ pointer: '/buyerReference', code: 'required' })
  if (errors.length > 0) throw invalid(errors)
  return { input: { ...given, postalCode: postalCode ?? given.postalCode, vatId: vatId?.text ?? null }, vatId }
}

/** Asks VIES about a VAT id, if it is of a kind that VIES knows, and writes down that it was asked. */
export async function findOutVatId(
  context: ViesContext,
  vatId: VatId | null,
  holder: VatIdHolder,
): Promise<VatIdFinding> {
  const { now } = context
  if (vatId === null) return { status: 'NONE', checkedAt: null, requestId: null }
  if (!vatId.inVies) return { status: 'UNCHECKED', checkedAt: null, requestId: null }
  const answer = await askVies(context, vatId, holder)
  if (answer === 'unavailable') return { status: 'UNAVAILABLE', checkedAt: now(), requestId: null }
  return { status: answer.valid ? 'VALID' : 'INVALID', checkedAt: now(), requestId: answer.requestId }
}

function invalid(errors: readonly FieldError[]): ProblemError {
  return new ProblemError('validation-failed', undefined, { errors })
}
