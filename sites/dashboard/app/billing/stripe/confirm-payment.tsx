import { Alert, Button } from '@bollard/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirmWith } from './confirm-with.ts'
import { loadStripe } from './load-stripe.ts'

interface ConfirmPaymentProps {
  clientSecret: string
  publishableKey: string
  /** Path on this site of the invoice that is paid. */
  invoice: string
}

/** Lets the bank ask for a payment what it wants to know (3-D Secure), in a window of the provider's. */
export function ConfirmPayment({ clientSecret, publishableKey, invoice }: ConfirmPaymentProps) {
  const { t } = useTranslation()
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const confirm = async () => {
    setIsBusy(true)
    setFault(null)
    const outcome = await loadStripe(publishableKey)
      .then((stripe) => confirmWith(stripe, clientSecret, new URL(invoice, location.href).href))
      .catch(() => ({ fault: t(($) => $.billing.stripe.unreachable) }))
    if (outcome === 'confirmed') return location.assign(invoice)
    setIsBusy(false)
    setFault(
      outcome === 'refused'
        ? t(($) => $.billing.stripe.otherMethod)
        : (outcome.fault ?? t(($) => $.billing.stripe.failed)),
    )
  }
  return (
    <div className="grid justify-items-start gap-4">
      {fault ? <Alert kind="danger">{fault}</Alert> : null}
      <Button data-needs-js variant="primary" aria-disabled={isBusy} onClick={() => void confirm()}>
        {isBusy ? t(($) => $.billing.stripe.confirming) : t(($) => $.billing.stripe.confirm)}
      </Button>
    </div>
  )
}
