import { dayMs } from '@bollard/contracts'
import { type Buyer, formatMinor, type Invoice, type Line, type LineTax } from '@bollard/e-invoice'
import { fillText } from '@bollard/i18n'
import { type InvoiceAddressCountry, invoiceAddressCountries } from '@bollard/lookup-lists'
import type { InvoiceSeller } from '../billing-context.ts'
import { type CustomerDiscount, discountOn } from '../commission/customer-discount.ts'
import type { AddressRow } from '../invoice-address/address-row.ts'
import type { MethodKind } from '../subscription/means-of-paying.ts'
import type { Interval, Subscription } from '../subscription/subscription-row.ts'
import { decideTax } from '../tax/decide-tax.ts'
import {
  intervalUnits,
  invoiceWords,
  lastDay,
  monthInWords,
  planInWords,
  spanInWords,
} from '../wording/invoice-words.ts'

/** How many days a bank transfer may take. */
export const transferDays = 14

/** A charge, as an invoice states it. */
export interface InvoicedCharge {
  readonly kind: 'PERIOD' | 'UPGRADE' | 'OVERAGE'
  readonly planCode: string
  readonly interval: Interval
  readonly from: Date
  readonly to: Date
  readonly amountMinor: number
  readonly currency: string
  /** For an overage: the number of verifications, and the price per 1000 in minor units. */
  readonly units: number | null
  readonly priceMinor: number | null
}

export interface InvoiceFacts {
  readonly number: string
  readonly issuedOn: string
  readonly language: Invoice['language']
  readonly seller: InvoiceSeller
  readonly address: AddressRow
  readonly solutionType: Subscription['solutionType']
  /** What its owner calls the solution. */
  readonly label: string | null
  readonly charges: readonly [InvoicedCharge, ...InvoicedCharge[]]
  readonly method: { readonly kind: MethodKind; readonly last4: string | null }
  /** The share of its commission that the referring partner passes on, or the margin of a reseller who pays. */
  readonly discount: CustomerDiscount | null
}

export interface ComposedInvoice {
  readonly invoice: Invoice
  /** Whether the tax may have to be corrected once VIES answers. */
  readonly provisional: boolean
  /** Net, in minor units; zero without one. */
  readonly discountMinor: number
}

/** Composes an invoice over charges: the parties as they are now, each line taxed by its own day of supply. */
export function composeInvoice(facts: InvoiceFacts): ComposedInvoice {
  const { number, issuedOn, language, charges, address, seller, method } = facts
  const taxed = charges.map((charge) => ({ charge, ...taxOf(facts, charge) }))
  const discounts = facts.discount === null ? [] : discountsOf(facts.discount, taxed)
  const from = new Date(Math.min(...charges.map((charge) => charge.from.getTime())))
  const to = new Date(Math.max(...charges.map((charge) => lastDay(charge.from, charge.to).getTime())))
  const terms = termsOf(language, seller)
  const days = method.kind === 'BANK_TRANSFER' ? transferDays : 0
  const { bank } = seller
  const invoice: Invoice = {
    number,
    kind: 'INVOICE',
    ...(address.eInvoice === 'XRECHNUNG_XML' ? { profile: 'XRECHNUNG' as const } : {}),
    issuedOn,
    dueOn: dayAfter(issuedOn, days),
    currency: charges[0].currency,
    language,
    period: { from: dayOf(from), to: dayOf(to) },
    seller: sellerOf(seller),
    buyer: buyerOf(address),
    lines: [
      ...taxed.map(({ charge, tax }) => lineOf(facts, charge, tax)),
      ...discounts.map((each) => discountLine(facts, each)),
    ],
    prepaid: 0,
    payment:
      method.kind === 'BANK_TRANSFER'
        ? {
            means: '58',
            iban: bank.iban,
            ...(bank.bic === undefined ? {} : { bic: bank.bic }),
            accountHolder: bank.accountHolder,
            reference: number,
            terms: fillText(terms.BANK_TRANSFER, { days: String(days) }),
          }
        : method.kind === 'CARD'
          ? {
              means: '48',
              reference: number,
              terms: terms.CARD,
              ...(method.last4 === null ? {} : { cardLast4: method.last4 }),
            }
          : { means: '59', reference: number, terms: terms.SEPA_DEBIT },
    notes: [],
  }
  const discountMinor = discounts.reduce((sum, each) => sum + each.amountMinor, 0)
  return { invoice, provisional: taxed.some(({ provisional }) => provisional), discountMinor }
}

/** French sellers have to name what a late payment costs, and that an early one earns nothing (Code de commerce, L441-9). */
const underFrenchLaw: ReadonlySet<string> = new Set(['FR', 'GF', 'GP', 'MQ', 'RE', 'YT'])

function termsOf(language: Invoice['language'], seller: InvoiceSeller) {
  const { terms, noDiscount, latePayment } = invoiceWords(language)
  if (!underFrenchLaw.has(seller.address.countryCode)) return terms
  return {
    CARD: `${terms.CARD} ${noDiscount} ${latePayment.FR}`,
    SEPA_DEBIT: `${terms.SEPA_DEBIT} ${noDiscount} ${latePayment.FR}`,
    // Says already that nothing is deducted.
    BANK_TRANSFER: `${terms.BANK_TRANSFER} ${latePayment.FR}`,
  }
}

