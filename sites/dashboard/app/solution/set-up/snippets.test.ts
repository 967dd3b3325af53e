import { expect, test } from 'vitest'
import { serverLanguages, serverSnippet, widgetSnippet } from './snippets.ts'

const api = 'https://api.example.org'

test('the page’s snippet carries the real site key and loads the widget from the real origin', () => {
  const snippet = widgetSnippet({ api, siteKey: 'bsk_0123456789abcdefghijkl', noscript: 'Turn on scripts' })
  expect(snippet).toContain('<script type="module" src="https://api.example.org/widget.js"></script>')
  expect(snippet).toMatch(
    /<bollard-captcha sitekey="bsk_0123456789abcdefghijkl">\s*<noscript>Turn on scripts<\/noscript>\s*<\/bollard-captcha>/u,
  )
})

test.for(serverLanguages)(
  'the snippet for %s asks the real origin and takes the secret from the environment',
  (language) => {
    const snippet = serverSnippet(language, api)
    expect(snippet).toContain('https://api.example.org/captcha/v1/siteverify')
    expect(snippet).toContain('BOLLARD_SECRET_KEY')
    expect(snippet).not.toContain('bsec_')
  },
)

test('the page’s snippet does not even name the secret', () => {
  expect(widgetSnippet({ api, siteKey: 'bsk_x', noscript: '' }).toLowerCase()).not.toContain('secret')
})
