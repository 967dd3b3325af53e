import type { Commission } from '@bollard/contracts'
import { expect, test } from 'vitest'
import { commissionsCsvHead, commissionsCsvLine } from './commissions-csv.ts'

const commission: Commission = {
  id: '01941f29-7c00-7000-8000-000000000001',
  solutionId: '01941f29-7c00-7000-8000-000000000002',
  solutionLabel: 'Shop, "new"',
  customerMask: 'c•••@c•••.example',
  period: '2026-03',
  base: { amountMinor: 3900, currency: 'EUR' },
  rate: 15,
  amount: { amountMinor: -585, currency: 'EUR' },
  status: 'REVERSED',
  reason: 'REFUND',
  availableAt: '2026-04-09T10:00:00.000Z',
  payoutId: null,
  reversedBy: null,
  createdAt: '2026-03-10T10:00:00.000Z',
}
const labelled = (solutionLabel: string | null) => commissionsCsvLine({ ...commission, solutionLabel })

test('a line has as many cells as there are columns, with amounts that a spreadsheet can add up', () => {
  expect(commissionsCsvLine({ ...commission, solutionLabel: 'Shop' })).toBe(
    '01941f29-7c00-7000-8000-000000000001,2026-03,c•••@c•••.example,Shop,39,15,-5.85,EUR,REVERSED,REFUND,2026-04-09T10:00:00.000Z,2026-03-10T10:00:00.000Z\r\n',
  )
  expect(commissionsCsvHead.startsWith('\ufeffid,')).toBe(true)
  expect(commissionsCsvHead.split(',')).toHaveLength(labelled('Shop').split(',').length)
})

test('commas and quotes stay in their cell, and a solution that is gone leaves it empty', () => {
  expect(labelled('Shop, "new"')).toContain(',"Shop, ""new""",')
  expect(labelled(null)).toContain('.example,,39')
})

test('no label becomes a formula, not behind a semicolon either', () => {
  for (const start of ['=', '+', '-', '@', '\uff1d']) expect(labelled(`${start}cmd()`)).toContain(`,'${start}cmd(),`)
  expect(labelled('a;=cmd()')).toContain(`,a;'=cmd(),`)
})

test('currencies without cents are written without', () => {
  expect(commissionsCsvLine({ ...commission, amount: { amountMinor: 500, currency: 'JPY' } })).toContain(',500,JPY,')
})
