import type { Money, PriceTax, TaxedPrice } from '@bollard/contracts'
import { type InvoiceAddressCountry, invoiceAddressCountries } from '@bollard/lookup-lists'
import type { BillingContext, Seller } from '../billing-context.ts'
import { discountOn, type OfferedDiscount } from '../commission/customer-discount.ts'
import { asSystem } from '../store/as-actor.ts'
import { decideTax, type TaxFacts } from '../tax/decide-tax.ts'

/** What of an address decides about tax. */
interface AddressFacts {
  readonly countryCode: string
  readonly postalCode: string
  readonly vatIdStatus: TaxFacts['buyer']['vatIdStatus']
}

export interface Payer {
  /** How prices are taxed today; null for a seller in a country without a table of taxes. */
  readonly tax: PriceTax | null
  /** The owner of the address. */
  readonly payerId: string
}

/**
 * Who pays for a solution when its invoices go to an address. The address is its own or one of the person's; whoever calls this
 * has checked that they may know. Null without an address.
 */
export async function findPayer(
  context: Pick<BillingContext, 'db' | 'seller' | 'now'>,
  {
    solutionId,
    addressId,
    userId = '',
  }: { readonly solutionId: string; readonly addressId: string | null; readonly userId?: string },
): Promise<Payer | null> {
  if (addressId === null) return null
  const [address] = await asSystem(
    context.db,
    [solutionId],
    (tx) => tx.query('billing-tax-address', addressSql, [addressId]),
    userId,
  )
  return address === undefined
    ? null
    : { tax: priceTaxOf(context.seller, address, context.now()), payerId: address.payerId }
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

/** A net price by the list as an invoice has it: less the discount, with VAT, each in whole minor units, half up. Null where price or tax is not known. */
export function asInvoiced(
  list: Money | null,
  tax: PriceTax | null,
  discount: OfferedDiscount | null,
): TaxedPrice | null {
  if (list === null || tax === null) return null
  const { currency } = list
  const offMinor = discount === null ? 0 : discountOn(list.amountMinor, discount)
  const amountMinor = list.amountMinor - offMinor
  // In hundredths of a percent and whole numbers: floats would round some halves down.
  const taxMinor = Number((BigInt(amountMinor) * BigInt(Math.round(tax.ratePercent * 100)) + 5_000n) / 10_000n)
  return {
    net: { amountMinor, currency },
    tax: { amountMinor: taxMinor, currency },
    gross: { amountMinor: amountMinor + taxMinor, currency },
    discount:
      discount === null || offMinor === 0
        ? null
        : {
            amount: { amountMinor: offMinor, currency },
            percent: discount.percent,
            until: discount.until?.toISOString() ?? null,
          },
  }
}

function countryOf(code: string): InvoiceAddressCountry | undefined {
  return invoiceAddressCountries.find((country) => country === code)
}

const addressSql = `select country_code as "countryCode", postal_code as "postalCode", vat_id_status as "vatIdStatus", user_id as "payerId"
  from billing.invoice_addresses where id = $1`
