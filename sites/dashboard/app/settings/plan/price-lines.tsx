import type { Money, PriceTax, TaxedPrice } from '@bollard/contracts'
import { useTranslation } from 'react-i18next'
import { useBillingFormats } from '../../billing/use-billing-formats.ts'

/** An amount as on an invoice: net, the VAT with its rate or why there is none, what a partner takes off, and what is paid. */
export function PriceLines({ net, taxed, tax }: { net: Money; taxed: TaxedPrice | null; tax: PriceTax | null }) {
  const { t } = useTranslation()
  const formats = useBillingFormats()
  if (taxed === null || tax === null) {
    return (
      <>
        <b className="font-[560]">{formats.money(net)}</b> {t(($) => $.billing.price.plusVat)}
      </>
    )
  }
  const off = taxed.discount && {
    amount: formats.money(taxed.discount.amount),
    percent: formats.whole(taxed.discount.percent),
  }
  return (
    <>
      <b className="tabular font-[560]">{formats.money(taxed.gross)}</b>
      <span className="block text-xs text-ink-3">
        {tax.note === null
          ? t(($) => $.billing.tax.lines, {
              net: formats.money(taxed.net),
              rate: formats.decimal(tax.ratePercent),
              vat: formats.money(taxed.tax),
            })
          : t(($) => $.billing.tax.notes[tax.note === 'REVERSE_CHARGE' ? 'REVERSE_CHARGE' : 'OUTSIDE_SCOPE'])}
      </span>
      {taxed.discount === null || off === null ? null : (
        <span className="block text-xs text-ink-3">
          {taxed.discount.until === null
            ? t(($) => $.billing.price.margin, off)
            : t(($) => $.billing.price.discount, { ...off, day: formats.day(taxed.discount.until) })}
        </span>
      )}
    </>
  )
}