function taxOf(
  { seller, address, language }: InvoiceFacts,
  { kind, from, to }: InvoicedCharge,
): { tax: LineTax; provisional: boolean } {
  // What was used is supplied when its month is over, a plan from its first day on.
  const date = dayOf(kind === 'OVERAGE' ? lastDay(from, to) : from)
  const { category, ratePercent, note, provisional } = decideTax({
    seller: { countryCode: countryOf(seller.address.countryCode), postalCode: seller.address.postalCode },
    buyer: {
      countryCode: countryOf(address.countryCode),
      postalCode: address.postalCode,
      vatIdStatus: address.vatIdStatus,
    },
    date,
  })
  if (note === null) return { tax: { category, rate: String(ratePercent ?? 0) }, provisional }
  return { tax: { category, rate: '0', reason: invoiceWords(language).taxReasons[note] }, provisional }
}

function lineOf({ language, label, solutionType }: InvoiceFacts, charge: InvoicedCharge, tax: LineTax): Line {
  const words = invoiceWords(language)
  const named = { plan: planInWords(charge.planCode), type: words.types[solutionType] }
  const span = spanInWords(language, charge.from, charge.to)
  const description = label === null ? span : fillText(words.solution, { label, span })
  if (charge.kind === 'OVERAGE' && charge.units !== null && charge.priceMinor !== null) {
    const about = fillText(words.overageOf, { ...named, month: monthInWords(language, charge.from) })
    const name = words.overage
    return {
      name,
      description: label === null ? about : fillText(words.solution, { label, span: about }),
      quantity: String(charge.units),
      unit: 'H87',
      price: perUnit(charge.priceMinor),
      tax,
    }
  }
  const price = formatMinor(charge.amountMinor)
  if (charge.kind === 'UPGRADE')
    return { name: fillText(words.upgrade, named), description, quantity: '1', unit: 'C62', price, tax }
  return {
    name: fillText(words.plan, named),
    description,
    quantity: '1',
    unit: intervalUnits[charge.interval],
    price,
    tax,
  }
}

interface Discount extends CustomerDiscount {
  readonly amountMinor: number
  readonly tax: LineTax
}

/** One discount per tax category and rate, so that it lowers the tax as well. */
function discountsOf(
  discount: CustomerDiscount,
  taxed: readonly { readonly charge: InvoicedCharge; readonly tax: LineTax }[],
): Discount[] {
  const groups = Map.groupBy(taxed, ({ tax }) => JSON.stringify(tax))
  return [...groups.values()]
    .map((group) => {
      const netMinor = group.reduce((sum, { charge }) => sum + charge.amountMinor, 0)
      return {
        ...discount,
        amountMinor: discountOn(netMinor, discount),
        tax: group[0]?.tax ?? { category: 'S' as const, rate: '0' },
      }
    })
    .filter(({ amountMinor }) => amountMinor > 0)
}

function discountLine(
  { language }: InvoiceFacts,
  { organizationName: name, percent, isResale, amountMinor, tax }: Discount,
): Line {
  const words = invoiceWords(language)
  return {
    name: fillText(isResale ? words.margin : words.discount, { percent: String(percent) }),
    description: fillText(isResale ? words.marginOf : words.discountFrom, { name }),
    quantity: '-1',
    unit: 'C62',
    price: formatMinor(amountMinor),
    tax,
  }
}

/** A price per 1000 in minor units as a price per unit: `40` becomes `0.00040`. */
function perUnit(perThousandMinor: number): string {
  const digits = String(perThousandMinor).padStart(6, '0')
  return `${digits.slice(0, -5)}.${digits.slice(-5)}`
}

function sellerOf({
  legalName,
  address,
  email,
  contact,
  vatId,
  taxNumber,
  registerNumber,
}: InvoiceSeller): Invoice['seller'] {
  return { name: legalName, address, email, contact, vatId, taxNumber, registerNumber }
}

function buyerOf(address: AddressRow): Buyer {
  const {
    company,
    street,
    line2,
    postalCode,
    city,
    region,
    countryCode,
    email,
    vatId,
    buyerReference,
    purchaseOrder,
    peppolId,
  } = address
  const [scheme, id] = peppolId?.split(':') ?? []
  const given = (text: string | null) => (text === null || text === '' ? undefined : text)
  return {
    name: company,
    address: { street, line2: given(line2), postalCode, city, region: given(region), countryCode },
    email,
    ...(scheme === undefined || id === undefined ? {} : { electronicAddress: { scheme, id } }),
    // What VIES does not confirm is no proof, so it does not stand on an invoice as if it were.
    vatId: address.vatIdStatus === 'INVALID' ? undefined : given(vatId),
    reference: given(buyerReference),
    purchaseOrder: given(purchaseOrder),
  }
}

/** Addresses are checked when they are written. Throws a RangeError for a seller in a country without a table of taxes. */
function countryOf(code: string): InvoiceAddressCountry {
  const known = invoiceAddressCountries.find((country) => country === code)
  if (known === undefined) throw new RangeError(`There is no table of taxes for ${code}`)
  return known
}

export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}

export function dayAfter(day: string, days: number): string {
  return dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs))
}
