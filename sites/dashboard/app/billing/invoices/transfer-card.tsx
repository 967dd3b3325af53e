import type { OpenTransfer } from '@bollard/contracts'
import { Card, CardHeader, CopyField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useCopyTexts } from '../../words/use-copy-texts.ts'
import { useBillingFormats } from '../use-billing-formats.ts'

interface TransferCardProps {
  transfer: Omit<OpenTransfer, 'invoiceId'>
  isLate: boolean
  /** The page of its invoice, where this stands elsewhere. */
  to?: string
}

/** What is to be transferred, where to, and what has to stand on it. */
export function TransferCard({ transfer, isLate, to }: TransferCardProps) {
  const { t } = useTranslation()
  const formats = useBillingFormats()
  const texts = useCopyTexts()
  const { amount, dueOn, accountHolder, iban, bic, reference } = transfer
  return (
    <Card className="mb-4">
      <CardHeader title={t(($) => $.billing.pay.transferTitle, { amount: formats.money(amount) })} className="!mb-1.5">
        {to === undefined ? null : (
          <Link to={to} className="text-link text-sm">
            {t(($) => $.billing.pay.confirmOf, { number: reference })}
          </Link>
        )}
      </CardHeader>
      <p className="mb-4 max-w-[44rem] text-sm text-ink-2">
        {isLate ? t(($) => $.billing.pay.transferLate) : t(($) => $.billing.pay.transfer, { day: formats.day(dueOn) })}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <CopyField
          label={t(($) => $.billing.pay.accountHolder)}
          value={accountHolder}
          texts={texts}
          className="content-start"
        />
        <CopyField label="IBAN" value={spaced(iban)} texts={texts} className="content-start" />
        {bic ? <CopyField label="BIC" value={bic} texts={texts} className="content-start" /> : null}
        <CopyField
          label={t(($) => $.billing.pay.reference)}
          value={reference}
          texts={texts}
          hint={t(($) => $.billing.pay.referenceHint)}
          className="content-start"
        />
      </div>
    </Card>
  )
}

/** An account number in groups of four, as it stands on statements; banks take it with the blanks. */
function spaced(iban: string): string {
  return iban.replaceAll(/(.{4})(?=.)/gu, '$1 ')
}
