import { expect, type Page, test } from '@playwright/test'
import { type CaptchaKeys, createAccount, createEasyCaptcha } from './account.ts'
import { type CustomerSite, startCustomerSite } from './customer-site.ts'
import { openAsPerson, type PersonsPage } from './open-as-person.ts'
import { product } from './product.ts'
import { soon } from './soon.ts'

let keys: CaptchaKeys
test.beforeAll(async () => {
  keys = await createEasyCaptcha(await createAccount('Hands'), 'Hands')
})
const opened: { close(): Promise<void> }[] = []
test.afterEach(async () => {
  for (const thing of opened.splice(0)) await thing.close()
})

/**
 * Notes what the widget sends, and how long it looked for hands before it: the sum of its pauses between two looks, as it asked for them,
 * since a slow machine makes each longer, and never has it ask for more. Its pauses hand something on, which no other timer does; those of
 * a fifth of a second and more are its patience with others.
 */
const watchCalls = `<script>
  window.sent = []
  window.told = []
  addEventListener('bollard-solved', ({ detail }) => told.push(detail.token))
  const call = fetch
  const later = setTimeout
  let pausedMs = 0
  window.setTimeout = (then, ms = 0, ...more) => later(() => { pausedMs += ms < 200 ? ms * more.length : 0; then(...more) }, ms)
  window.fetch = async (url, init) => {
    if (String(url).includes('/widget-settings/')) await window.held
    const body = init?.body ? JSON.parse(init.body) : {}
    if (body.solution) sent.push({ ...body, pausedMs })
    const answer = await call(url, init)
    pausedMs = 0
    return answer
  }
</script>`
const form = `<form method="post" action="/"><label>E-mail <input name="email"></label>{widget}<button>Subscribe</button></form>`

interface Sent {
  readonly pausedMs: number
  readonly collected?: { readonly page: number; readonly digests: readonly number[] }
}

async function visit(body = form, after = ''): Promise<{ person: PersonsPage; site: CustomerSite }> {
  const site = await startCustomerSite({ api: product.api, ...keys, body: watchCalls + body + after })
  const person = await openAsPerson(site.url)
  opened.push(person, site)
  return { person, site }
}

async function sentBy(person: PersonsPage, count: number): Promise<Sent[]> {
  await expect.poll(() => person.evaluate('told.length'), soon).toBeGreaterThanOrEqual(count)
  return JSON.parse(String(await person.evaluate('JSON.stringify(sent)')))
}

const widget = `document.querySelector('bollard-captcha')`
const touch = `document.querySelector('input').focus()`
const settingsCame = `performance.getEntriesByType('resource').some(({ name, responseEnd }) => name.includes('/widget-settings/') && responseEnd > 0)`
/** Visits, acts, and says how long the pauses were before the token. */
async function pausedAfter(act: string): Promise<Awaited<ReturnType<typeof visit>> & { pausedMs: number | undefined }> {
  const visited = await visit()
  await visited.person.evaluate(`customElements.whenDefined('bollard-captcha').then(() => { ${act} })`)
  const [first] = await sentBy(visited.person, 1)
  return { ...visited, pausedMs: first?.pausedMs }
}

for (const [who, act] of [
  ['a script that asks on load', `${widget}.execute()`],
  ['a page that starts the check', `${widget}.startVerification()`],
  ['a script that asks after the page has focused a field', `${touch}, setTimeout(() => ${widget}.execute(), 200)`],
  [
    'a page that starts the check which a focus has begun',
    `${touch}, setTimeout(() => ${widget}.startVerification(), 200)`,
  ],
] as const)
  test(`${who} gets a token without a wait for hands`, async () => {
    // Looks for hands may lie in the fifth of a second that an act lets pass, but not two seconds of them.
    expect((await pausedAfter(act)).pausedMs).toBeLessThanOrEqual(300)
  })

for (const [who, act] of [
  [
    'a password manager that fills in and sends',
    `input.value = 'a@example.org', input.dispatchEvent(new Event('change', { bubbles: true })), form.requestSubmit()`,
  ],
  [
    'a keyboard extension that presses the button',
    `input.focus(), input.value = 'a@example.org', form.querySelector('button').click()`,
  ],
  [
    'speech that is written into a field and sent',
    `input.focus(), document.execCommand('insertText', false, 'a@example.org'), form.requestSubmit()`,
  ],
] as const)
  test(`${who} gets its token at once`, async () => {
    const { person, site } = await visit()
    await person.evaluate(`customElements.whenDefined('bollard-captcha')`)
    // What the protocol evaluates has no address unless it says so; an extension's scripts have one.
    await person.evaluate(
      `{ const form = document.forms[0], input = form.elements.email; ${act} }\n//# sourceURL=chrome-extension://manager/fill.js`,
    )
    await expect.poll(() => person.textOf('#answer'), soon).toBe('Welcome')
    expect(site.answers).toMatchObject([{ success: true }])
    expect(site.answers[0]?.reasons?.filter(({ group, weight }) => group === 'interaction' && weight > 0.5)).toEqual([])
  })

