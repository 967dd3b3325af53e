/** What these pages use of Stripe's own script, which has to come from Stripe. */
export interface Stripe {
  elements(options: { clientSecret: string; locale: string; appearance: object }): StripeElements
  confirmSetup(options: {
    elements: StripeElements
    confirmParams: { return_url: string }
  }): Promise<{ error?: { message?: string } }>
  retrievePaymentIntent(clientSecret: string): Promise<Answered>
  handleNextAction(options: { clientSecret: string }): Promise<Answered>
  confirmPayment(options: {
    clientSecret: string
    confirmParams: { payment_method: string; return_url: string }
    redirect: 'if_required'
  }): Promise<Answered>
}
interface Answered {
  paymentIntent?: { status: string; last_payment_error?: { payment_method?: { id: string } } | null }
  error?: { message?: string }
}
export interface StripeElements {
  create(kind: 'payment'): {
    mount(element: HTMLElement): void
    on(event: 'ready' | 'loaderror', listener: () => void): void
    destroy(): void
  }
}

declare global {
  var Stripe: ((publishableKey: string) => Stripe) | undefined
}

const address = 'https://js.stripe.com/v3/'
let loading: Promise<void> | undefined

/** Stripe for a publishable key. Rejects when its script cannot be fetched; another call tries again. */
export async function loadStripe(publishableKey: string): Promise<Stripe> {
  await (loading ??= fetchScript().catch((error: unknown) => {
    loading = undefined
    throw error
  }))
  if (!globalThis.Stripe) throw new Error('The script of Stripe came without Stripe')
  return globalThis.Stripe(publishableKey)
}

function fetchScript(): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error('The script of Stripe could not be fetched'))
    }
    document.head.append(script)
  })
}
