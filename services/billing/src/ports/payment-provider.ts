/** What the provider reports about a card or a mandate; never its number. */
export interface MethodDetails {
  readonly token: string
  readonly kind: 'CARD' | 'SEPA_DEBIT'
  readonly brand: string | null
  readonly last4: string | null
  readonly expMonth: number | null
  readonly expYear: number | null
  readonly holder: string | null
  readonly mandateReference: string | null
}

export type SetupState =
  | { readonly status: 'SUCCEEDED'; readonly method: MethodDetails }
  /** The person has still to do something, or the bank to answer. */
  | { readonly status: 'OPEN' }
  | { readonly status: 'FAILED' }

/** What became of a payment. `failureCode` is a stable word of the provider, such as `insufficient_funds`. */
export interface PaymentOutcome {
  readonly status: 'SUCCEEDED' | 'PROCESSING' | 'REQUIRES_ACTION' | 'FAILED'
  readonly token: string | null
  readonly failureCode: string | null
}

export interface ChargeRequest {
  /** Id of our row; comes back with every event of the payment. */
  readonly paymentId: string
  readonly solutionId: string
  readonly amountMinor: number
  readonly currency: string
  readonly customer: string
  readonly method: string
  readonly kind: 'CARD' | 'SEPA_DEBIT'
  /** What the statement of the account says, such as the number of the invoice. */
  readonly reference: string
}

/** An event that the provider has signed. `at` is when it happened there, in whole seconds. */
export type ProviderEvent = { readonly id: string; readonly at: Date } & (
  | {
      readonly kind: 'PAYMENT'
      readonly token: string
      readonly paymentId: string | null
      readonly status: PaymentOutcome['status']
      readonly failureCode: string | null
    }
  | { readonly kind: 'DISPUTE'; readonly token: string; readonly won: boolean }
  | { readonly kind: 'REFUND'; readonly token: string; readonly refundedMinor: number }
  | { readonly kind: 'METHOD'; readonly method: MethodDetails }
  | { readonly kind: 'METHOD_GONE'; readonly token: string }
  /** A mandate was withdrawn or refused by the bank. */
  | { readonly kind: 'MANDATE_ENDED'; readonly token: string }
  | { readonly kind: 'OTHER' }
)

/**
 * Who moves the money. Every call may be repeated: the keys make it happen once. Throws `upstream` where the provider cannot be
 * reached or answers what it should not.
 */
export interface PaymentProvider {
  readonly name: 'STRIPE'
  /** For the page that shows the provider's fields; null where none is configured. */
  readonly publishableKey: string | null
  createCustomer(person: { readonly userId: string; readonly email: string }): Promise<string>
  startSetup(request: {
    readonly setupId: string
    readonly customer: string
    readonly kind: 'CARD' | 'SEPA_DEBIT'
  }): Promise<{ token: string; clientSecret: string }>
  readSetup(token: string): Promise<SetupState>
  /** Collects money while nobody is there. A refusal of the bank is an outcome, not an error. */
  charge(request: ChargeRequest): Promise<PaymentOutcome>
  /** With what a page lets the person confirm a payment that asks for them; null once there is nothing left to confirm. */
  findClientSecret(paymentToken: string): Promise<string | null>
  /** Our id of a payment, which the provider stores beside its own; null for a payment of another installation. */
  findPaymentId(paymentToken: string): Promise<string | null>
  refund(request: {
    readonly refundId: string
    readonly paymentToken: string
    readonly amountMinor: number
  }): Promise<void>
  /** Forgets a payment method; one that is forgotten already stays so. */
  detach(methodToken: string): Promise<void>
  /** Deletes a customer with all payment methods; one that is gone already stays so. */
  deleteCustomer(customer: string): Promise<void>
  /** Null when the signature does not fit the raw body, or was made more than five minutes before `receivedAt`. */
  readEvent(signed: {
    readonly rawBody: Buffer
    readonly signature: string
    readonly receivedAt: Date
  }): ProviderEvent | null
}
