import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { soon } from './soon.ts'
import {
  type Keys,
  lenientKeys,
  cutOff,
  failingKey,
  openWidgetPage,
  steppingKey,
  told,
  usualBody,
  type WidgetPage,
} from './widget-page.ts'

let keys: Keys
test.beforeAll(async () => void (keys = await lenientKeys('Ears')))

let visit: WidgetPage
test.afterEach(() => visit?.close())

/** What assistive technology is given of the widget, without the words of the page around it. */
const tree = () => visit.widget.ariaSnapshot()
const textsOf = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../client/widget/i18n/${language}.json`, import.meta.url), 'utf8'))
const attributes = 'autostart="off" privacy-url="https://shop.example/privacy"'
const time = String.raw`\d+[:.]\d\d[^"]*`

for (const [language, direction] of [
  ['en', 'ltr'],
  ['de', 'ltr'],
  ['ar', 'rtl'],
  ['ja', 'ltr'],
] as const) {
  test(`each state has its role, name and words, in the language and direction that are marked, ${language}`, async ({
    browser,
  }) => {
    const texts = textsOf(language)
    const text = (key: string) => texts[key] ?? `no text ${key}`
    const body = `<div lang="${language}" dir="${direction}">${usualBody}</div>`
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const before = (context: WidgetPage['context']) =>
      context.route('**/solutions', async (route) => {
        await held
        await route.continue()
      })
    visit = await openWidgetPage(browser, { ...keys, body, attributes, before, locale: 'fr-FR' })
    const { widget, box } = visit
    await expect(box).toHaveAccessibleName(text('ready'))
    await expect(box).toHaveAccessibleDescription(text('readyHintClick'))
    await expect(widget.locator('.widget')).toHaveAttribute('lang', language)
    await expect(widget.locator('.widget')).toHaveAttribute('dir', direction)
    await expect(widget.getByRole('link', { name: text('privacy'), exact: true })).toHaveAttribute(
      'href',
      'https://shop.example/privacy',
    )
    await expect(widget.getByRole('progressbar')).toHaveCount(0)

    await box.click()
    const working = widget.getByRole('checkbox', { name: text('working'), exact: true, disabled: true })
    await expect(working).toHaveAttribute('aria-checked', 'mixed')
    await expect(working).toHaveAttribute('aria-busy', 'true')
    await expect(widget.getByRole('progressbar', { name: text('working'), exact: true })).toBeVisible()

    release()
    await visit.becomes('passed')
    await expect(
      widget.getByRole('checkbox', { name: text('passed'), exact: true, checked: true, disabled: true }),
    ).toHaveAttribute('aria-busy', 'false')
    const [before_ = '', after = ''] = text('passedHint').split('{time}')
    await expect(box).toHaveAccessibleDescription(new RegExp(`^${before_}.*\\d+.*${after}$`, 'u'))
    await expect(widget.getByRole('progressbar')).toHaveCount(0)
    expect(await visit.said()).toEqual([text('working'), expect.stringContaining(`${text('passed')}. ${before_}`)])
    // The browser itself has words in no other language to add.
    expect(await tree()).not.toMatch(/undefined|null|\{/u)
  })
}

test('the tree is what a visitor hears: one box, its words, its links, nothing twice', async ({ browser }) => {
  visit = await openWidgetPage(browser, { ...keys, attributes })
  const lines = async () =>
    (await tree())
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => !line.startsWith('- /url'))
  expect(await lines()).toEqual([
    '- checkbox "I’m a person"',
    '- text: I’m a person Press the box to start Bollard',
    '- link "Privacy":',
    '- status',
  ])
  await visit.box.click()
  await visit.becomes('passed')
  expect((await lines()).join('\n')).toMatch(
    new RegExp(
      `^- checkbox "You’re through" \\[checked\\] \\[disabled\\]\n- text: You’re through Valid until ${time} Bollard\n- link "Privacy":\n- status: You’re through. Valid until ${time}$`,
      'u',
    ),
  )
})

test('what happens is announced in its order and each thing once', async ({ browser }) => {
  let mend = async () => {}
  visit = await openWidgetPage(browser, {
    secretKey: keys.secretKey,
    siteKey: steppingKey,
    attributes,
    before: async (context) => (mend = await cutOff(context)),
  })
  await visit.box.click()
  await visit.becomes('failed')
  expect(await visit.said()).toEqual(['Checking…', 'Check not completed. No connection.'])
  await mend()
  await visit.widget.getByRole('button', { name: 'Try again' }).click()
  await visit.becomes('passed')
  const [, , ...later] = await visit.said()
  expect(later).toEqual(['Checking…', 'Still checking…', expect.stringMatching(/^You’re through\. Valid until \d/u)])
})

test('a refusal is announced with the number to tell', async ({ browser }) => {
  visit = await openWidgetPage(browser, { secretKey: keys.secretKey, siteKey: failingKey, attributes })
  await visit.box.click()
  await visit.becomes('refused')
  const id = await visit.widget.evaluate((widget) => String(Reflect.get(widget, 'verificationId')))
  const number = id.slice(0, 13)
  expect(await visit.said()).toEqual([
    'Checking…',
    `We couldn’t let you through. If you’re a person, tell the website this code: ${number}`,
  ])
  await expect(
    visit.widget.getByRole('checkbox', { name: 'We couldn’t let you through', checked: false, disabled: true }),
  ).toBeVisible()
})

test('a disabled widget is given as such', async ({ browser }) => {
  visit = await openWidgetPage(browser, { ...keys, attributes: 'disabled' })
  await expect(visit.widget.getByRole('checkbox', { name: 'I’m a person', disabled: true })).toBeVisible()
})

for (const place of ['invisible', 'invisible badge="hidden"', 'floating'])
  test(`what cannot be seen is said all the same, ${place}`, async ({ browser }) => {
    visit = await openWidgetPage(browser, { ...keys, attributes: place })
    await visit.start()
    await visit.becomes('passed')
    expect(await visit.said()).toEqual(['Checking…', expect.stringMatching(/^You’re through\. Valid until \d/u)])
    // The line is in the tree, not only in the document.
    await expect(visit.widget.getByRole('status')).toContainText('You’re through')
  })

test('a check that is repeated by itself is told politely, and at most once a minute', async ({ browser }) => {
  const shorten = async (context: WidgetPage['context']) => {
    await context.clock.install()
    await context.route('**/solutions', async (route) => {
      const response = await route.fetch()
      const answer: object = Object(await response.json())
      // The widget spares the last thirty seconds of a token, so that it counts as run out after ten.
      await route.fulfill({ response, json: { ...answer, expiresAt: new Date(Date.now() + 40_000).toISOString() } })
    })
  }
  visit = await openWidgetPage(browser, { before: shorten })
  await visit.start()
  const checked = (times: number) =>
    expect
      .poll(() => told(visit.page), soon)
      .toEqual([
        ...Array(times - 1)
          .fill(['started', 'solved', 'expired'])
          .flat(),
        'started',
        'solved',
      ])
  await checked(1)
  // Within a minute it is repeated three times by itself; of the later ones nobody needs to hear.
  for (const times of [2, 3, 4]) {
    await visit.page.mouse.move(times, 5)
    await visit.page.clock.fastForward('00:11')
    await checked(times)
  }
  expect(await visit.said()).toEqual([
    'Checking…',
    expect.stringMatching(/^You’re through/u),
    'The check expired and is running again',
  ])
  expect(await visit.widget.getByRole('status').getAttribute('aria-live')).toBeNull()
})
