import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from '@playwright/test'
import { type CaptchaKeys, createAccount, createEasyCaptcha } from './account.ts'
import { type CustomerSite, startCustomerSite } from './customer-site.ts'
import { openAsPerson, type PersonsPage } from './open-as-person.ts'
import { product } from './product.ts'
import { soon } from './soon.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const passed = 'You’re through'
let keys: CaptchaKeys

test.beforeAll(async () => {
  keys = await createEasyCaptcha(await createAccount('Widgets'), 'Widget tests')
})

/** Opens a customer's page as a person would, and closes page and site after the test. */
async function visit(
  options: { policy?: string; body?: string } = {},
  look: { dark?: boolean } = {},
): Promise<{ person: PersonsPage; site: CustomerSite }> {
  const site = await startCustomerSite({ api: product.api, ...keys, ...options })
  const person = await openAsPerson(site.url, look)
  opened.push(person, site)
  await expect.poll(() => person.textOf('bollard-captcha'), soon).not.toBe('')
  return { person, site }
}
const opened: { close(): Promise<void> }[] = []
test.afterEach(async () => {
  for (const thing of opened.splice(0)) await thing.close()
})

const answerOf = (person: PersonsPage) => expect.poll(() => person.textOf('#answer'), soon)
const stateOf = (person: PersonsPage, selector = 'bollard-captcha') => expect.poll(() => person.textOf(selector), soon)

test('it starts by itself when a field is touched, and the form carries a token that counts', async () => {
  const { person, site } = await visit()
  await person.click('input')
  await person.type('a@example.org')
  await stateOf(person).toContain(passed)
  await person.click('form button')
  await answerOf(person).toBe('Welcome')
  expect(site.answers).toMatchObject([{ success: true }])
})

test('a form sent while the check still runs is sent once it is done', async () => {
  const { person, site } = await visit()
  await person.evaluate(`document.querySelector('input').value = 'anna@example.org'`)
  await person.click('form button')
  await answerOf(person).toBe('Welcome')
  expect(site.answers).toHaveLength(1)
})

test('it works with the keyboard alone', async () => {
  const { person } = await visit()
  await person.press('Tab')
  await person.type('a@example.org')
  await person.press('Enter')
  await answerOf(person).toBe('Welcome')
})

test('under a policy of our script and our connection alone it works and breaks no rule', async () => {
  const policy = `script-src 'self' ${product.api}; connect-src ${product.api}; style-src 'self'; require-trusted-types-for 'script'`
  const { person } = await visit({ policy })
  await person.click('input')
  await person.type('a@example.org')
  await stateOf(person).toContain(passed)
  await person.click('form button')
  await answerOf(person).toBe('Welcome')
  expect(person.complaints).toEqual([])
})

test('it works where frames are forbidden too, without WebAssembly, workers or inline styles', async () => {
  const policy = `default-src 'none'; script-src 'self' ${product.api}; connect-src ${product.api}; form-action 'self'`
  const { person } = await visit({ policy })
  await person.click('input')
  await person.type('a@example.org')
  await expect.poll(() => person.textOf('bollard-captcha'), soon).toContain(passed)
  await person.click('form button')
  await answerOf(person).toBe('Welcome')
})

test('two on a page are independent of each other', async () => {
  const form =
    '<form method="post" action="/"><label>Name <input id="name-{n}" name="email" required></label>{widget}<button id="send-{n}">Send</button></form>'
  const { person, site } = await visit({ body: form.replaceAll('{n}', '1') + form.replaceAll('{n}', '2') })
  await person.click('#name-2')
  await person.type('Anna of the second')
  await stateOf(person, 'form:nth-of-type(2) bollard-captcha').toContain(passed)
  await stateOf(person, 'form:nth-of-type(1) bollard-captcha').toContain('I’m a person')
  await person.click('#send-2')
  await answerOf(person).toBe('Welcome')
  expect(site.answers).toHaveLength(1)
})

