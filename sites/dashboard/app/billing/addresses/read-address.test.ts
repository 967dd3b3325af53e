import { expect, test } from 'vitest'
import { addressDto, emptyAddress, typedAddress, typedOf } from './read-address.ts'

function formWith(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test('what is typed comes to the service as it takes it: lists apart, and nothing for what was left empty', () => {
  const typed = typedAddress(
    formWith({
      company: ' Ada & Co ',
      ccEmails: 'a@example.org, b@example.org;\n c@example.org',
      vatId: '  ',
      eInvoice: 'PEPPOL',
      peppolId: '9930:DE1',
    }),
  )
  expect(addressDto(typed)).toMatchObject({
    company: ' Ada & Co ',
    ccEmails: ['a@example.org', 'b@example.org', 'c@example.org'],
    vatId: null,
    eInvoice: 'PEPPOL',
    peppolId: '9930:DE1',
    region: '',
  })
})

test('a form of an invoice that nobody knows is the usual one, and no field of another page gets in', () => {
  const typed = typedAddress(formWith({ eInvoice: 'FAX', version: '3', intent: 'save' }))
  expect(addressDto(typed).eInvoice).toBe('ZUGFERD_PDF')
  expect(Object.keys(addressDto(typed))).not.toContain('version')
})

test('a stored address fills the form, and comes back from it unchanged', () => {
  const content = {
    ...addressDto(emptyAddress({ countryCode: 'DE', email: 'ada@example.org' })),
    company: 'Ada & Co',
    ccEmails: ['a@example.org', 'b@example.org'],
    vatId: 'DE123456788',
  }
  const row = {
    id: '019f0000-0000-7000-8000-000000000001',
    unconfirmedEmails: [],
    vatIdStatus: 'VALID' as const,
    vatIdCheckedAt: null,
    version: 2,
    createdAt: '',
    updatedAt: '',
  }
  expect(addressDto(typedOf({ ...content, ...row }))).toEqual(content)
})
