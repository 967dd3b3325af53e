import type { InvoiceView } from '@bollard/contracts'
import { useTranslation } from 'react-i18next'
import { useBillingFormats } from '../use-billing-formats.ts'

/** Whoever sold or bought, as they stood on the day of the invoice. */
export function InvoiceParty({ title, party }: { title: string; party: InvoiceView['buyer'] }) {
  const { t } = useTranslation()
  const { country } = useBillingFormats()
  const lines = [
    party.street,
    party.line2,
    `${party.postalCode} ${party.city}`,
    party.region,
    country(party.countryCode),
  ].filter(Boolean)
  return (
    <section>
      <h2 className="mb-1 font-sans text-xs font-[500] tracking-normal text-ink-3">{title}</h2>
      <address className="not-italic [overflow-wrap:anywhere]">
        <b className="block font-[560]">{party.name}</b>
        {lines.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
        {party.vatId ? (
          <span className="block text-ink-2">{t(($) => $.billing.invoice.vatId, { vatId: party.vatId })}</span>
        ) : null}
      </address>
    </section>
  )
}
