import type { InvoiceView } from '@bollard/contracts'
import { Alert, ButtonLink, Card, CardHeader, CopyField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useCopyTexts } from '../../words/use-copy-texts.ts'
import { useBillingFormats } from '../use-billing-formats.ts'

interface InvoicePaymentProps {
  invoice: InvoiceView
  payment: { confirm: string; change: string } | null
  /** Its page, where this stands elsewhere. */
  to?: string
}

/** What is still to be done to pay an invoice: a transfer with what has to stand on it, or what became of a card or a direct debit. */
export function InvoicePayment({ invoice, payment, to }: InvoicePaymentProps) {
  const { t } = useTranslation()
  const formats = useBillingFormats()
  const texts = useCopyTexts()
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
      <Card className="mb-4">
        <CardHeader title={t(($) => $.billing.pay.transferTitle, { amount })} className="!mb-1.5">
          {to === undefined ? null : (
            <Link to={to} className="text-link text-sm">
              {t(($) => $.billing.pay.confirmOf, { number: invoice.number })}
            </Link>
          )}
        </CardHeader>
        <p className="mb-4 max-w-[44rem] text-sm text-ink-2">
          {isLate
            ? t(($) => $.billing.pay.transferLate)
            : t(($) => $.billing.pay.transfer, { day: formats.day(invoice.dueOn ?? invoice.issuedOn) })}
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <CopyField
            label={t(($) => $.billing.pay.accountHolder)}
            value={transfer.accountHolder}
            texts={texts}
            className="content-start"
          />
          <CopyField label="IBAN" value={spaced(transfer.iban)} texts={texts} className="content-start" />
          {transfer.bic ? <CopyField label="BIC" value={transfer.bic} texts={texts} className="content-start" /> : null}
          <CopyField
            label={t(($) => $.billing.pay.reference)}
            value={transfer.reference}
            texts={texts}
            hint={t(($) => $.billing.pay.referenceHint)}
            className="content-start"
          />
        </div>
      </Card>
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

/** An account number in groups of four, as it stands on statements; banks take it with the blanks. */
function spaced(iban: string): string {
  return iban.replaceAll(/(.{4})(?=.)/gu, '$1 ')
}
