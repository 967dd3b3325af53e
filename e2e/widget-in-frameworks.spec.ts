import { expect, type Page, test } from '@playwright/test'
import { startCustomerSite } from './customer-site.ts'
import { buildPages } from './build-pages.ts'
import { testsInTurn } from './in-turn.ts'
import { type Keys, lenientKeys, openWidgetPage, passing, usualBody, type WidgetPage } from './widget-page.ts'
import { product } from './product.ts'

let scripts: ReadonlyMap<string, string>
let keys: Keys
test.beforeAll(async () => {
  keys = await lenientKeys('Frameworks')
  scripts = await buildPages(new URL('./framework-pages/', import.meta.url), ['angular', 'react', 'vue'])
})

let visit: WidgetPage
test.afterEach(() => visit?.close())

const solved = (page: Page): Promise<string[]> => page.evaluate(() => Reflect.get(globalThis, 'solved'))
const change = (page: Page, wishes: object) => page.evaluate((next) => Reflect.get(globalThis, 'change')(next), wishes)
/** Touches the form as a visitor does, which starts the check. */
const touch = (page: Page) => page.getByLabel('E-mail').pressSequentially('anna@example.org')
/** The service answers when it is told to. */
function holdBack() {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const before = (context: WidgetPage['context']) =>
    context.route('**/solutions', async (route) => {
      await held
      await route.continue()
    })
  return { before, release }
}

const frameworks = ['react', 'vue', 'angular']
for (const [index, framework] of frameworks.entries()) {
  const testInTurn = testsInTurn(index, frameworks.length)
  const body = `<div id="app"></div><div id="elsewhere"></div><script type="module" src="/${framework}.js"></script>`
  /** Also what a framework complains about in the log. */
  const open = async (
    browser: Parameters<typeof openWidgetPage>[0],
    before?: (context: WidgetPage['context']) => Promise<unknown>,
  ) => {
    const complaints: string[] = []
    visit = await openWidgetPage(browser, {
      ...keys,
      body: `<script>document.querySelector('main').dataset.sitekey = '${keys.siteKey}'</script>${body}`,
      scripts,
      async before(context) {
        context.on(
          'console',
          (message) =>
            ['error', 'warning'].includes(message.type()) &&
            complaints.push(`${message.text()} ${message.location().url}`),
        )
        await before?.(context)
      },
    })
    await expect(visit.box).toBeVisible()
    return complaints
  }

  test(`${framework}: the page hears of the token, sends it twice with a form of its own, and nobody complains`, async ({
    browser,
  }) => {
    const complaints = await open(browser)
    for (const count of [1, 2]) {
      await touch(visit.page)
      await visit.send.click()
      await visit.arrives(count)
    }
    const [first, second] = visit.site.tokens
    expect(first).not.toBe(second)
    expect((await solved(visit.page)).slice(0, 2)).toEqual([first, second])
    expect([complaints, visit.faults]).toEqual([[], []])
  })

  testInTurn(0)(
    `${framework}: drawn anew every 50 ms it works on undisturbed, and keeps its token`,
    async ({ browser }) => {
      await open(browser)
      await change(visit.page, { restless: true })
      await touch(visit.page)
      await visit.becomes('passed')
      await visit.page.waitForTimeout(500)
      expect(await solved(visit.page)).toHaveLength(1)
      await visit.send.click()
      await visit.arrives(1)
    },
  )

  testInTurn(1)(
    `${framework}: taken away while it works and put back, it starts anew and leaves nothing behind`,
    async ({ browser }) => {
      const { before, release } = holdBack()
      await open(browser, before)
      await touch(visit.page)
      await visit.becomes('working')
      await change(visit.page, { shown: false })
      await expect(visit.page.locator('bollard-captcha')).toHaveCount(0)
      release()
      await visit.page.waitForTimeout(300)
      expect(await solved(visit.page)).toEqual([])
      await change(visit.page, { shown: true })
      await expect(visit.widget).toHaveJSProperty('state', 'ready')
      await touch(visit.page)
      await visit.send.click()
      await visit.arrives(1)
      expect([visit.page.frames().length, visit.faults]).toEqual([1, []])
    },
  )

  testInTurn(2)(
    `${framework}: replaced by another element while it works, the other one serves the form`,
    async ({ browser }) => {
      const { before, release } = holdBack()
      await open(browser, before)
      await touch(visit.page)
      await visit.becomes('working')
      await change(visit.page, { identity: 'second' })
      release()
      await expect(visit.page.locator('bollard-captcha')).toHaveCount(1)
      await touch(visit.page)
      await visit.send.click()
      await visit.arrives(1)
      expect([await solved(visit.page), visit.faults]).toEqual([visit.site.tokens, []])
    },
  )
}

