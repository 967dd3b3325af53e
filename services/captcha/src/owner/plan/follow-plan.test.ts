import { expect, test } from 'vitest'
import { followPlan, type PlanDays } from './keep-plan-days.ts'

const dayMs = 86_400_000
const long = new Date(0)

/** What holds after each of some days, given the plan of that day. */
function holds(
  plans: readonly [day: number, allowed: number | null][],
  { createdAt = long, first = { days: null, next: null } as PlanDays } = {},
) {
  let present = first
  return plans.map(([day, allowed]) => {
    present = followPlan(present, allowed, { now: day * dayMs, createdAt })
    return [day, present.days, present.next && [present.next.days, present.next.at.getTime() / dayMs]]
  })
}

test.each<
  [
    name: string,
    steps: [day: number, allowed: number | null, holds: number | null, next: [days: number, day: number] | null][],
  ]
>([
  [
    'a larger plan holds at once',
    [
      [1_000, 90, null, [90, 1_014]],
      [1_014, 90, 90, null],
      [1_020, 180, 180, null],
      [1_021, 180, 180, null],
    ],
  ],
  [
    'a smaller plan holds after 14 days and not an hour before',
    [
      [1_000, 90, null, [90, 1_014]],
      [1_014, 90, 90, null],
      [1_100, 7, 90, [7, 1_114]],
      [1_113.99, 7, 90, [7, 1_114]],
      [1_114, 7, 7, null],
    ],
  ],
  [
    'who chooses the larger one again meanwhile has lost nothing',
    [
      [1_000, null, null, null],
      [1_010, 7, null, [7, 1_024]],
      [1_023, 90, null, [90, 1_024]],
      [1_023.5, null, null, null],
    ],
  ],
  [
    'somewhat more meanwhile does not begin the days anew',
    [
      [1_000, 90, null, [90, 1_014]],
      [1_014, 90, 90, null],
      [1_020, 7, 90, [7, 1_034]],
      [1_030, 30, 90, [30, 1_034]],
      [1_034, 30, 30, null],
    ],
  ],
  [
    'still less meanwhile does',
    [
      [1_000, 90, null, [90, 1_014]],
      [1_014, 90, 90, null],
      [1_020, 30, 90, [30, 1_034]],
      [1_033, 7, 90, [7, 1_047]],
      [1_034, 7, 90, [7, 1_047]],
      [1_047, 7, 7, null],
    ],
  ],
  [
    'what was announced comes first where nobody looked for long, and less than that is announced anew',
    [
      [1_000, 90, null, [90, 1_014]],
      [1_014, 90, 90, null],
      [1_020, 30, 90, [30, 1_034]],
      [1_050, 7, 30, [7, 1_064]],
      [1_064, 7, 7, null],
    ],
  ],
  [
    'without a plan there is no limit',
    [
      [1_000, 7, null, [7, 1_014]],
      [1_014, 7, 7, null],
      [1_015, null, null, null],
    ],
  ],
])('%s', (_name, steps) => {
  expect(holds(steps.map(([day, allowed]) => [day, allowed]))).toEqual(
    steps.map(([day, , days, next]) => [day, days, next]),
  )
})

test('a site that is younger than its plan keeps the log has its plan from the beginning', () => {
  const young = { createdAt: new Date(999 * dayMs) }
  expect(holds([[1_000, 7]], young)).toEqual([[1_000, 7, null]])
  expect(holds([[1_006.1, 7]], young)).toEqual([[1_006.1, null, [7, 1_020.1]]])
})
