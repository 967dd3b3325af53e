import type { TaxedPrice } from '@bollard/contracts'
import { useTranslation } from 'react-i18next'
import { useBillingFormats } from '../../billing/use-billing-formats.ts'

/** What is paid in place of the price by the list, in one line: with VAT and a partner's discount. Null where that is the same. */
export function usePriceNote(): (taxed: TaxedPrice) => string | null {
  const { t } = useTranslation()
  const formats = useBillingFormats()
  return ({ gross, tax, discount }) => {
    const price = formats.money(gross)
    if (discount === null) return tax.amountMinor === 0 ? null : t(($) => $.billing.price.withVat, { price })
    const words = { price, percent: formats.whole(discount.percent) }
    return tax.amountMinor === 0
      ? t(($) => $.billing.price.discounted, words)
      : t(($) => $.billing.price.discountedWithVat, words)
  }
}
