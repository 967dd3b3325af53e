import { expect, test } from 'vitest'
import { writeDate, writeMoney, writeMonth, writeRoundMoney } from './write-money.ts'

const plain = (text: string) => text.replaceAll(/\s/gu, ' ')

test('amounts are written as the language does, in the digits of the currency', () => {
  expect(writeMoney('en', { amountMinor: 123_456, currency: 'EUR' })).toBe('€1,234.56')
  expect(plain(writeMoney('de', { amountMinor: 123_456, currency: 'EUR' }))).toBe('1.234,56 €')
  expect(writeMoney('en', { amountMinor: 500, currency: 'JPY' })).toBe('JP¥500')
  expect(writeMoney('en', { amountMinor: -585, currency: 'EUR' })).toBe('−€5.85')
})

test('whole amounts lose their zeros where asked for, and no others', () => {
  expect(plain(writeRoundMoney('de', { amountMinor: 5_000, currency: 'EUR' }))).toBe('50 €')
  expect(writeRoundMoney('en', { amountMinor: 5_050, currency: 'EUR' })).toBe('€50.50')
})

test('months and days are the same in every zone', () => {
  expect([writeMonth('en', '2026-03'), writeMonth('de', '2026-03', 'long'), writeDate('en', '2026-03-01')]).toEqual([
    'Mar 2026',
    'März 2026',
    '1 Mar 2026',
  ])
})
