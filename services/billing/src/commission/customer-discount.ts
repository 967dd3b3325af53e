import { commissionOn } from './commission-rates.ts'

/** What the organization that brought a customer passes on of its commission, or pays less as a reseller. */
export interface CustomerDiscount {
  readonly organizationId: string
  readonly organizationName: string
  /** Of the net amount. */
  readonly percent: number
  /** The organization pays for what it sells on. */
  readonly isResale: boolean
}

/** The same as it stands on a day, before there is an invoice. */
export interface OfferedDiscount extends CustomerDiscount {
  /** Invoices from then on have none; null where that is not known. */
  readonly until: Date | null
}

/** What it takes off a net amount, in minor units. */
export function discountOn(netMinor: number, { percent }: Pick<CustomerDiscount, 'percent'>): number {
  return commissionOn(netMinor, percent)
}