for (const framework of ['react', 'vue'])
  test(`${framework}: a form that is drawn elsewhere in the document, while the widget works, is served`, async ({
    browser,
  }) => {
    const body = `<script>document.querySelector('main').dataset.sitekey = '${keys.siteKey}'</script><div id="app"></div><div id="elsewhere"></div><script type="module" src="/${framework}.js"></script>`
    visit = await openWidgetPage(browser, { ...keys, body, scripts })
    await touch(visit.page)
    await change(visit.page, { elsewhere: true })
    await expect(visit.page.locator('#elsewhere bollard-captcha')).toHaveCount(1)
    await touch(visit.page)
    await visit.send.click()
    await visit.arrives(1)
    expect(visit.faults).toEqual([])
  })

test('react: beside its form it is bound to it by name', async ({ browser }) => {
  const body = `<script>document.querySelector('main').dataset.sitekey = '${keys.siteKey}'</script><div id="app"></div><div id="elsewhere"></div><script type="module" src="/react.js"></script>`
  visit = await openWidgetPage(browser, { ...keys, body, scripts })
  await change(visit.page, { identity: 'apart', shown: false })
  await expect(visit.page.locator('#beside')).toHaveAttribute('form', 'apart')
  await visit.page.getByRole('button', { name: 'Send apart' }).click()
  await visit.arrives(1)
  expect(visit.faults).toEqual([])
})

const inRoot = (inside: string) => `<div id="host"><template shadowrootmode="open">${inside}</template></div>`
const places = {
  'a form in the root of an element': inRoot(usualBody),
  'the root of an element inside the root of another': inRoot(inRoot(usualBody)),
  'a root whose element stands in the form': usualBody.replace('{widget}', inRoot('{widget}')),
  'two roots deep in the form': usualBody.replace('{widget}', inRoot(inRoot('{widget}'))),
  'a closed root': usualBody.replace('{widget}', inRoot('{widget}').replace('"open"', '"closed"')),
}
for (const [place, body] of Object.entries(places))
  test(`it serves its form in ${place}`, async ({ browser }) => {
    visit = await openWidgetPage(browser, { ...keys, body })
    await visit.fillIn()
    await visit.send.click()
    await visit.arrives(1)
    expect(visit.faults).toEqual([])
  })

const form = () => usualBody.replace('{widget}', `<bollard-captcha sitekey="${keys.siteKey}"></bollard-captcha>`)
const inner = () =>
  `<!doctype html><html lang=en><title>Inner</title><base href="/"><script type="module" src="${product.api}/widget.js"></script>${form()}`
const quoted = (html: string) => html.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
for (const [frame, attributes] of [
  ['a frame of the same page', ''],
  [
    'a frame that may do nothing but run scripts and send forms',
    'sandbox="allow-scripts allow-forms allow-same-origin"',
  ],
] as const)
  test(`it works in ${frame}`, async ({ browser }) => {
    visit = await openWidgetPage(browser, {
      ...keys,
      body: `<iframe title="Form" width="500" height="300" ${attributes} srcdoc="${quoted(inner())}"></iframe>`,
    })
    const inside = visit.page.frameLocator('iframe[title=Form]')
    await inside.getByLabel('E-mail').pressSequentially('anna@example.org')
    await inside.getByRole('button', { name: 'Send' }).click()
    await visit.arrives(1)
    expect(visit.faults).toEqual([])
  })

test('it works in a frame of another site, next to one of its own in the page around it', async ({ browser }) => {
  // Another host than the owner has named.
  const body = usualBody.replace('{widget}', `<bollard-captcha sitekey="${passing.siteKey}"></bollard-captcha>`)
  const other = await startCustomerSite({ api: product.api, ...passing, body })
  const url = new URL(other.url)
  url.hostname = 'forms.anybodys.localhost'
  visit = await openWidgetPage(browser, {
    ...keys,
    body: `${usualBody}<iframe title="Form" width="500" height="300" src="${url.href}"></iframe>`,
  })
  const inside = visit.page.frameLocator('iframe[title=Form]')
  await visit.fillIn()
  await inside.getByLabel('E-mail').pressSequentially('anna@example.org')
  await inside.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => other.answers).toMatchObject([{ success: true }])
  await visit.send.click()
  await visit.arrives(1)
  await other.close()
})

for (const [way, move] of [
  ['put elsewhere', `document.querySelector('#there').append(widget)`],
  ['moved by the browser as a whole', `document.querySelector('#there').moveBefore(widget, null)`],
  [
    'put into the root of an element',
    `Object.assign(document.querySelector('#there'), {}).attachShadow({ mode: 'open' }).append(widget)`,
  ],
] as const)
  test(`${way} while it works it goes on, in its new form`, async ({ browser }) => {
    const { before, release } = holdBack()
    visit = await openWidgetPage(browser, {
      ...keys,
      body: `{widget}<form method="post" action="/"><div id="there"></div><button>Send</button></form>`,
      attributes: 'autostart="off"',
      before,
    })
    await visit.box.click()
    await visit.becomes('working')
    await visit.page.evaluate(`{ const widget = document.querySelector('bollard-captcha'); ${move} }`)
    await visit.page.waitForTimeout(200)
    release()
    await visit.becomes('passed')
    await visit.send.click()
    await visit.arrives(1)
    expect(visit.faults).toEqual([])
  })