for (const [when, areThere] of [
  // Nothing is watched before the owner's wish is known or somebody begins with the form.
  ['at once, before the settings are there', false],
  ['once the settings are there', true],
] as const)
  for (const event of ['change', 'input'] as const)
    test(`what a script without an address fills in (${event}) and sends ${when} costs more work and gets its token`, async () => {
      const hold = '<script>window.held = new Promise((settle) => (window.settle = settle))</script>'
      const { person, site } = await visit(areThere ? form : hold + form)
      await person.evaluate(`customElements.whenDefined('bollard-captcha')`)
      await expect.poll(() => person.evaluate(settingsCame), soon).toBe(areThere)
      await person.evaluate(
        `{ const form = document.forms[0], input = form.elements.email;
          input.value = 'a@example.org', input.dispatchEvent(new Event('${event}', { bubbles: true })), form.requestSubmit() }`,
      )
      await person.evaluate(`window.settle?.()`)
      await expect.poll(() => person.textOf('#answer'), soon).toBe('Welcome')
      expect(site.answers).toMatchObject([{ success: true, outcome: 'FLAGGED' }])
      expect(site.answers[0]?.reasons?.map(({ code }) => code)).toContain('unnamed-script')
    })

test('where nobody presses anything the token is there within two seconds beside the work, for a form that is sent unheard', async () => {
  const { person, site, pausedMs } = await pausedAfter(touch)
  expect(pausedMs).toBeLessThanOrEqual(2_050)
  await person.evaluate(`HTMLFormElement.prototype.submit.call(document.forms[0])`)
  await expect.poll(() => person.textOf('#answer'), soon).toBe('Welcome')
  expect(site.answers).toMatchObject([{ success: true }])
})

test('hands are shown once: the next token of the page is drawn without those of the first, and names the same page', async () => {
  const { person, site } = await visit()
  // So that all is typed before the check begins, however slowly the keys come.
  await person.evaluate(
    `customElements.whenDefined('bollard-captcha').then(() => ${widget}.setAttribute('autostart', 'off'))`,
  )
  await expect.poll(() => person.evaluate(settingsCame), soon).toBe(true)
  await person.click('input')
  await person.type('a.long.address.of.somebody@example.org')
  await person.evaluate(`${widget}.execute()`)
  const [first] = await sentBy(person, 1)
  // A script asks for the next ones: the second shows what was typed after the first, and for the third there is nothing left.
  for (const count of [2, 3]) {
    await person.evaluate(`${widget}.reset(), ${widget}.execute()`)
    await sentBy(person, count)
  }
  const [, second, third] = await sentBy(person, 3)
  expect(first?.collected?.digests.some(Boolean)).toBe(true)
  expect(third?.collected?.digests).toEqual([0, 0, 0])
  expect(first?.collected?.page).toBeGreaterThan(0)
  expect([second, third].map((sent) => sent?.collected?.page)).toEqual([first?.collected?.page, first?.collected?.page])
  expect(site.answers).toEqual([])
})

test('of several widgets in a page one shows what the hands did', async () => {
  const { person } = await visit(form.repeat(3))
  await person.evaluate(
    `customElements.whenDefined('bollard-captcha').then(() => document.querySelectorAll('bollard-captcha').forEach((one) => one.setAttribute('autostart', 'off')))`,
  )
  // Nothing is watched before the owner's wish is known.
  await expect.poll(() => person.evaluate(settingsCame), soon).toBe(true)
  await person.click('input')
  await person.type('a.long.address.of.somebody@example.org')
  await person.evaluate(`document.querySelectorAll('bollard-captcha').forEach((one) => one.execute())`)
  const sent = await sentBy(person, 3)
  expect(sent.filter(({ collected }) => collected?.digests.some(Boolean))).toHaveLength(1)
  expect(new Set(sent.map(({ collected }) => collected?.page)).size).toBe(1)
})

test('another opening of the page is another page', async ({ page }: { page: Page }) => {
  const site = await startCustomerSite({ api: product.api, ...keys, body: watchCalls + form })
  opened.push(site)
  const pages: number[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/solutions')) pages.push(request.postDataJSON().collected.page)
  })
  for (const count of [1, 2]) {
    await page.goto(site.url)
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect.poll(() => pages.length, soon).toBe(count)
  }
  expect(new Set(pages).size).toBe(2)
})
