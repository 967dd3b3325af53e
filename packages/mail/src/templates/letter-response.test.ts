import { exampleMails } from './examples.ts'
import { expect, test } from 'vitest'
import { fixColours } from './letter-response.ts'

const html = exampleMails('en')[0]?.mail.html ?? ''

test('a real mail shows one side only, whatever the system of its reader is', () => {
  for (const [colours, rule, scheme] of [
    ['dark', '@media all{', 'dark'],
    ['light', '@media not all{', 'light'],
    [null, '@media not all{', 'light'],
  ] as const) {
    const fixed = fixColours(html, colours)
    expect(fixed).toContain(rule)
    expect(fixed).toContain(`:root{color-scheme:${scheme}}`)
    expect(fixed.match(new RegExp(`content="${scheme}"`, 'gu'))).toHaveLength(2)
    expect(fixed).not.toMatch(/prefers-color-scheme|light dark/u)
  }
})
