/** A conversion as an advertising network takes it. */
export interface Upload {
  readonly gclid: string
  /** Digits; the network's name for what happened. */
  readonly conversionActionId: string
  readonly occurredAt: Date
  readonly value: { readonly amountMinor: number; readonly currency: string }
  /** Ours, so that the same conversion counts once however often it is sent. */
  readonly orderId: string
  readonly consent: { readonly adUserData: boolean; readonly adPersonalization: boolean }
}

/** `CONFIRMED`: the network has it already. `RETRY`: later it may take it. `FINAL`: it never will. */
export type UploadOutcome =
  | { readonly kind: 'SENT' | 'CONFIRMED' }
  | { readonly kind: 'RETRY' | 'FINAL'; readonly code: string }

/** An advertising network that conversions are sent to. Its faults are outcomes; it never rejects. */
export interface AdvertisingProvider {
  upload(conversion: Upload): Promise<UploadOutcome>
}
