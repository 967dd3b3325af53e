import { expect, test } from 'vitest'
import { createTrust, earnedStage, type Tally } from './trust.ts'

const hourMs = 3_600_000
function trustAt() {
  const clock = { now: 1_800_000_000_000 }
  return { clock, trust: createTrust(() => clock.now) }
}
const tally = (given: Partial<Tally>): Tally => ({
  cohort: 'WebKit 26',
  source: 'LEARNED',
  answers: 0,
  wrong: 0,
  disputed: 0,
  stage: 0,
  dropped: false,
  ...given,
})

test('a stage is earned by many answers and next to no wrong ones', () => {
  expect(earnedStage(19_999, 0)).toBe(0)
  expect(earnedStage(20_000, 0)).toBe(1)
  expect(earnedStage(20_000, 5)).toBe(0)
  expect(earnedStage(99_999, 10)).toBe(1)
  expect(earnedStage(100_000, 30)).toBe(2)
  expect(earnedStage(100_000, 60)).toBe(0)
})

test('measured engines are held to programs of the operator at once, and to nothing else', () => {
  const { trust } = trustAt()
  expect(trust.stage('Chromium 156', 'SEEDED', true)).toBe(2)
  expect(trust.stage('Chromium 156', 'LEARNED', true)).toBe(0)
  expect(trust.stage('WebKit 26', 'SEEDED', false)).toBe(0)
})

test('one network counts once an hour, so no farm earns trust for others, nor takes it', () => {
  const { trust, clock } = trustAt()
  for (let n = 0; n < 50_000; n++) trust.count('WebKit 26', 'LEARNED', true, `n${n % 7}`)
  expect(trust.tallies()).toMatchObject([{ answers: 7 }])
  clock.now += hourMs
  for (let n = 0; n < 100; n++) trust.count('WebKit 26', 'LEARNED', false, 'n1')
  expect(trust.tallies()).toMatchObject([{ answers: 8, wrong: 1 }])
})

test('agreement earns weight by itself', () => {
  const { trust, clock } = trustAt()
  for (let hours = 0; hours < 25; hours++) {
    for (let n = 0; n < 4_000; n++) trust.count('WebKit 26', 'LEARNED', true, `n${n}`)
    clock.now += hourMs
    if (hours === 3) expect(trust.stage('WebKit 26', 'LEARNED', false)).toBe(0)
    if (hours === 4) expect(trust.stage('WebKit 26', 'LEARNED', false)).toBe(1)
  }
  expect(trust.stage('WebKit 26', 'LEARNED', false)).toBe(2)
})

test('random answers of a forger take no trust away: the check cannot be switched off that way', () => {
  const { trust } = trustAt()
  trust.takeUp([tally({ answers: 100_000, stage: 2 })])
  for (let n = 0; n < 5_000; n++) trust.count('WebKit 26', 'LEARNED', false, `forger ${n}`)
  expect(trust.stage('WebKit 26', 'LEARNED', false)).toBe(2)
})

test('an engine that changed is dropped with the fifth program on which its visitors agree, measured or not', () => {
  const { trust } = trustAt()
  trust.takeUp([tally({ cohort: 'Chromium 156', source: 'SEEDED', answers: 500 })])
  for (let n = 0; n < 4; n++) expect(trust.dispute('Chromium 156', 'SEEDED')).toBe(false)
  expect(trust.stage('Chromium 156', 'SEEDED', true)).toBe(2)
  expect(trust.dispute('Chromium 156', 'SEEDED')).toBe(true)
  expect(trust.stage('Chromium 156', 'SEEDED', true)).toBe(0)
  expect(trust.stage('Firefox 153', 'SEEDED', true)).toBe(2)
})

test('few disputes among many answers drop nobody', () => {
  const { trust } = trustAt()
  trust.takeUp([tally({ cohort: 'Chromium 156', source: 'SEEDED', answers: 100_000 })])
  for (let n = 0; n < 100; n++) expect(trust.dispute('Chromium 156', 'SEEDED')).toBe(false)
})

test('processes add up what they have counted, and what is not written yet is not lost', () => {
  const one = trustAt().trust
  const other = trustAt().trust
  one.count('Firefox 153', 'SEEDED', true, 'a')
  other.count('Firefox 153', 'SEEDED', false, 'b')
  expect(one.takeChanges()).toMatchObject([{ cohort: 'Firefox 153', source: 'SEEDED', answers: 1, wrong: 0 }])
  const stored = [tally({ cohort: 'Firefox 153', source: 'SEEDED', answers: 1 })]
  other.takeUp(stored)
  expect(other.tallies()).toMatchObject([{ answers: 2, wrong: 1 }])
  other.takeUp([tally({ cohort: 'Firefox 153', source: 'SEEDED', answers: 5, dropped: true })])
  expect(other.stage('Firefox 153', 'SEEDED', true)).toBe(0)
})

test('invented versions do not fill the memory', () => {
  const { trust } = trustAt()
  for (let n = 0; n < 5_000; n++) trust.count(`Chromium ${n}`, 'SEEDED', true, 'n')
  expect(trust.tallies().length).toBeLessThanOrEqual(512)
})
