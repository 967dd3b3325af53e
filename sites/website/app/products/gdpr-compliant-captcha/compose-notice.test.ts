import { languages } from '@bollard/i18n'
import { expect, test } from 'vitest'
import { composeNotice } from './compose-notice.server.ts'
import { noticeChoiceOf } from './notice-choice.ts'

const noticeOf = (query: string, language = languages[0] ?? 'en') =>
  composeNotice(noticeChoiceOf(new URLSearchParams(query), language, 'captcha.example.org')).join('\n')

test.for(languages)('a notice in %s names what was chosen, and no placeholder is left', (language) => {
  const notice = noticeOf('runBy=other&operator=Example%20Ltd&days=14&host=check.example.com', language)
  for (const chosen of ['Example Ltd', '14', 'check.example.com']) expect(notice).toContain(chosen)
  expect(notice).not.toMatch(/\{\{|undefined/u)
  expect(noticeOf('', language)).toContain('captcha.example.org')
})

test('minimal data mode leaves out what it does not collect', () => {
  const [usual, minimal] = [noticeOf(''), noticeOf('minimalData=on')]
  expect(usual).toContain('mouse, keyboard and touch')
  expect(minimal).not.toContain('mouse, keyboard and touch')
  expect(minimal.length).toBeLessThan(usual.length)
})

test('days that nobody can set become the usual ones, and long texts are cut', () => {
  const choice = noticeChoiceOf(new URLSearchParams(`days=9999&operator=${'x'.repeat(5_000)}`), 'en', 'h')
  expect([choice.days, choice.operator.length]).toEqual([30, 200])
})