test('it works inside a shadow root', async () => {
  const body = `<div id="host"><template shadowrootmode="open"><form method="post" action="/"><label>E-mail <input name="email"></label>{widget}<button>Subscribe</button></form></template></div>`
  const site = await startCustomerSite({ api: product.api, ...keys, body })
  const person = await openAsPerson(site.url)
  opened.push(person, site)
  const inside = (selector: string) => `document.querySelector('#host').shadowRoot.querySelector('${selector}')`
  await person.click(inside('input'))
  await person.type('a@example.org')
  await expect
    .poll(() => person.evaluate(`${inside('bollard-captcha')}.shadowRoot.textContent`), soon)
    .toContain(passed)
  await person.click(inside('button'))
  await answerOf(person).toBe('Welcome')
})

test('after going back a new token is fetched, because the old one was used', async () => {
  const { person, site } = await visit()
  for (const round of [1, 2]) {
    await person.click('input')
    await person.evaluate(`document.querySelector('input').value = ''`)
    await person.type(`anna.${round}@example.org`)
    await stateOf(person).toContain(passed)
    await person.click('form button')
    await answerOf(person).toBe('Welcome')
    // Later, so that the call is over before its page is left.
    await person.evaluate('void setTimeout(() => history.back())')
    await expect.poll(() => person.textOf('bollard-captcha'), soon).not.toBe('')
  }
  expect(new Set(site.tokens).size).toBe(2)
  expect(site.answers).toMatchObject([{ success: true }, { success: true }])
})

test('a form sent a second time by script gets a token of its own', async () => {
  const body = `<form method="post" action="/"><label>E-mail <input name="email"></label>{widget}<button>Subscribe</button></form>`
  const { person, site } = await visit({ body })
  await person.evaluate(
    `document.querySelector('form').addEventListener('submit', (event) => { event.preventDefault(); fetch('/', { method: 'POST', body: new URLSearchParams(new FormData(event.target)) }).then(() => event.target.reset()) })`,
  )
  for (const count of [1, 2]) {
    await person.click('input')
    await person.type('a@example.org')
    await stateOf(person).toContain(passed)
    await person.click('form button')
    await expect.poll(() => site.answers.length, soon).toBe(count)
  }
  expect(site.answers).toMatchObject([{ success: true }, { success: true }])
})

test('without connection it says so, loses nothing that was typed, and tries again when asked', async () => {
  const unreachable = 'http://localhost:9'
  const body =
    '<form method="post" action="/"><label>E-mail <input name="email"></label>{widget}<button>Subscribe</button></form>'
  const { person } = await visit({
    body: body.replace(
      '{widget}',
      `<bollard-captcha sitekey="${keys.siteKey}" api-url="${unreachable}"></bollard-captcha>`,
    ),
  })
  await person.click('input')
  await person.type('a@example.org')
  await stateOf(person).toContain('Check not completed')
  await person.evaluate(
    `document.querySelector('bollard-captcha').setAttribute('api-url', ${JSON.stringify(product.api)})`,
  )
  await person.click(`document.querySelector('bollard-captcha').shadowRoot.querySelector('button')`)
  await stateOf(person).toContain(passed)
  expect(await person.evaluate(`document.querySelector('input').value`)).toBe('a@example.org')
})

test('it speaks German on a German page', async () => {
  const { person } = await visit({ body: '<form lang="de"><label>E-Mail <input name="email"></label>{widget}</form>' })
  await stateOf(person).toContain('Ich bin ein Mensch')
})

for (const dark of [false, true]) {
  test(`axe finds nothing serious before and after a check, ${dark ? 'dark' : 'light'}`, async () => {
    const { person } = await visit({}, { dark })
    await person.evaluate(`${axe};0`)
    const serious = () =>
      person.evaluate(
        `axe.run('bollard-captcha').then(({ violations }) => violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => id + ' ' + nodes[0].html))`,
      )
    expect(await serious()).toEqual([])
    await person.click('input')
    await person.type('a@example.org')
    await stateOf(person).toContain(passed)
    expect(await serious()).toEqual([])
  })
}
