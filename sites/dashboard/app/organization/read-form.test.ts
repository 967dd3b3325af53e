import { expect, test } from 'vitest'
import { factsDto, readAddress, readCount, readFacts } from './read-form.ts'

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test('what was left empty is sent as nothing, and what was typed without the space around it', () => {
  const typed = readFacts(
    formOf({
      name: ' Muster Agentur ',
      kind: 'AGENCY',
      contactEmail: 'a@example.org',
      countryCode: 'DE',
      language: 'de',
      vatId: ' ',
    }),
  )
  expect(factsDto(typed)).toEqual({
    name: 'Muster Agentur',
    kind: 'AGENCY',
    legalName: null,
    website: null,
    contactEmail: 'a@example.org',
    countryCode: 'DE',
    language: 'de',
    vatId: null,
    registerNumber: null,
  })
})

test('a website gets its scheme, and keeps one that it has', () => {
  for (const [typed, read] of [
    ['example.org', 'https://example.org'],
    ['http://example.org', 'http://example.org'],
    ['', ''],
  ] as const)
    expect(readFacts(formOf({ website: typed })).website).toBe(read)
})

test('the fields of an address are those of their group', () => {
  expect(readAddress(formOf({ 'address/street': 'Musterstraße 1', 'address/city': 'Berlin', city: 'Paris' }))).toEqual({
    street: 'Musterstraße 1',
    addressLine2: '',
    postalCode: '',
    city: 'Berlin',
    region: '',
  })
})

test('a count is a whole number, nothing, or what the service refuses', () => {
  const counts = ['12', '', ' 7 ', '1.5', '-1', 'many'].map((text) => readCount(formOf({ uses: text }), 'uses'))
  expect(counts).toEqual([12, undefined, 7, Number.NaN, Number.NaN, Number.NaN])
})
