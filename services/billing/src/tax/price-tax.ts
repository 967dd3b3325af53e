import type { Money, PriceTax, TaxedPrice } from '@bollard/contracts'
import { type InvoiceAddressCountry, invoiceAddressCountries } from '@bollard/lookup-lists'
import type { BillingDeps, Seller } from '../billing-context.ts'
import { asSystem } from '../store/as-actor.ts'
import { decideTax, type TaxFacts } from './decide-tax.ts'

/** What of an address decides about tax. */
interface AddressFacts {
  readonly countryCode: string
  readonly postalCode: string
  readonly vatIdStatus: TaxFacts['buyer']['vatIdStatus']
}

/**
 * How prices for a solution are taxed today when its invoices go to an address. The address is its own or one of the person's;
 * whoever calls this has checked that they may know. Null without an address, and for a seller in a country without a table of taxes.
 */
export async function findPriceTax(
  deps: Pick<BillingDeps, 'db' | 'seller' | 'now'>,
  { solutionId, addressId, userId = '' }: { readonly solutionId: string; readonly addressId: string | null; readonly userId?: string },
): Promise<PriceTax | null> {
  if (addressId === null) return null
  const [address] = await asSystem(deps.db, [solutionId], (tx) => tx.query<AddressFacts>('billing-tax-address', addressSql, [addressId]), userId)
  return address === undefined ? null : priceTaxOf(deps.seller, address, deps.now())
}

/** The same for what is known of an address already. */
export function priceTaxOf(seller: Seller, address: AddressFacts, now: Date): PriceTax | null {
  const [from, to] = [countryOf(seller.countryCode), countryOf(address.countryCode)]
  if (from === undefined || to === undefined) return null
  const { ratePercent, note, provisional } = decideTax({
    seller: { countryCode: from, ...(seller.postalCode === undefined ? {} : { postalCode: seller.postalCode }) },
    buyer: { countryCode: to, postalCode: address.postalCode, vatIdStatus: address.vatIdStatus },
    date: now.toISOString().slice(0, 10),
  })
  return { ratePercent: ratePercent ?? 0, note, provisional }
}

/** A net price with its VAT in whole minor units, half up as on an invoice. Null where price or tax is not known. */
export function withTax(net: Money | null, tax: PriceTax | null): TaxedPrice | null {
  if (net === null || tax === null) return null
  const { amountMinor, currency } = net
  // In hundredths of a percent and whole numbers: floats would round some halves down.
  const taxMinor = Number((BigInt(amountMinor) * BigInt(Math.round(tax.ratePercent * 100)) + 5_000n) / 10_000n)
  return { net, tax: { amountMinor: taxMinor, currency }, gross: { amountMinor: amountMinor + taxMinor, currency } }
}

function countryOf(code: string): InvoiceAddressCountry | undefined {
  return invoiceAddressCountries.find((country) => country === code)
}

const addressSql = `select country_code as "countryCode", postal_code as "postalCode", vat_id_status as "vatIdStatus" from billing.invoice_addresses where id = $1`
