import type { Stripe } from './load-stripe.ts'

/** `fault` is what the provider says to the person; `refused` means that only another payment method helps. */
export type Confirmation = 'confirmed' | 'refused' | { readonly fault: string | null }

/**
 * Lets somebody confirm a payment that was begun while they were away. One that still waits for them goes on where it is; one
 * that the bank turned back because nobody was there is confirmed anew with the same payment method.
 */
export async function confirmWith(stripe: Stripe, clientSecret: string, returnUrl: string): Promise<Confirmation> {
  const found = await stripe.retrievePaymentIntent(clientSecret)
  if (found.error || !found.paymentIntent) return { fault: found.error?.message ?? null }
  const { status, last_payment_error: refusal } = found.paymentIntent
  if (status === 'succeeded' || status === 'processing') return 'confirmed'
  const method = refusal?.payment_method?.id
  if (status !== 'requires_action' && method === undefined) return 'refused'
  const { error } =
    status === 'requires_action'
      ? await stripe.handleNextAction({ clientSecret })
      : await stripe.confirmPayment({
          clientSecret,
          confirmParams: { payment_method: method ?? '', return_url: returnUrl },
          redirect: 'if_required',
        })
  return error ? { fault: error.message ?? null } : 'confirmed'
}
