import { invoiceAddressCountries, type InvoiceAddressCountry } from '@bollard/lookup-lists'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPostalCode } from './postal-code.ts'
import { readVatId, vatPrefixes } from './vat-id.ts'

/** Numbers of the right form for each country; whether somebody has them does not matter here. */
const good: Record<InvoiceAddressCountry, string[]> = {
  AT: ['ATU12345678'],
  BE: ['BE0123456789', 'BE1000000000'],
  BG: ['BG123456789', 'BG1234567890'],
  CH: ['CHE-123.456.789 MWST', 'CHE123456789', 'che-123.456.789 tva'],
  CY: ['CY12345678X'],
  CZ: ['CZ12345678', 'CZ1234567890'],
  DE: ['DE123456789', 'de 123 456 789'],
  DK: ['DK12345678'],
  EE: ['EE123456789'],
  ES: ['ESX1234567X', 'ESB12345678', 'ES12345678Z'],
  FI: ['FI12345678'],
  FR: ['FR12345678901', 'FRXX123456789'],
  GB: ['GB123456789', 'GBGD001', 'XI123456789'],
  GR: ['EL123456789'],
  HR: ['HR12345678901'],
  HU: ['HU12345678'],
  IE: ['IE1234567WA', 'IE1234567T', 'IE1A23456T'],
  IT: ['IT12345678901'],
  LT: ['LT123456789', 'LT123456789012'],
  LU: ['LU12345678'],
  LV: ['LV12345678901'],
  MT: ['MT12345678'],
  NL: ['NL123456789B01'],
  PL: ['PL1234567890', 'PL 123-456-78-90'],
  PT: ['PT123456789'],
  RO: ['RO12', 'RO1234567890'],
  SE: ['SE123456789001'],
  SI: ['SI12345678'],
  SK: ['SK1234567890'],
}

test('VAT ids of every country are read as people write them, and stored in one form', () => {
  for (const country of invoiceAddressCountries) {
    for (const written of good[country]) {
      const read = readVatId(country, written)
      expect(read, written).not.toBeNull()
      expect(readVatId(country, read?.text ?? ''), written).toEqual(read)
    }
  }
  expect(readVatId('DE', ' de 123.456-789 ')).toEqual({
    text: 'DE123456789',
    prefix: 'DE',
    number: '123456789',
    inVies: true,
  })
  expect(readVatId('GR', 'EL123456789')).toMatchObject({ prefix: 'EL', inVies: true })
  expect(readVatId('CH', 'CHE123456789IVA')).toEqual({
    text: 'CHE-123.456.789 MWST',
    prefix: 'CHE',
    number: '123456789',
    inVies: false,
  })
})

test('a VAT id of another country, of Greece with its ISO code, too short, too long or with anything else in it is none', () => {
  for (const country of invoiceAddressCountries) {
    for (const other of invoiceAddressCountries) {
      if (other === country) continue
      for (const written of good[other]) expect(readVatId(country, written), `${written} in ${country}`).toBeNull()
    }
    for (const written of good[country]) {
      // Some countries have ids of several lengths, so one digit more or less says nothing there; nine always do.
      expect(readVatId(country, `${written}000000000`), written).toBeNull()
      expect(readVatId(country, written.slice(0, 4).replace(/^RO\d+$/u, 'RO')), written).toBeNull()
      expect(readVatId(country, `${written}<`), written).toBeNull()
    }
  }
  expect(readVatId('GR', 'GR123456789')).toBeNull()
  expect(readVatId('DE', '123456789')).toBeNull()
})

test('whatever is written, reading does not throw and never answers another country', () => {
  fc.assert(
    fc.property(fc.constantFrom(...invoiceAddressCountries), fc.string({ maxLength: 40 }), (country, written) => {
      const read = readVatId(country, written)
      if (read !== null) expect(vatPrefixes(country)).toContain(read.prefix)
      readPostalCode(country, written)
    }),
  )
})

const codes: Record<InvoiceAddressCountry, [written: string, read: string][]> = {
  AT: [['1010', '1010']],
  BE: [['1000', '1000']],
  BG: [['1000', '1000']],
  CH: [['8001', '8001']],
  CY: [['1010', '1010']],
  CZ: [
    ['11000', '110 00'],
    ['110 00', '110 00'],
  ],
  DE: [['01067', '01067']],
  DK: [['1050', '1050']],
  EE: [['10111', '10111']],
  ES: [['28013', '28013']],
  FI: [['00100', '00100']],
  FR: [['75001', '75001']],
  GB: [
    ['sw1a1aa', 'SW1A 1AA'],
    ['M1 1AE', 'M1 1AE'],
  ],
  GR: [['10557', '105 57']],
  HR: [['10000', '10000']],
  HU: [['1011', '1011']],
  IE: [
    ['d02af30', 'D02 AF30'],
    ['D6W XY00', 'D6W XY00'],
  ],
  IT: [['00118', '00118']],
  LT: [
    ['01103', 'LT-01103'],
    ['LT-01103', 'LT-01103'],
  ],
  LU: [['L-1111', '1111']],
  LV: [['1050', 'LV-1050']],
  MT: [['vlt1117', 'VLT 1117']],
  NL: [['1012jS', '1012 JS']],
  PL: [
    ['00001', '00-001'],
    ['00-001', '00-001'],
  ],
  PT: [['1100148', '1100-148']],
  RO: [['010011', '010011']],
  SE: [['11122', '111 22']],
  SI: [['SI-1000', '1000']],
  SK: [['81101', '811 01']],
}

test('postal codes of every country get the form of the country', () => {
  for (const country of invoiceAddressCountries) {
    for (const [written, read] of codes[country]) {
      expect(readPostalCode(country, written), `${written} in ${country}`).toBe(read)
      expect(readPostalCode(country, read)).toBe(read)
      for (const bad of [`${written}9`, written.slice(0, -1), '', 'ABCDEFG', '١٢٣٤٥'])
        expect(readPostalCode(country, bad), `${bad} in ${country}`).toBeNull()
    }
  }
  expect(readPostalCode('ES', '53000')).toBeNull()
})
