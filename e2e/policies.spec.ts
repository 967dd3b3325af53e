import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { expect, test } from '@playwright/test'
import { type GuardedPage, startGuardedPage } from '../benchmarks/policies/guarded-page.ts'
import { type PagePolicy, pagePolicies } from '../benchmarks/policies/page-policies.ts'
import { type CaptchaKeys, createAccount, createCaptcha } from './account.ts'
import { type SiteverifyAnswer, siteverify } from './customer-site.ts'
import { openAsPerson, type PersonsPage } from './open-as-person.ts'
import { product } from './product.ts'
import { soon } from './soon.ts'

const texts: { passed: string } = JSON.parse(
  readFileSync(new URL('../client/widget/i18n/de.json', import.meta.url), 'utf8'),
)
/** What only the owner's script can paint. */
const design = { boxRadius: 3 }
/** A report is sent when the browser has nothing better to do. */
const reported = { timeout: 30_000, intervals: [40] }
let keys: CaptchaKeys

test.beforeAll(async () => {
  keys = await createCaptcha(await createAccount('Policies'), 'Under policies')
})

const opened: { close(): Promise<void> }[] = []
test.afterEach(async () => {
  for (const thing of opened.splice(0).toReversed()) await thing.close()
})

/** A page that was made for another captcha, and only loads its script from us. */
interface OtherCaptcha {
  readonly script: string
  readonly className: string
  readonly field: string
}
const others: readonly OtherCaptcha[] = [
  { script: '/recaptcha/api.js', className: 'g-recaptcha', field: 'g-recaptcha-response' },
  { script: '/hcaptcha/1/api.js', className: 'h-captcha', field: 'h-captcha-response' },
  { script: '/turnstile/v0/api.js', className: 'cf-turnstile', field: 'cf-turnstile-response' },
]

interface Guarded {
  readonly page: GuardedPage
  /** What the customer's server heard about each token. */
  readonly answers: readonly SiteverifyAnswer[]
}

interface Wanted {
  /** A script of the page's own. */
  readonly script?: string
  /** Instead of our own element. */
  readonly other?: OtherCaptcha
  readonly attributes?: string
  readonly keys?: Pick<CaptchaKeys, 'siteKey' | 'secretKey'>
}

/** A German page under a policy whose widget needs everything that is loaded late: its language, and the owner's script. */
async function guard(
  policy: Pick<PagePolicy, 'csp' | 'headers' | 'place' | 'attributes'>,
  { script = '', other, attributes = '', keys: { siteKey, secretKey } = keys }: Wanted = {},
): Promise<Guarded> {
  const answers: SiteverifyAnswer[] = []
  const page = await startGuardedPage({
    api: product.api,
    siteKey,
    policy,
    script,
    ...(other && {
      captcha: {
        script: `<script src="${product.api}${other.script}" nonce="{nonce}" async defer></script>`,
        element: `<div class="${other.className}" data-sitekey="${siteKey}"></div>`,
      },
    }),
    language: 'de',
    attributes: `theme="light" design='${JSON.stringify(design)}' ${attributes}`,
    async answer(form) {
      const answer = await siteverify(product.api, secretKey, form.get(other?.field ?? 'bollard-response') ?? '')
      answers.push(answer)
      return answer.success ? 'Welcome' : 'Refused'
    },
  })
  opened.push(page)
  return { page, answers }
}

/** A second, harder round for everybody. */
const stepUp = { siteKey: 'bsk_TestForcesStepUp000000', secretKey: 'bsec_TestForcesStepUp0000000000000000_2rSS8h' }

/** Touches the form as a person, and waits for the token. */
async function touch(url: string): Promise<PersonsPage> {
  const person = await openAsPerson(url)
  opened.push(person)
  await expect.poll(() => person.textOf('bollard-captcha'), soon).not.toBe('')
  await person.click('input')
  await person.type('a@example.org')
  return person
}

const loaded = (person: PersonsPage) =>
  person.evaluate(`performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)`)
const directivesOf = (reports: readonly string[]) =>
  reports.map((report) => JSON.parse(report)['csp-report']['effective-directive'])

// The others differ only in how they are written; the benchmark tries them all.
const tried = [
  'none',
  'smallest',
  'recommended',
  'nonce',
  'sandbox',
  'isolated',
  'report-only',
  'no-frame-wasm',
  'no-frame',
]
for (const policy of pagePolicies.filter(({ id }) => tried.includes(id)))
  test(`from a touch to an accepted token under the policy "${policy.title.en}"`, async () => {
    const { page, answers } = await guard(policy)
    const person = await touch(page.url)
    await expect.poll(() => person.textOf('bollard-captcha'), soon).toContain(texts.passed)
    // The frame's own program is a resource of the frame; the page's solver would be one of the page.
    const files = await loaded(person)
    expect(files).toContain('/widget/owner.js')
    if (policy.solvesIn === 'frame') expect(files).not.toContain('/widget/page.js')
    else expect(files).toContain('/widget/page.js')
    const mark = `document.querySelector('bollard-captcha').shadowRoot.querySelector('.mark')`
    expect(await person.evaluate(`getComputedStyle(${mark}).borderRadius`)).toBe(`${design.boxRadius}px`)
    // Where a policy only reports, Chromium looks at the frame's address twice and reports it once.
    const broken = await person.evaluate('[...new Set(broken)]')
    await person.click('form button')
    await expect.poll(() => person.textOf('#answer'), soon).toBe('Welcome')
    expect(answers).toMatchObject([{ success: true }])
    expect(broken).toEqual(policy.reports.map((directive) => expect.stringContaining(`${directive} ${product.api}`)))
    await expect.poll(() => directivesOf(page.reports), reported).toEqual(policy.reports)
  })

