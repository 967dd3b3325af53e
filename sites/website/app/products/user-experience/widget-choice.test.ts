import { expect, test } from 'vitest'
import { attributesOf, choiceOf, markupOf } from './widget-choice.ts'

const api = 'https://api.example.org'

test('what an address chooses is what the markup says', () => {
  const choice = choiceOf(new URLSearchParams('theme=dark&shape=invisible&language=fr&size='), ['de', 'fr'])
  expect(attributesOf(choice)).toEqual({ language: 'fr', theme: 'dark', invisible: '' })
  expect(markupOf(api, choice)).toContain(
    'sitekey="bsk_…"\n  language="fr"\n  theme="dark"\n  invisible\n></bollard-captcha>',
  )
})

test('nothing that an address makes up gets into the markup', () => {
  const choice = choiceOf(new URLSearchParams('theme=%22%3E%3Cscript%3E&language=xx&shape=odd'), ['de'])
  expect(attributesOf(choice)).toEqual({})
  expect(markupOf(api, choice)).toContain('<bollard-captcha sitekey="bsk_…"></bollard-captcha>')
})
