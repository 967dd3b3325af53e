import { runs, seed } from '@bollard/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeIban } from './iban.ts'
import { judgePhone } from './phone.ts'
import { judgeVatId } from './vat-id.ts'

const now = () => new Date('2026-11-27T12:00:00Z')
const codesOf = ({ findings }: { findings: readonly { code: string }[] }) => findings.map(({ code }) => code)

describe('a telephone number', () => {
  it.each([
    ['030 1234567', 'DE', '+49301234567'],
    ['+49 (0)30 1234567', 'DE', '+49301234567'],
    ['0049 30 1234567', undefined, '+49301234567'],
    ['(202) 555-0143 ext 5', 'US', '+12025550143'],
    ['+33 6 12 34 56 78', 'DE', '+33612345678'],
    ['０３０ １２３４５６７', 'DE', '+49301234567'],
    ['٠٣٠ ۱۲۳۴۵۶۷', 'DE', '+49301234567'],
    ['tel:+49-30-1234567', undefined, '+49301234567'],
  ])('may be %s in %s', (typed, country, normalized) => {
    expect(judgePhone(typed, { ...(country && { country }), now })).toEqual({
      outcome: 'PASS',
      findings: [],
      normalized,
    })
  })

  it.each([
    ['hello 123456', 'DE', 'FAIL', 'phone-invalid'],
    ['12', 'DE', 'FAIL', 'phone-invalid'],
    ['1'.repeat(1e6), 'DE', 'FAIL', 'phone-invalid'],
    ['+49 1', 'DE', 'FAIL', 'phone-too-short'],
    ['+4930123456789012345', 'DE', 'FAIL', 'phone-too-long'],
    ['+999 12345678', 'DE', 'FAIL', 'phone-country-unknown'],
    ['030 1234567', 'XX', 'UNKNOWN', 'phone-without-country'],
    ['030 1234567', undefined, 'UNKNOWN', 'phone-without-country'],
    ['+1 999 555 0143', 'US', 'FLAG', 'phone-not-assigned'],
  ])('of %s in %s is %s for %s', (typed, country, outcome, code) => {
    const verdict = judgePhone(typed, { ...(country && { country }), now })
    expect([verdict.outcome, ...codesOf(verdict)]).toEqual([outcome, code])
  })

  it('that no plan has is not known about once the plan is older than 90 days', () => {
    const later = () => new Date('2027-03-01')
    expect(judgePhone('+1 999 555 0143', { now: later })).toMatchObject({
      outcome: 'UNKNOWN',
      findings: [{ code: 'phone-not-known', detail: { date: '2026-11-10' } }],
    })
    expect(judgePhone('+1 202 555 0143', { now: later }).outcome).toBe('PASS')
  })

  it('of another country is flagged only where the owner wants it', () => {
    expect(codesOf(judgePhone('+33 6 12 34 56 78', { country: 'DE', onlyThatCountry: true, now }))).toEqual([
      'phone-other-country',
    ])
  })
})

describe('an account', () => {
  it.each([
    'DE89 3704 0044 0532 0130 00',
    'gb82-west-1234-5698-7654-32',
    'NO9386011117947',
    'FR1420041010050500013M02606',
  ])('may be %s', (typed) => {
    expect(judgeIban(typed)).toMatchObject({
      outcome: 'PASS',
      normalized: typed.replaceAll(/[ -]/gu, '').toUpperCase(),
    })
  })

  it.each([
    ['', 'iban-invalid'],
    ['hello', 'iban-invalid'],
    ['DE'.repeat(5e5), 'iban-invalid'],
    ['XX89370400440532013001', 'iban-country-unknown'],
    ['DE8937040044053201300', 'iban-length'],
    ['DE8937040044053201300A', 'iban-format'],
    ['DE89370400440532013001', 'iban-check-digits'],
    ['DE98370400440532013000', 'iban-check-digits'],
  ])('may not be %s', (typed, code) => {
    expect([judgeIban(typed).outcome, ...codesOf(judgeIban(typed))]).toEqual(['FAIL', code])
  })

  it('notices every digit that is wrong and every two that are swapped', () => {
    const iban = 'DE89370400440532013000'
    const places = fc.integer({ min: 2, max: iban.length - 2 })
    fc.assert(
      fc.property(places, fc.integer({ min: 1, max: 9 }), (place, by) => {
        const wrong = `${iban.slice(0, place)}${(Number(iban[place]) + by) % 10}${iban.slice(place + 1)}`
        expect(judgeIban(wrong).outcome).toBe('FAIL')
        if (iban[place] === iban[place + 1]) return
        const swapped = `${iban.slice(0, place)}${iban[place + 1]}${iban[place]}${iban.slice(place + 2)}`
        expect(judgeIban(swapped).outcome).toBe('FAIL')
      }),
      { seed, numRuns: runs(200) },
    )
  })

  it('elsewhere is flagged where the owner expects a country', () => {
    expect(codesOf(judgeIban('NO9386011117947', { country: 'DE' }))).toEqual(['iban-other-country'])
  })
})

