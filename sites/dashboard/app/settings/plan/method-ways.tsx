import type { PaymentMethod } from '@bollard/contracts'
import { useIsSending, useSite } from '@bollard/site-kit'
import { Button, ButtonLink } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'

interface MethodWaysProps {
  ways: readonly PaymentMethod['kind'][]
  /** Leads a new card or direct debit back to the plan that asked for it. */
  search: string
  /** Makes a transfer once, however often the form is sent. */
  intent: string
}

/** What somebody without a fitting payment method can do about it on the spot. */
export function MethodWays({ ways, search, intent }: MethodWaysProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const isSending = useIsSending()
  const hasTransfer = ways.includes('BANK_TRANSFER')
  return (
    <Form method="post" className="rounded-md border border-line p-4 text-sm">
      <input type="hidden" name="once" value={intent} />
      <p className="mb-3 text-ink-2">
        {hasTransfer ? t(($) => $.billing.method.transferHint) : t(($) => $.billing.method.providerHint)}
      </p>
      <div className="flex flex-wrap gap-3">
        {ways.map((kind) =>
          kind === 'BANK_TRANSFER' ? (
            <Button key={kind} type="submit" size="dense" name="intent" value="use-transfer" aria-disabled={isSending}>
              {t(($) => $.billing.method.useTransfer)}
            </Button>
          ) : (
            // A document of its own: only there may the provider's script run.
            <ButtonLink
              key={kind}
              size="dense"
              href={`/${language}/billing/payment-methods/new?kind=${kind}&${search}`}
            >
              {t(($) => $.billing.method.adds[kind])}
            </ButtonLink>
          ),
        )}
      </div>
    </Form>
  )
}
