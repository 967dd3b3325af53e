import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '@bollard/database'
import { makeTestFolder } from '@bollard/testing'
import { expect, test } from '@playwright/test'
import { readWidgetRelease } from '../server/api/widget-release.ts'
import { type CaptchaKeys, createAccount, createEasyCaptcha } from './account.ts'
import { type CustomerSite, startCustomerSite } from './customer-site.ts'
import { openAsPerson, type PersonsPage } from './open-as-person.ts'
import { product } from './product.ts'
import { soon } from './soon.ts'

interface Manifest {
  readonly release: string
  readonly layout: number
  readonly address: string
  readonly integrity: string
}

let keys: CaptchaKeys
test.beforeAll(async () => {
  keys = await createEasyCaptcha(await createAccount('Releases'), 'Releases of the widget')
})
const opened: { close(): Promise<void> }[] = []
test.afterEach(async () => {
  for (const thing of opened.splice(0)) await thing.close()
})

const form =
  '<form method="post" action="/"><label>E-mail <input name="email" required></label>{widget}<button>Subscribe</button></form>'

/** A visitor fills the form in and sends it; what the customer's server then hears, and what the page had loaded. */
async function subscribe(options: { script: string; body?: string; copy?: string }) {
  const site: CustomerSite = await startCustomerSite({ api: product.api, ...keys, body: form, ...options })
  const person: PersonsPage = await openAsPerson(site.url)
  opened.push(person, site)
  await expect.poll(() => person.textOf('bollard-captcha'), soon).not.toBe('')
  await person.click('input')
  await person.type('anna@example.org')
  await expect.poll(() => person.textOf('bollard-captcha'), soon).toMatch(/You’re through|Prüfung bestanden/u)
  const loaded = String(
    await person.evaluate(`performance.getEntriesByType('resource').map(({ name }) => name).join(' ')`),
  ).split(' ')
  await person.click('form button')
  await expect.poll(() => person.textOf('#answer'), soon).toBe('Welcome')
  const [answer] = site.answers
  return { loaded, answer, reasons: answer?.reasons?.map(({ code }) => code) ?? [], complaints: person.complaints }
}

/** Nothing of what the widget wrote was doubted. */
function expectGenuine({ answer, reasons }: Awaited<ReturnType<typeof subscribe>>): void {
  expect(answer).toMatchObject({ success: true })
  expect(answer?.score, reasons.join(', ')).toBeLessThan(0.3)
  for (const code of ['layout-unknown', 'collector-incomplete', 'collector-forged', 'collector-missing'])
    expect(reasons).not.toContain(code)
}

async function manifestOfProduct(): Promise<Manifest> {
  const manifest: Manifest = await (await fetch(`${product.api}/widget/manifest.json`)).json()
  return manifest
}

test('a page can pin the release that is served, by address and integrity hash', async () => {
  const { address, integrity, release } = await manifestOfProduct()
  const response = await fetch(product.api + address)
  expect(response.headers.get('cache-control')).toContain('immutable')
  const seen = await subscribe({
    script: `<script type="module" src="${product.api}${address}" integrity="${integrity}" crossorigin></script>`,
  })
  expectGenuine(seen)
  expect(seen.loaded).toContain(`${product.api}/widget/frame.html?${release}`)
})

test('a copy on the owner’s own server finds everything else at the API', async () => {
  const { release } = await manifestOfProduct()
  const seen = await subscribe({
    script: '<script type="module" src="/copy.js"></script>',
    copy: await (await fetch(`${product.api}/widget.js`)).text(),
    body: form.replace(
      '{widget}',
      `<bollard-captcha sitekey="${keys.siteKey}" api-url="${product.api}" language="de"></bollard-captcha>`,
    ),
  })
  expectGenuine(seen)
  expect(seen.loaded).toContain(`${product.api}/widget/languages/de.json?${release}`)
  expect(seen.complaints).toEqual([])
})

test('a page that is pinned to a release of before an upgrade goes on with its own files, and passes as ever', async () => {
  const folder = await makeTestFolder()
  execFileSync(process.execPath, ['build.ts', '--version', '0.0.9', '--out', folder.path], {
    cwd: join(import.meta.dirname, '../client/widget'),
  })
  const before: Manifest = JSON.parse(readFileSync(join(folder.path, 'widget/manifest.json'), 'utf8'))
  const now = await manifestOfProduct()
  expect(before.layout).not.toBe(now.layout)
  const db = openDatabase({
    connectionString: `postgresql:///bollard?${new URLSearchParams({ host: join(product.dataDirectory, 'postgres'), user: 'bollard' })}`,
    max: 1,
  })
  const { release, layout, checks, pack } = readWidgetRelease(folder.path)
  await db.query<object>(
    'journey-release',
    `insert into captcha.widget_builds (layout, release, checks, first_served_at, last_served_at, files)
     values ($1, $2, $3, now() - interval '20 days', now() - interval '20 days', $4)`,
    [layout, release, checks, await pack()],
  )
  const seen = await subscribe({
    script: `<script type="module" src="${product.api}${before.address}" integrity="${before.integrity}" crossorigin></script>`,
  })
  expectGenuine(seen)
  expect(seen.loaded).toContain(`${product.api}/widget/frame.html?${before.release}`)
  // It is served again, and so counts for another 30 days.
  const [row] = await db.query<{ again: boolean }>(
    'journey-served',
    `select last_served_at > now() - interval '1 hour' as again from captcha.widget_builds where layout = $1`,
    [layout],
  )
  expect(row?.again).toBe(true)
  await db.close()
  await folder.remove()
})
