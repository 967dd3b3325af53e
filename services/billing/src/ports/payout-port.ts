import type { Organization } from '@bollard/contracts'

/** What a payout has to know of an organization. */
export interface PayoutTerms {
  readonly name: string
  readonly legalName: string | null
  readonly contactEmail: string
  /** ISO 3166-1 alpha-2. */
  readonly countryCode: string
  readonly language: 'en' | 'de'
  readonly vatId: string | null
  readonly registerNumber: string | null
  readonly address: {
    readonly street: string
    readonly addressLine2: string
    readonly postalCode: string
    readonly city: string
    readonly region: string
  }
  /** Only organizations that are `VERIFIED` are paid. */
  readonly verification: Organization['verification']['status']
  /** Payouts are paused until then; null if nothing pauses them. */
  readonly frozenUntil: Date | null
  /** In the clear, for the payment and nothing else: never stored, logged or shown. The IBAN has no spaces. */
  readonly account: { readonly accountHolder: string; readonly iban: string; readonly bic: string | null } | null
}

/** What payouts ask the solution service. */
export interface PayoutPort {
  /** Null when there is no such organization, or it was deleted. */
  payoutTermsOf(organizationId: string): Promise<PayoutTerms | null>
}
