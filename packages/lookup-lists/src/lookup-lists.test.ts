import { expect, test } from 'vitest'
import { euCountries, invoiceAddressCountries, isTimezone, listCountries, listLocales, listTimezones } from './index.ts'

test('249 countries, 27 of the European Union, and 29 for invoices: those, Switzerland and the United Kingdom', () => {
  expect([listCountries('ALL', 'en').length, euCountries.length, invoiceAddressCountries.length]).toEqual([249, 27, 29])
  expect(
    listCountries('INVOICE_ADDRESS', 'en')
      .map(({ code }) => code)
      .toSorted(),
  ).toEqual([...euCountries, 'CH', 'GB'].toSorted())
  for (const { code, name } of listCountries('ALL', 'en'))
    expect([/^[A-Z]{2}$/u.test(code), name !== code], code).toEqual([true, true])
})

test('countries are named and sorted in the language that is asked for, and in English where there is none', () => {
  expect(
    listCountries('EU', 'de')
      .map(({ name }) => name)
      .slice(0, 6),
  ).toEqual(['Belgien', 'Bulgarien', 'Dänemark', 'Deutschland', 'Estland', 'Finnland'])
  expect(listCountries('ALL', 'de').findIndex(({ code }) => code === 'AT')).toBeLessThan(
    listCountries('ALL', 'de').findIndex(({ code }) => code === 'PK'),
  )
  for (const unknown of ['', 'x', '../etc', 'xx-YY', '%'])
    expect(listCountries('EU', unknown)[0]?.name, unknown).toBe('Austria')
})

test('time zones have their offset of the moment, also over a change of clocks', () => {
  const offset = (id: string, at: string) => listTimezones(new Date(at)).find((zone) => zone.id === id)?.offsetMinutes
  expect([offset('Europe/Berlin', '2026-01-15T12:00:00Z'), offset('Europe/Berlin', '2026-07-15T12:00:00Z')]).toEqual([
    60, 120,
  ])
  expect([
    offset('America/St_Johns', '2026-01-15T12:00:00Z'),
    offset('Asia/Kathmandu', '2026-01-15T12:00:00Z') ?? offset('Asia/Katmandu', '2026-01-15T12:00:00Z'),
    offset('Etc/UTC', '2026-01-15T12:00:00Z'),
  ]).toEqual([-210, 345, 0])
  const zones = listTimezones(new Date('2026-01-15T12:00:00Z'))
  expect(zones.length).toBeGreaterThan(400)
  expect(zones.map(({ offsetMinutes }) => offsetMinutes)).toEqual(
    zones.map(({ offsetMinutes }) => offsetMinutes).toSorted((a, b) => a - b),
  )
  for (const { id } of zones) expect(isTimezone(id), id).toBe(true)
})

test('what is no time zone is told from one', () => {
  for (const wrong of ['', 'Mars/Phobos', '+02:00', '-5', 'Europe/Berlin\n', '../Europe'])
    expect(isTimezone(wrong), wrong).toBe(false)
})

test('every locale has its own name', () => {
  const names = new Map(listLocales().map(({ code, nativeName }) => [code, nativeName]))
  expect([names.get('de-AT'), names.get('en-GB'), names.get('el-GR'), names.get('pt-BR'), names.get('ja-JP')]).toEqual([
    'Deutsch (Österreich)',
    'English (United Kingdom)',
    'Ελληνικά (Ελλάδα)',
    'Português (Brasil)',
    '日本語 (日本)',
  ])
  expect(names.size).toBeGreaterThan(100)
  for (const [code, name] of names) expect(name.includes(`(${code.split('-')[1]})`), code).toBe(false)
})
