import { expect, test } from 'vitest'
import { type State, wordsOf } from './state.ts'
import { english, type Spoken } from './texts.ts'

const spoken: Spoken = { language: 'en-GB', isRightToLeft: false, texts: { ...english, failover: '' } }
const until = new Date(2026, 10, 21, 15, 4).getTime()

test.for([
  [{ kind: 'ready' }, 'ready', ''],
  [{ kind: 'working', progress: 0.2, more: false, renews: false }, 'working', english.working],
  [{ kind: 'working', progress: 0.2, more: true, renews: false }, 'workingMore', english.workingMore],
  [{ kind: 'throttled', secondsLeft: 7, secondsInAll: 12, renews: false }, 'throttled', '. Continues in 12 secs'],
  [{ kind: 'passed', until, renews: false }, 'passed', '. Valid until 15:04'],
  [{ kind: 'expired' }, 'expired', `. ${english.expiredHint}`],
  [{ kind: 'failed', code: 'offline', failover: false }, 'failed', `. ${english.offline}`],
  [{ kind: 'failed', code: 'rate-limited', failover: false }, 'failed', `. ${english.rateLimited}`],
  [{ kind: 'failed', code: 'misconfigured', failover: false }, 'failed', `. ${english.misconfigured}`],
  // Without the owner's script there are no words for it.
  [{ kind: 'failed', code: 'unavailable', failover: true }, 'failed', `. ${english.unavailable}`],
  [{ kind: 'refused', verificationId: '01a20535-73b1-7c31-9717-12799e0c68f4' }, 'refused', ' 01a20535-73b1'],
] satisfies [State, keyof typeof english, string][])('%o is said in words', ([state, title, announcement]) => {
  const words = wordsOf(state, spoken, true)
  expect(words.title).toBe(english[title])
  expect(words.announcement.endsWith(announcement)).toBe(true)
  expect(words.inPassing).toBe(false)
})

test('the time is written as the language writes it', () => {
  const hintIn = (language: string) =>
    wordsOf({ kind: 'passed', until, renews: false }, { ...spoken, language }, true).hint
  expect(hintIn('en-US').replace('\u202f', ' ')).toBe('Valid until 3:04 PM')
  expect(hintIn('de')).toBe('Valid until 15:04')
})

test('seconds are counted down for the eye alone, in the units of the language', () => {
  const at = (secondsLeft: number, language: string) =>
    wordsOf({ kind: 'throttled', secondsLeft, secondsInAll: 12, renews: false }, { ...spoken, language }, true)
  expect([12, 2, 1].map((left) => at(left, 'en').hint)).toEqual([
    'Continues in 12 sec',
    'Continues in 2 sec',
    'Continues in 1 sec',
  ])
  expect(new Set([12, 2, 1].map((left) => at(left, 'en').announcement)).size).toBe(1)
  expect([at(2, 'de').hint, at(2, 'ja').hint]).toEqual(['Continues in 2 Sek.', 'Continues in 2 秒'])
})

test('nobody is told that a check which they did not ask for waits', () => {
  const state = { kind: 'throttled', secondsLeft: 9, secondsInAll: 9, renews: true } as const
  expect(wordsOf(state, spoken, true)).toMatchObject({ announcement: english.renewing, inPassing: true })
})

test('what happens by itself is announced in passing', () => {
  expect(wordsOf({ kind: 'working', progress: 0, more: false, renews: true }, spoken, true)).toMatchObject({
    title: english.working,
    announcement: english.renewing,
    inPassing: true,
  })
  expect(wordsOf({ kind: 'passed', until, renews: true }, spoken, true)).toMatchObject({
    title: english.passed,
    announcement: english.renewed,
    inPassing: true,
  })
})

test('where nothing starts by itself, the words say what to press', () => {
  expect([true, false].map((startsByItself) => wordsOf({ kind: 'ready' }, spoken, startsByItself).hint)).toEqual([
    english.readyHint,
    english.readyHintClick,
  ])
})

test('where the form may be sent all the same, the words say so', () => {
  const texts = { ...english, failover: 'Send it all the same' }
  expect(wordsOf({ kind: 'failed', code: 'offline', failover: true }, { ...spoken, texts }, true).hint).toBe(
    'Send it all the same',
  )
})

test('a number keeps its order in text from right to left', () => {
  expect(wordsOf({ kind: 'refused', verificationId: '1-2' }, { ...spoken, isRightToLeft: true }, true).hint).toBe(
    `${english.refusedHint} \u20661-2\u2069`,
  )
})
