import { expect } from '@playwright/test'
import { product } from './product.ts'
import { answered, gotTokens, test, usualBody } from './widget-page.ts'

test('two fast presses send a form once', async ({ visit }) => {
  const { page, site } = await visit()
  await page.getByLabel('E-mail').fill('anna')
  await page.getByRole('button', { name: 'Send' }).dblclick()
  await gotTokens(site, 1)
  await answered(page)
  expect(site.tokens).toHaveLength(1)
  expect(site.answers[0]?.success).toBe(true)
})

test('two fast presses once the token is there send a form once', async ({ visit }) => {
  // What is sent takes its time, so the second press comes while the first is on its way.
  const pressedTwice = Promise.withResolvers<void>()
  const { page, site, becomes, start } = await visit({
    before: (context) =>
      context.route('**/', async (route) => {
        if (route.request().method() === 'POST') await pressedTwice.promise
        await route.continue()
      }),
  })
  await start()
  await becomes('passed')
  const pressed = page.evaluate(async () => {
    const button = document.querySelector('button')
    button?.click()
    await new Promise((resolve) => setTimeout(resolve, 200))
    // A press that began a check, or sent the form, would do so at once.
    button?.click()
    await new Promise((resolve) => setTimeout(resolve, 200))
    return Reflect.get(globalThis, 'told')
  })
  expect(await pressed).toEqual(['started', 'solved'])
  pressedTwice.resolve()
  await gotTokens(site, 1)
  await answered(page)
  expect(site.tokens).toHaveLength(1)
  expect(site.answers).toMatchObject([{ success: true }])
})

test('the button that was pressed says where a form goes, also after it was held back', async ({ visit }) => {
  const body =
    '<form method="post" action="/nowhere"><input name="email" aria-label="E-mail">{widget}<button name="way" value="a">A</button><button name="way" value="b" formaction="/">B</button></form>'
  const { page, site } = await visit({ body })
  const [request] = await Promise.all([
    page.waitForRequest((asked) => asked.method() === 'POST' && !asked.url().startsWith(product.api)),
    page.getByRole('button', { name: 'B' }).click(),
  ])
  expect([new URL(request.url()).pathname, new URLSearchParams(request.postData() ?? '').get('way')]).toEqual([
    '/',
    'b',
  ])
  await gotTokens(site, 1)
  expect(site.answers[0]?.success).toBe(true)
})

test('Enter sends a form, and so does a script, with the token in it', async ({ visit }) => {
  for (const way of ['enter', 'submit', 'requestSubmit'] as const) {
    const { page, site, becomes, fillIn } = await visit()
    await fillIn()
    if (way === 'submit') await becomes('passed')
    if (way === 'enter') await page.getByLabel('E-mail').press('Enter')
    else await page.evaluate((name) => document.forms[0]?.[name](), way)
    await gotTokens(site, 1)
    expect(site.answers).toMatchObject([{ success: true }])
  }
})

test('two widgets in one form let it go once both have their tokens', async ({ visit }) => {
  const { page, site } = await visit({ body: usualBody.replace('{widget}', '{widget}{widget}') })
  const [request] = await Promise.all([
    page.waitForRequest((asked) => asked.method() === 'POST' && !asked.url().startsWith(product.api)),
    page.getByRole('button', { name: 'Send' }).click(),
  ])
  const tokens = new URLSearchParams(request.postData() ?? '').getAll('bollard-response')
  expect([tokens.length, new Set(tokens).size]).toEqual([2, 2])
  await gotTokens(site, 1)
  await answered(page)
  expect(site.tokens).toHaveLength(1)
})

test('a widget in the root of an element serves the form around that element', async ({ visit }) => {
  const body =
    '<form method="post" action="/"><input name="email" aria-label="E-mail"><div><template shadowrootmode="open">{widget}</template></div><button>Send</button></form>'
  const { page, site } = await visit({ body })
  await page.getByRole('button', { name: 'Send' }).click()
  await gotTokens(site, 1)
  expect(site.answers[0]?.success).toBe(true)
})

test('it works in a frame of another origin to which the page around it allows nothing', async ({ visit }) => {
  const { site } = await visit()
  const { page } = await visit({
    body: `<iframe src="${site.url}" title="Form" allow="" width="600" height="400"></iframe>`,
  })
  await page.frameLocator('iframe').getByRole('button', { name: 'Send' }).click()
  await gotTokens(site, 1)
  expect(site.answers[0]?.success).toBe(true)
})
