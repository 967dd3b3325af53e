import { expect, test } from 'vitest'
import { pageOf, quoteForScript } from './page.ts'

const input = {
  host: 'https://captcha.example.org',
  address: 'https://captcha.example.org/widget.js',
  integrity: undefined,
  attributes: { sitekey: 'bsk_key' },
  channel: 'c'.repeat(32),
}

test('nothing that an app gives leaves the attribute or the script that it stands in', () => {
  const hostile = '"><script>alert(1)</script>\u2028</script><!--'
  const page = pageOf({ ...input, attributes: { sitekey: 'bsk_key', action: hostile } })
  expect(page).not.toContain('<script>alert')
  expect(page.match(/<script/gu)).toHaveLength(2)
  expect(quoteForScript({ action: hostile })).toMatch(/^[^<>&\u2028]*$/u)
  expect(JSON.parse(quoteForScript({ action: hostile }))).toEqual({ action: hostile })
})

test('its policy lets it run its own script and those of the installation, and show its frame', () => {
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/u.exec(pageOf(input)) ?? []
  expect(
    Object.fromEntries(policy.split('; ').map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1).join(' ')])),
  ).toEqual({
    'default-src': "'none'",
    'script-src': `'nonce-${input.channel}' https://captcha.example.org`,
    'connect-src': 'https://captcha.example.org',
    'frame-src': 'https://captcha.example.org',
    'style-src': `'nonce-${input.channel}'`,
    'base-uri': "'none'",
    'form-action': "'none'",
  })
  expect(pageOf({ ...input, integrity: 'sha384-abc' })).toContain(' integrity="sha384-abc"')
})
