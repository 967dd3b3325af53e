import { expect, test } from 'vitest'
import { snippetsFor } from './snippets.ts'

const api = 'https://api.example.org'
const snippets = snippetsFor({ api, noscript: 'Turn on scripts' })

test('the page’s example loads the widget from the real origin and says what is shown where no scripts run', () => {
  expect(snippets.html.code).toContain('<script type="module" src="https://api.example.org/widget.js"></script>')
  expect(snippets.html.code).toMatch(
    /<bollard-captcha sitekey="bsk_…">\s*<noscript>Turn on scripts<\/noscript>\s*<\/bollard-captcha>/u,
  )
})

test.for(['node', 'php', 'python'] as const)(
  'the example for %s asks the real origin and takes the secret from the environment',
  (language) => {
    expect(snippets[language].code).toContain('https://api.example.org/captcha/v1/siteverify')
    expect(snippets[language].code).toContain('BOLLARD_SECRET')
  },
)
