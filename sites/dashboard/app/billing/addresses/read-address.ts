import { eInvoiceForms, type InvoiceAddress } from '@bollard/contracts'

/** What was typed, as it was typed. */
export type TypedAddress = Readonly<Record<AddressField, string>>
export type AddressField = (typeof addressFields)[number]

const addressFields = [
  'company',
  'firstName',
  'lastName',
  'street',
  'line2',
  'postalCode',
  'city',
  'region',
  'countryCode',
  'email',
  'ccEmails',
  'vatId',
  'purchaseOrder',
  'buyerReference',
  'eInvoice',
  'peppolId',
] as const

export function typedAddress(form: FormData): TypedAddress {
  return recordOf((name) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  })
}

/** A stored address as its form shows it. */
export function typedOf(address: InvoiceAddress): TypedAddress {
  return recordOf((name) => {
    const value = address[name]
    return Array.isArray(value) ? value.join('\n') : (value ?? '')
  })
}

/** A form that nobody has filled in yet: `countryCode` and `email` are what is most likely. */
export function emptyAddress(likely: { readonly countryCode: string; readonly email: string }): TypedAddress {
  return { ...recordOf(() => ''), eInvoice: 'ZUGFERD_PDF', ...likely }
}

/** What the service takes: lists as lists, and what was left empty as what is not there. */
export function addressDto({ ccEmails, vatId, peppolId, eInvoice, ...plain }: TypedAddress) {
  const given = (text: string) => text.trim() || null
  return {
    ...plain,
    ccEmails: ccEmails.split(/[\s,;]+/u).filter(Boolean),
    vatId: given(vatId),
    peppolId: given(peppolId),
    eInvoice: eInvoiceForms.find((form) => form === eInvoice) ?? 'ZUGFERD_PDF',
  }
}

function recordOf(valueOf: (name: AddressField) => string): TypedAddress {
  return Object.fromEntries(addressFields.map((name) => [name, valueOf(name)])) as TypedAddress
}
