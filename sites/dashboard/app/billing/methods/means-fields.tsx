import type { InvoiceAddress, PaymentMethod, SolutionPlan } from '@bollard/contracts'
import { useSite } from '@bollard/site-kit'
import { SelectField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { methodWords } from './method-words.ts'

export interface OwnMeans {
  addresses: readonly Pick<InvoiceAddress, 'id' | 'company' | 'city'>[]
  methods: readonly Pick<PaymentMethod, 'id' | 'kind' | 'brand' | 'last4'>[]
}

interface MeansFieldsProps extends OwnMeans {
  plan: SolutionPlan
  addressId: string | null
  methodId: string | null
  /** Added to the address of the page for a new invoice address, so that it leads back here. */
  search: string
  errorOf?: (name: string) => string | undefined
}

/** The invoice address and payment method of a solution, to be chosen among the person's own; what it has already stays possible. */
export function MeansFields({ plan, addresses, methods, addressId, methodId, search, errorOf }: MeansFieldsProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { invoiceAddress, paymentMethod } = plan
  const foreignAddress = invoiceAddress !== null && !invoiceAddress.own
  const foreignMethod = paymentMethod !== null && !paymentMethod.own
  return (
    <>
      <SelectField
        label={t(($) => $.billing.means.address)}
        name="address"
        defaultValue={addressId ?? ''}
        error={errorOf?.('invoiceAddressId')}
        hint={
          <Link to={`/${language}/billing/addresses/new?${search}`} className="text-link rounded-sm">
            {t(($) => $.billing.means.newAddress)}
          </Link>
        }
      >
        {addressId === null ? <option value="">{t(($) => $.billing.means.noAddress)}</option> : null}
        {foreignAddress && plan.invoiceAddressId ? (
          <option value={plan.invoiceAddressId}>
            {t(($) => $.billing.means.foreign, { name: `${invoiceAddress.company}, ${invoiceAddress.city}` })}
          </option>
        ) : null}
        {addresses.map(({ id, company, city }) => (
          <option key={id} value={id}>
            {company}, {city}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t(($) => $.billing.means.method)}
        name="method"
        defaultValue={methodId ?? ''}
        error={errorOf?.('paymentMethodId')}
        hint={
          <Link to={`/${language}/billing#methods`} className="text-link rounded-sm">
            {t(($) => $.billing.means.manageMethods)}
          </Link>
        }
      >
        {methodId === null ? <option value="">{t(($) => $.billing.means.noMethod)}</option> : null}
        {foreignMethod && plan.paymentMethodId ? (
          <option value={plan.paymentMethodId}>
            {t(($) => $.billing.means.foreign, { name: methodWords(t, paymentMethod) })}
          </option>
        ) : null}
        {methods.map((method) => (
          <option key={method.id} value={method.id}>
            {methodWords(t, method)}
          </option>
        ))}
      </SelectField>
    </>
  )
}
