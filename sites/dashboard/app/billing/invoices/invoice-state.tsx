import type { InvoiceView } from '@bollard/contracts'
import { type Meaning, Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

const meanings: Record<InvoiceView['status'], Meaning> = {
  DRAFT: 'neutral',
  ISSUED: 'info',
  PAID: 'human',
  OVERDUE: 'doubt',
  UNCOLLECTIBLE: 'bot',
  VOID: 'neutral',
}

/** A credit note is never to be paid, so it says that it is one. */
export function InvoiceState({ invoice: { kind, status } }: { invoice: Pick<InvoiceView, 'kind' | 'status'> }) {
  const { t } = useTranslation()
  if (kind === 'CREDIT_NOTE') return <Pill>{t(($) => $.billing.invoice.creditNote)}</Pill>
  return <Pill meaning={meanings[status]}>{t(($) => $.billing.invoice.states[status])}</Pill>
}
