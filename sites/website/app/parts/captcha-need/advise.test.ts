import { expect, test } from 'vitest'
import { advise, type Answers, questions, verdicts } from './advise.ts'

/** A contact form that nobody attacks. */
const calm: Answers = {
  strangers: 'yes',
  spam: 'never',
  outward: 'no',
  tries: 'no',
  targeted: 'no',
  limits: 'yes',
  server: 'yes',
  noScript: 'no',
}
const verdictOf = (changes: Answers) => advise({ ...calm, ...changes })?.verdict

test('a form that no stranger can use needs no captcha, which is clear from that answer alone', () => {
  expect(advise({ strangers: 'no' })).toEqual({ verdict: 'closed', notes: [] })
  expect(advise({ strangers: 'yes', spam: 'many' })).toBeNull()
})

test('without spam, gain or an enemy there is no need, also where no server could verify', () => {
  expect(advise(calm)).toEqual({ verdict: 'calm', notes: ['watch'] })
  expect(verdictOf({ server: 'no', limits: 'no', noScript: 'yes' })).toBe('calm')
})

test('a little spam alone is met with free measures first, and with a captcha where those are in place', () => {
  expect(verdictOf({ spam: 'some', limits: 'no' })).toBe('first')
  expect(verdictOf({ spam: 'some' })).toBe('captcha')
})

test('nobody who cannot verify a token is told to show a widget', () => {
  for (const spam of questions.spam)
    for (const outward of questions.outward)
      for (const tries of questions.tries)
        for (const targeted of questions.targeted)
          expect(['calm', 'server']).toContain(verdictOf({ spam, outward, tries, targeted, server: 'no' }))
})

test('somebody who is targeted for gain is told that a captcha is one layer, and what the others are', () => {
  expect(advise({ ...calm, tries: 'yes', outward: 'yes', targeted: 'yes', limits: 'no', noScript: 'yes' })).toEqual({
    verdict: 'layers',
    notes: ['limits', 'accounts', 'outward', 'noScript'],
  })
})

test('every verdict is somebody’s advice', () => {
  const found = new Set(
    [{ strangers: 'no' }, {}, { spam: 'many', server: 'no' }, { spam: 'some', limits: 'no' }]
      .map((changes) => verdictOf(changes as Answers))
      .concat(verdictOf({ tries: 'yes', targeted: 'yes' }), verdictOf({ spam: 'many' })),
  )
  expect([...found].toSorted()).toEqual([...verdicts].toSorted())
})
