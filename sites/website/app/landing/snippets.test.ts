import { expect, test } from 'vitest'
import { snippetsFor } from './snippets.ts'

const api = 'https://api.example.org'
const snippets = snippetsFor(api)

test('the page’s example loads the widget from the real origin', () => {
  expect(snippets.html.code).toMatch(
    /<script type="module"\s+src="https:\/\/api\.example\.org\/widget\.js"><\/script>/u,
  )
  expect(snippets.html.code).toContain('<bollard-captcha sitekey="bsk_…"></bollard-captcha>')
})

test('every line of the examples fits beside the steps', () => {
  for (const { code } of Object.values(snippets))
    for (const line of code.split('\n')) expect(line.length, line).toBeLessThanOrEqual(72)
})

test.for(['node', 'php', 'python'] as const)(
  'the example for %s asks the real origin and takes the secret from the environment',
  (language) => {
    expect(snippets[language].code).toContain('https://api.example.org/captcha/v1/siteverify')
    expect(snippets[language].code).toContain('BOLLARD_SECRET_KEY')
  },
)
