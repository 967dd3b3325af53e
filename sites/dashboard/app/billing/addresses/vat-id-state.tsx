import type { InvoiceAddress } from '@bollard/contracts'
import { type Meaning, Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

const meanings: Record<InvoiceAddress['vatIdStatus'], Meaning> = {
  NONE: 'neutral',
  UNCHECKED: 'neutral',
  VALID: 'human',
  INVALID: 'bot',
  UNAVAILABLE: 'doubt',
}

/** What is known of a VAT id; nothing for an address without one. */
export function VatIdState({ status }: { status: InvoiceAddress['vatIdStatus'] }) {
  const { t } = useTranslation()
  if (status === 'NONE') return null
  return <Pill meaning={meanings[status]}>{t(($) => $.billing.vatIds.states[status])}</Pill>
}
