import { expect, test } from '@playwright/test'
import {
  type Keys,
  lenientKeys,
  cutOff,
  failingKey,
  holdBack,
  openWidgetPage,
  usualBody,
  type WidgetPage,
  type WidgetPageOptions,
} from './widget-page.ts'

let keys: Keys
test.beforeAll(async () => void (keys = await lenientKeys('Keys')))

let visit: WidgetPage
test.afterEach(() => visit?.close())

/** What has the focus: its accessible name or text, in the widget or the page around it. */
const focused = () =>
  visit.page.evaluate(() => {
    const inside = document.activeElement?.shadowRoot?.activeElement
    const element = inside ?? document.activeElement
    if (!element || element === document.body) return 'nothing'
    if (element.role === 'checkbox') return 'box'
    return element.textContent || element.getAttribute('name') || element.localName
  })
/** Presses Tab so often, and gives what had the focus each time. */
async function tab(count: number, key = 'Tab'): Promise<string[]> {
  const seen: string[] = []
  for (let pressed = 0; pressed < count; pressed++) {
    await visit.page.keyboard.press(key)
    seen.push(await focused())
  }
  return seen
}
/** Whether the box shows the focus: a line of two pixels and more that was not there before. */
const showsFocus = () =>
  visit.widget
    .locator('.mark')
    .evaluate(
      (mark) => getComputedStyle(mark).outlineStyle !== 'none' && parseFloat(getComputedStyle(mark).outlineWidth) >= 2,
    )
const open = async (...[browser, options]: Parameters<typeof openWidgetPage>) => {
  visit = await openWidgetPage(browser, { ...keys, ...options })
  await expect(visit.widget.locator('.widget')).toBeAttached()
}
const privacy = 'privacy-url="https://shop.example/privacy"'

for (const key of ['Space', 'Enter'])
  test(`with the keyboard alone a visitor ticks the box with ${key} and sends the form`, async ({ browser }) => {
    const { before, letGo } = holdBack()
    await open(browser, { attributes: `autostart="off" ${privacy}`, before })
    expect(await tab(1)).toEqual(['email'])
    await visit.page.keyboard.type('anna@example.org')
    expect(await showsFocus()).toBe(false)
    expect(await tab(1)).toEqual(['box'])
    expect(await showsFocus()).toBe(true)
    await visit.page.keyboard.press(key)
    await visit.becomes('working')
    expect(await focused()).toBe('box')
    letGo()
    await visit.becomes('passed')
    expect([await focused(), await showsFocus()]).toEqual(['box', true])
    // A box that is ticked cannot be taken back by a stray key.
    await visit.page.keyboard.press(key)
    expect(await tab(2)).toEqual(['Privacy', 'Send'])
    await visit.page.keyboard.press('Enter')
    await visit.arrives(1)
  })

test('a pointer does not draw the ring of the keyboard', async ({ browser }) => {
  await open(browser, { attributes: 'autostart="off"' })
  await visit.box.click()
  await visit.becomes('passed')
  expect(await showsFocus()).toBe(false)
})

test('Enter in a field checks and sends, and the focus stays where it was', async ({ browser }) => {
  const { before, letGo } = holdBack()
  await open(browser, { before })
  await tab(1)
  await visit.page.keyboard.type('anna@example.org')
  await visit.page.keyboard.press('Enter')
  await visit.becomes('working')
  expect(await focused()).toBe('email')
  letGo()
  await visit.arrives(1)
})

const places: [string, Pick<WidgetPageOptions, 'attributes'>][] = [
  ['a box', {}],
  ['a compact box', { attributes: 'size="compact"' }],
  ['a badge', { attributes: 'invisible' }],
  ['a hidden badge', { attributes: 'invisible badge="hidden"' }],
  ['a floating box', { attributes: 'floating' }],
]
for (const [place, options] of places) {
  test(`${place} that failed is tried again by keyboard, and the focus is never lost`, async ({ browser }) => {
    let mend = async () => {}
    await open(browser, { ...options, before: async (context) => (mend = await cutOff(context)) })
    await tab(1)
    await visit.page.keyboard.type('anna')
    await visit.becomes('failed')
    expect(await focused()).toBe('email')
    await expect(visit.widget.getByRole('button', { name: 'Try again' })).toBeVisible()
    expect(await tab(2)).toEqual(['box', 'Try again'])
    await mend()
    await visit.page.keyboard.press('Enter')
    await visit.becomes('passed')
    // The button is gone; whoever pressed it stands where they can go on.
    expect(await focused()).toBe('box')
    expect(await tab(1)).toEqual(['Send'])
    await visit.page.keyboard.press('Enter')
    await visit.arrives(1)
  })

  test(`${place} traps nobody, forwards or backwards`, async ({ browser }) => {
    await open(browser, { ...options, siteKey: failingKey, body: `${usualBody}<button type="button">After</button>` })
    await tab(1)
    await visit.page.keyboard.type('anna')
    // Nobody is watched any longer who sends the form.
    await visit.page.keyboard.press('Enter')
    await visit.becomes('refused')
    // A form that is sent after the refusal takes its visitor to the box; one that was sent before it does not.
    await visit.page.getByLabel('E-mail').focus()
    expect(await tab(3)).toEqual(['box', 'Send', 'After'])
    expect(await tab(3, 'Shift+Tab')).toEqual(['Send', 'box', 'email'])
  })
}

test('the number of somebody refused is read with the box, and can be marked and copied', async ({ browser }) => {
  await open(browser, { siteKey: failingKey, attributes: 'autostart="off"' })
  await tab(2)
  await visit.page.keyboard.press('Space')
  await visit.becomes('refused')
  expect(await focused()).toBe('box')
  const id = await visit.widget.evaluate((widget) => String(Reflect.get(widget, 'verificationId')))
  const number = id.slice(0, 13)
  await expect(visit.box).toHaveAccessibleDescription(`If you’re a person, tell the website this code: ${number}`)
  await visit.widget.locator('#hint').click({ clickCount: 3 })
  expect(await visit.page.evaluate(() => String(getSelection()))).toContain(number)
  // Whoever is refused is told so by the box, and nothing starts anew.
  await visit.page.keyboard.press('Space')
  await expect(visit.box).toBeDisabled()
})

test('a widget that is disabled is passed over', async ({ browser }) => {
  await open(browser, { attributes: 'disabled' })
  expect(await tab(2)).toEqual(['email', 'Send'])
})

test('a place in the order of the page is kept', async ({ browser }) => {
  await open(browser, { attributes: 'tabindex="-1" autostart="off"' })
  expect(await tab(2)).toEqual(['email', 'Send'])
  await visit.box.click()
  await visit.becomes('passed')
})

test('who must press the box is led to it by the form', async ({ browser }) => {
  await open(browser, { attributes: 'autostart="off"' })
  await tab(1)
  await visit.page.keyboard.press('Enter')
  expect(await focused()).toBe('box')
  expect(visit.site.tokens).toEqual([])
  await visit.page.keyboard.press('Space')
  await visit.becomes('passed')
  await tab(1)
  await visit.page.keyboard.press('Enter')
  await visit.arrives(1)
})
