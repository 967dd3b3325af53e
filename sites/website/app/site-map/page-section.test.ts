import { expect, test } from 'vitest'
import { pageSectionOf } from './page-section.ts'

test('a page is below the nearest page above it, else in its column of the footer', () => {
  const sections = {
    '/products/captcha': { kind: 'column', column: 'product' },
    '/products/captcha/pricing': { kind: 'page', page: 'captcha' },
    '/products/captcha/integrations/nodejs-captcha': { kind: 'page', page: 'integrations' },
    '/wiki/what-are-bots': { kind: 'page', page: 'wiki' },
    '/wiki': { kind: 'column', column: 'knowledge' },
    '/legal/terms-and-conditions': { kind: 'column', column: 'legal' },
    '/wikipedia': null,
  }
  for (const [path, section] of Object.entries(sections)) expect(pageSectionOf(path), path).toEqual(section)
})
