import { languages } from '@bollard/i18n'
import { expect, test } from 'vitest'
import { lockWords, roleWord } from './product-words.ts'
import { textsOf } from './texts.ts'

const { reasons, effects } = textsOf('en').locks

test('every reason and effect of a lock has sentences of its own in every language', () => {
  for (const language of languages) {
    const all = (Object.keys(reasons) as (keyof typeof reasons)[]).map((reason) =>
      lockWords(language, reason, 'REFUSE'),
    )
    const said = [
      ...all.flatMap(({ reason, remedy }) => [reason, remedy]),
      ...Object.values(textsOf(language).locks.effects),
    ]
    for (const sentence of said) expect(sentence).toMatch(/^\p{Lu}.*\.$/u)
    expect(new Set(said).size).toBe(said.length)
  }
  expect(lockWords('de', 'ABUSE', 'WORK_ONLY')).not.toEqual(lockWords('en', 'ABUSE', 'WORK_ONLY'))
  expect(Object.keys(effects)).toHaveLength(4)
})

test('roles have a word in every language', () => {
  for (const language of languages) expect(roleWord(language, 'VIEWER'), language).toMatch(/^\p{Lu}\p{Ll}+$/u)
  expect(roleWord('de', 'VIEWER')).toBe('Betrachter')
})