test('where frames are forbidden the owner hears of it once, however many checks a page makes', async () => {
  const { page, answers } = await guard(policyOf('no-frame'))
  const person = await touch(page.url)
  await expect.poll(() => person.textOf('bollard-captcha'), soon).toContain(texts.passed)
  await person.evaluate(`document.querySelector('bollard-captcha').reset()`)
  await person.click('form button')
  await expect.poll(() => answers, soon).toMatchObject([{ success: true }])
  expect(directivesOf(page.reports)).toEqual(['frame-src'])
})

test('a page without an origin of its own is told why nobody can be checked there', async () => {
  const { page } = await guard(
    { csp: ({ api }) => `sandbox allow-scripts allow-forms; script-src ${api} http://localhost:*; connect-src ${api}` },
    { script: `addEventListener('bollard-failed', ({ detail }) => (document.title = detail.code))` },
  )
  const person = await touch(page.url)
  await expect.poll(() => person.evaluate('document.title'), soon).toBe('origin-not-allowed')
  expect(await person.evaluate('broken')).toEqual([])
})

for (const id of ['isolated', 'no-frame'])
  test(`a second round, and a widget that floats, under the policy "${policyOf(id).title.en}"`, async () => {
    const policy = policyOf(id)
    const { page, answers } = await guard(policy, { attributes: 'floating', keys: stepUp })
    const person = await touch(page.url)
    await expect
      .poll(() => person.evaluate(`document.querySelector('bollard-captcha').response`), { ...soon, timeout: 90_000 })
      .toMatch(/./u)
    expect(await loaded(person)).toContain('/widget/placement.js')
    const broken = await person.evaluate('broken')
    await person.click('form button')
    await expect.poll(() => answers, soon).toMatchObject([{ success: true, outcome: 'FLAGGED' }])
    expect(broken).toEqual(policy.reports.map((directive) => expect.stringContaining(`${directive} ${product.api}`)))
  })

// Each script under one of the policies that differ most: what they load is the same.
for (const [index, id] of ['no-frame', 'nonce-alone', 'nonce', 'recommended'].entries()) {
  const other = others[index % others.length]
  if (other !== undefined)
    test(`a page made for another captcha, with ${other.script} of ours, under the policy "${policyOf(id).title.en}"`, async () => {
      const policy = policyOf(id)
      const { page, answers } = await guard(policy, { other })
      const person = await touch(page.url)
      await expect
        .poll(() => person.evaluate(`document.querySelector('[name=${other.field}]')?.value`), soon)
        .toMatch(/./u)
      const broken = await person.evaluate('broken')
      await person.click('form button')
      await expect.poll(() => answers, soon).toMatchObject([{ success: true }])
      expect(broken).toEqual(policy.reports.map((directive) => expect.stringContaining(`${directive} ${product.api}`)))
    })
}

for (const [where, attributes] of [
  ['that is allowed nothing', 'allow=""'],
  ['in a sandbox', 'allow="" sandbox="allow-scripts allow-forms allow-same-origin"'],
] as const)
  test(`a form inside another website's frame ${where} is protected like any other`, async () => {
    const { page, answers } = await guard(policyOf('recommended'))
    const around = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(
        `<!doctype html><html lang="en"><title>Partner</title><iframe title="Newsletter" width="600" height="400" src="${page.url}" ${attributes}></iframe></html>`,
      )
    })
    await new Promise<void>((resolve) => void around.listen(0, '127.0.0.1', resolve))
    opened.push({
      close: () =>
        new Promise((resolve) => {
          around.close(() => resolve())
          around.closeAllConnections()
        }),
    })
    const address = around.address()
    const person = await openAsPerson(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`)
    opened.push(person)
    await person.press('Tab')
    await person.type('a@example.org')
    await person.press('Enter')
    await expect.poll(() => answers, soon).toMatchObject([{ success: true }])
    expect(page.reports).toEqual([])
  })

function policyOf(wanted: string): PagePolicy {
  const policy = pagePolicies.find(({ id }) => id === wanted)
  if (policy === undefined) throw new Error(`No policy is called ${wanted}`)
  return policy
}
