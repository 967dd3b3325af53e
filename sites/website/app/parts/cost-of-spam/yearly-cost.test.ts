import { expect, test } from 'vitest'
import { type SpamNumbers, yearlyCost } from './yearly-cost.ts'

const numbers: SpamNumbers = {
  messages: 60,
  minutes: 2,
  wage: 30,
  missed: 1,
  worth: 200,
  frauds: 0.5,
  damage: 100,
  mails: 5,
  mailPrice: 2,
}

test('the year’s cost is the sum of what each formula on the page says', () => {
  expect(yearlyCost(numbers)).toEqual({ hours: 104, time: 3120, lost: 2400, fraud: 600, mail: 31.2, total: 6151.2 })
})

test('numbers that are missing or make no sense cost nothing', () => {
  const { time, fraud, total } = yearlyCost({ ...numbers, minutes: Number.NaN, frauds: -3 })
  expect([time, fraud]).toEqual([0, 0])
  expect(total).toBeCloseTo(2431.2)
})
