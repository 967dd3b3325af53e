import type { Database, Queries } from '@bollard/database'
import type { CallLimiterOptions } from '@bollard/http'
import type { Invoice } from '@bollard/e-invoice'
import type { Mail } from '@bollard/mail'
import type { CapacityPort } from './plan/exceeded-limits.ts'
import type { PlanCatalogue } from './plan/plan-catalogue.ts'
import type { IdentityPort } from './ports/identity-port.ts'
import type { PaymentProvider } from './ports/payment-provider.ts'
import type { SolutionPort } from './ports/solution-port.ts'
import type { RequestsPort, UsagePort } from './ports/usage-port.ts'
import type { VatChecker } from './tax/check-vat-id.ts'

/** A page of a list: at most `limit` entries, from `cursor` on. */
export interface PageQuery {
  readonly limit: number
  readonly cursor?: string | undefined
}

/** The facts about the selling company that decide how prices are taxed. */
export interface Seller {
  /** ISO 3166-1 alpha-2; `GR` for Greece. */
  readonly countryCode: string
  /** Some places lie outside the VAT territory of their country. */
  readonly postalCode?: string | undefined
  /** VIES is asked in its name, so that an answer comes with a number that proves it; null where none is configured. */
  readonly vatId: string | null
}

/** The company that runs this installation, as it appears on its invoices. */
export interface InvoiceSeller {
  readonly legalName: string
  readonly address: Invoice['seller']['address']
  readonly email: string
  readonly contact: { readonly name: string; readonly phone: string; readonly email: string }
  readonly vatId?: string | undefined
  readonly taxNumber?: string | undefined
  readonly registerNumber?: string | undefined
  readonly bank: { readonly accountHolder: string; readonly iban: string; readonly bic?: string | undefined }
}

/** Everything a verb of this service may need. */
export interface BillingContext extends CallLimiterOptions {
  readonly db: Database
  readonly identity: IdentityPort
  readonly solution: SolutionPort
  readonly captcha: UsagePort & CapacityPort
  readonly protection: RequestsPort
  /** Writes a mail into the outbox, in the caller's transaction. A mail with the same key is sent once. */
  readonly enqueueMail: (tx: Queries, mail: Mail, key?: string) => Promise<void>
  readonly checkVatId: VatChecker
  /** Null without a payment provider: bank transfer is then the only payment method. */
  readonly provider: PaymentProvider | null
  readonly plans: PlanCatalogue
  /** The company that sells and pays partners; null where none is configured: then nothing is invoiced or paid out. */
  readonly operator: InvoiceSeller | null
  readonly seller: Seller
  /** Origin without a trailing slash; links in mails start with it. */
  readonly dashboardUrl: string
  /** UUIDs of version 7; lists are sorted by them. */
  readonly newId: () => string
  /** 256 random bits as text that is safe in a URL. */
  readonly newToken: () => string
  /** Called when work outside a request fails; that work is retried. */
  readonly onError: (error: unknown) => void
}
