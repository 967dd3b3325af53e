import { type BrowserContext, expect } from '@playwright/test'
import { test, usualBody } from './widget-page.ts'

test('it speaks the language of the page, loads that one alone, and English where there is none', async ({ visit }) => {
  const asked: string[] = []
  const before = async (context: BrowserContext) =>
    context.on(
      'request',
      (request) => request.url().includes('/widget/languages/') && asked.push(new URL(request.url()).pathname),
    )
  for (const [lang, title, direction] of [
    ['de-CH', 'Ich bin ein Mensch', 'ltr'],
    ['ar', 'أنا', 'rtl'],
    ['en-GB', 'I’m a person', 'ltr'],
    ['tlh', 'I’m a person', 'ltr'],
  ] as const) {
    const { widget } = await visit({
      siteKey: 'bsk_NobodyOwnsThisOne00000',
      body: `<div lang="${lang}">${usualBody}</div>`,
      before,
      locale: lang === 'tlh' ? 'tlh' : 'en',
    })
    await expect(widget).toContainText(title)
    expect(await widget.locator('.widget').getAttribute('dir')).toBe(direction)
  }
  expect(asked).toEqual(['/widget/languages/de.json', '/widget/languages/ar.json'])
})

test('while a language does not come its place is empty and nothing moves, then it is English', async ({ visit }) => {
  const { widget } = await visit({
    body: `<div lang="de">${usualBody}</div>`,
    siteKey: 'bsk_NobodyOwnsThisOne00000',
    before: (context) => context.route('**/widget/languages/**', () => {}),
  })
  const box = widget.locator('.widget')
  await expect(box).toBeAttached()
  const before = await box.boundingBox()
  await expect(widget).toContainText('I’m a person')
  expect(await box.boundingBox()).toEqual(before)
})
