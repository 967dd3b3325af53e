import type { PaymentMethod } from '@bollard/contracts'
import type { TFunction } from 'i18next'

/** What a payment method is called: its kind, with what tells it from others of its kind. */
export function methodWords(
  t: TFunction,
  { kind, brand, last4 }: Pick<PaymentMethod, 'kind' | 'brand' | 'last4'>,
): string {
  if (kind === 'BANK_TRANSFER' || last4 === null) return t(($) => $.billing.kinds[kind])
  return t(($) => $.billing.method.ending, {
    kind: kind === 'CARD' && brand ? brandName(brand) : t(($) => $.billing.kinds[kind]),
    last4,
  })
}

/** Providers write `visa`; people know it as Visa. */
function brandName(brand: string): string {
  const known: Readonly<Record<string, string>> = { amex: 'American Express', jcb: 'JCB', unionpay: 'UnionPay' }
  return known[brand] ?? `${brand.charAt(0).toUpperCase()}${brand.slice(1)}`
}
