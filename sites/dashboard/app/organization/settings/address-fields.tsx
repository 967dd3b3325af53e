import { TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import type { TypedAddress } from '../read-form.ts'

/** By the names of the fields, which are the places of their faults. */
export function useAddressLabels() {
  const { t } = useTranslation()
  return {
    'address/street': t(($) => $.organizations.fields.street),
    'address/addressLine2': t(($) => $.organizations.fields.addressLine2),
    'address/postalCode': t(($) => $.organizations.fields.postalCode),
    'address/city': t(($) => $.organizations.fields.city),
    'address/region': t(($) => $.organizations.fields.region),
  }
}

/** Where an organization sits, as documents of payouts name it. */
export function AddressFields({
  values,
  errorOf,
}: {
  values: TypedAddress
  errorOf: (name: string) => string | undefined
}) {
  const { t } = useTranslation()
  const labels = useAddressLabels()
  const field = (name: keyof TypedAddress) => {
    const id = `address/${name}` as const
    return { id, name: id, label: labels[id], error: errorOf(id), defaultValue: values[name] }
  }
  const optional = t(($) => $.organizations.fields.optional)
  return (
    <>
      <TextField
        {...field('street')}
        aside={t(($) => $.organizations.fields.untilPayout)}
        maxLength={120}
        autoComplete="address-line1"
      />
      <TextField {...field('addressLine2')} aside={optional} maxLength={120} autoComplete="address-line2" />
      <div className="grid gap-5 sm:grid-cols-[8rem_minmax(0,1fr)]">
        <TextField {...field('postalCode')} maxLength={20} autoComplete="postal-code" />
        <TextField {...field('city')} maxLength={80} autoComplete="address-level2" />
      </div>
      <TextField {...field('region')} aside={optional} maxLength={80} autoComplete="address-level1" />
    </>
  )
}
