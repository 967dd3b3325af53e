import type { InvoiceView } from '@bollard/contracts'
import { Alert, ButtonLink } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { TransferCard } from './transfer-card.tsx'
import { useBillingFormats } from '../use-billing-formats.ts'

interface InvoicePaymentProps {
  invoice: InvoiceView
  payment: { confirm: string; change: string } | null
}

/** What is still to be done to pay an invoice: a transfer with what has to stand on it, or what became of a card or a direct debit. */
export function InvoicePayment({ invoice, payment }: InvoicePaymentProps) {
  const { t } = useTranslation()
  const formats = useBillingFormats()
  const { status, open, transfer, kind } = invoice
  if (status === 'VOID') {
    return <Alert className="mb-4">{t(($) => $.billing.pay.void)}</Alert>
  }
  if (kind === 'CREDIT_NOTE' || open.amountMinor <= 0) {
    return open.amountMinor < 0 && kind === 'INVOICE' ? (
      <Alert className="mb-4">
        {t(($) => $.billing.pay.tooMuch, { amount: formats.money({ ...open, amountMinor: -open.amountMinor }) })}
      </Alert>
    ) : null
  }
  const amount = formats.money(open)
  const isLate = status === 'OVERDUE' || status === 'UNCOLLECTIBLE'
  if (transfer) {
    return (
      <TransferCard
        transfer={{ ...transfer, amount: open, dueOn: invoice.dueOn ?? invoice.issuedOn }}
        isLate={isLate}
      />
    )
  }
  return (
    <Alert kind={isLate ? 'warning' : 'info'} title={t(($) => $.billing.pay.collectTitle, { amount })} className="mb-4">
      <span className="grid gap-2.5">
        <span>{isLate ? t(($) => $.billing.pay.collectLate) : t(($) => $.billing.pay.collect)}</span>
        {payment === null ? null : (
          <span className="flex flex-wrap gap-3">
            {/* A page of its own: only there may the provider's script run. */}
            <ButtonLink size="dense" href={payment.confirm}>
              {t(($) => $.billing.pay.confirm)}
            </ButtonLink>
            <ButtonLink asChild size="dense">
              <Link to={payment.change}>{t(($) => $.billing.pay.otherMethod)}</Link>
            </ButtonLink>
          </span>
        )}
      </span>
    </Alert>
  )
}
