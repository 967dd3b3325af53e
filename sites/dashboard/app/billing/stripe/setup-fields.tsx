import { useSite } from '@bollard/site-kit'
import { Alert, Button, Skeleton } from '@bollard/ui'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stripeAppearance } from './appearance.ts'
import { loadStripe, type Stripe, type StripeElements } from './load-stripe.ts'

interface SetupFieldsProps {
  clientSecret: string
  publishableKey: string
  /** Path on this site to which the provider leads once it is done. */
  returnTo: string
}

type State = 'loading' | 'ready' | 'failed' | 'sending'

/** The provider's own fields for a card or an account: what is typed into them goes to the provider alone. */
export function SetupFields({ clientSecret, publishableKey, returnTo }: SetupFieldsProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const place = useRef<HTMLDivElement>(null)
  const provider = useRef<{ stripe: Stripe; elements: StripeElements } | null>(null)
  const [state, setState] = useState<State>('loading')
  const [fault, setFault] = useState<string | null>(null)

  useEffect(() => {
    let isGone = false
    let remove = () => {}
    loadStripe(publishableKey).then(
      (stripe) => {
        if (isGone || !place.current) return
        const elements = stripe.elements({ clientSecret, locale: language, appearance: stripeAppearance() })
        const fields = elements.create('payment')
        fields.on('ready', () => setState('ready'))
        fields.on('loaderror', () => setState('failed'))
        fields.mount(place.current)
        provider.current = { stripe, elements }
        remove = () => fields.destroy()
      },
      () => setState('failed'),
    )
    return () => {
      isGone = true
      remove()
    }
  }, [clientSecret, publishableKey, language])

  const send = async () => {
    if (provider.current === null) return
    setState('sending')
    setFault(null)
    const { error } = await provider.current.stripe.confirmSetup({
      elements: provider.current.elements,
      confirmParams: { return_url: new URL(returnTo, location.href).href },
    })
    // It only comes back here when something is wrong; else the browser is on its way.
    setState('ready')
    setFault(error?.message ?? t(($) => $.billing.stripe.failed))
  }

  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {fault ? <Alert kind="danger">{fault}</Alert> : null}
      {state === 'failed' ? <Alert kind="danger">{t(($) => $.billing.stripe.unreachable)}</Alert> : null}
      {state === 'loading' ? (
        <div className="grid gap-3">
          <output className="sr-only">{t(($) => $.billing.stripe.loading)}</output>
          <Skeleton className="h-11 w-full" />
          <Skeleton className="h-11 w-2/3" />
        </div>
      ) : null}
      <div ref={place} />
      <Button type="submit" variant="primary" className="justify-self-start" aria-disabled={state !== 'ready'}>
        {state === 'sending' ? t(($) => $.billing.saving) : t(($) => $.billing.stripe.submit)}
      </Button>
    </form>
  )
}