/** Numbers that companies and offices print, one or more for each country; a changed digit must not pass. */
const vatIds =
  'DE136695976 ATU13585627 BE0428759497 BE1000000021 FR40303265045 IT00743110157 ESX2482300W ES54362315K ' +
  'ESB58378431 NL004495445B01 PL8567346215 PT501964843 SE123456789701 DK13585628 FI20774740 CZ25123891 ' +
  'GB980780684 XI980780684 IE6433435F IE6433435OA LU15027442 EL094259216 CHE107787577IVA HU12892312 ' +
  'RO18547290 SI50223054 SK2022749619 BG175074752 HR33392005961 CY10259033P EE100931558 LV40003521600 ' +
  'LT119511515 MT11679112 NO995525828MVA'

describe('a number for value added tax', () => {
  it.each(vatIds.split(' '))('may be %s, and not with another digit', async (vatId) => {
    expect(await judgeVatId(vatId)).toMatchObject({ outcome: 'PASS', normalized: vatId })
    // In the Netherlands and Sweden the last digits count the businesses of one holder.
    const place = /^(?:NL|SE)/u.test(vatId) ? 10 : vatId.search(/\d(?=\D*$)/u)
    const wrong = `${vatId.slice(0, place)}${(Number(vatId[place]) + 1) % 10}${vatId.slice(place + 1)}`
    expect(codesOf(await judgeVatId(wrong))).toEqual(['vat-check-digits'])
  })

  it.each([
    ['136695976', 'DE', 'DE136695976'],
    ['gr 094.259.216', undefined, 'EL094259216'],
    ['094259216', 'GR', 'EL094259216'],
    ['107.787.577 IVA', 'CH', 'CHE107787577IVA'],
    ['AT U 13585627', 'DE', 'ATU13585627'],
  ])('is read from %s in %s', async (typed, country, normalized) => {
    expect((await judgeVatId(typed, { ...(country && { country }) })).normalized).toBe(normalized)
  })

  it.each([
    ['136695976', undefined, 'FAIL', 'vat-country-missing'],
    ['DE13669597', undefined, 'FAIL', 'vat-format'],
    ['?', 'DE', 'FAIL', 'vat-format'],
    ['9'.repeat(1e6), 'DE', 'FAIL', 'vat-format'],
    ['US123456789', undefined, 'UNKNOWN', 'vat-country-unknown'],
    ['RU7805145876', undefined, 'UNKNOWN', 'vat-country-unknown'],
  ])('of %s in %s is %s for %s', async (typed, country, outcome, code) => {
    const verdict = await judgeVatId(typed, { ...(country && { country }) })
    expect([verdict.outcome, ...codesOf(verdict)]).toEqual([outcome, code])
  })

  it('is flagged where the register does not know it, and not where it is silent', async () => {
    const ask = async (isKnown: boolean | null) =>
      (await judgeVatId('DE136695976', { askRegister: async () => isKnown })).outcome
    expect([await ask(true), await ask(false), await ask(null)]).toEqual(['PASS', 'FLAG', 'UNKNOWN'])
    const failing = { askRegister: async () => Promise.reject(new Error('down')) }
    expect(await judgeVatId('DE136695976', failing)).toMatchObject({ outcome: 'UNKNOWN', normalized: 'DE136695976' })
  })
})
