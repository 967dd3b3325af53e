import { randomUUIDv7 } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { datevAccounts, viewCookieName } from '@bollard/contracts'
import { type RunningSite, startSite } from '@bollard/site-kit/host'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareDumps, dumpTables, tableOf, untilSettled, written } from './testing/api/dump-tables.ts'
import { formsOfPage, type SentForm } from './testing/api/forms-of-page.ts'
import type { Kind } from './testing/api/kinds.ts'
import { operate } from './testing/api/people.ts'
import { startWorld, type World } from './testing/api/world.ts'

const folder = new URL('../sites/admin/', import.meta.url)

interface SiteRoute {
  readonly id: string
  readonly path: string
  readonly module: Readonly<Partial<Record<'default' | 'loader' | 'action', unknown>>>
}

let world: World
let site: RunningSite
let routes: SiteRoute[]
let forms: Found[]
beforeAll(async () => {
  const build = (await import(new URL('build/server/index.js', folder).href)) as {
    routes: Record<string, SiteRoute>
  }
  routes = Object.values(build.routes).filter(({ path }) => path)
  world = await startWorld()
  const { api } = world
  site = await startSite({
    name: 'admin',
    pages: { build: fileURLToPath(new URL('build', folder)) },
    host: '127.0.0.1',
    port: Number(new URL(api.siteUrls.admin).port),
    context: {
      urls: { ...api.siteUrls, api: api.url },
      apiInternalUrl: api.url,
      internalSecret: api.internalSecret,
      secure: false,
    },
    // A theme cannot be read, which is a fault to React Router.
    report: () => {},
  })
  forms = await findForms(world.people.operator.cookie())
})
afterAll(async () => {
  await site?.close()
  await world?.api.stop()
})

/** What the parts of addresses that begin with a colon stand for. A new one fails the test until it is here. */
const kindOfPart: Readonly<Record<string, Kind>> = {
  userId: 'personId',
  exportId: 'personExportId',
  organizationId: 'organizationId',
  solutionId: 'solutionId',
  clickId: 'advertisingTokenId',
  batchId: 'conversionExportId',
  invoiceId: 'invoiceId',
  replayId: 'replayId',
}
/** The same for parts that name nothing of a tenant. */
const wordOfPart: Readonly<Record<string, string>> = { name: 'administrator-added', in: 'en' }
/** What the addresses of files name in their query. */
const queries: Readonly<Record<string, () => Record<string, string>>> = {
  'billing/bookings-file': () => ({ month: '2026-01' }),
  // The accounts of a chart that the form offers.
  'billing/datev-file': () => ({
    period: '2026-01',
    consultant: '1001',
    client: '1',
    fiscalYear: '2026-01-01',
    accountLength: '4',
    chart: 'SKR03',
    ...datevAccounts.SKR03,
  }),
  'billing/file': () => ({ invoice: world.ofAda.invoiceId }),
  'partner/file': () => ({ run: world.ofAda.payoutRunId }),
  'partner/document': () => ({ organization: world.ofAda.organizationId, payout: world.ofAda.payoutId }),
  'users/:userId/exports/:exportId': () => ({ reason: 'Asked for by a test' }),
}
/** Of what is not shown to operators without change mode: nothing has been paid out, and data of a person leaves in change mode alone. */
const notShown: Readonly<Record<string, string>> = {
  ':language/partner/file': '404',
  ':language/partner/document': '404',
  ':language/users/:userId/exports/:exportId': '403',
}
/** What answers everybody the same: the ways to the first page, what takes forms alone, and what is no page. */
const forAll: Readonly<Record<string, string>> = {
  '/': 'to /en/overview',
  ':language': 'to /en/overview',
  ':language/sign-out': 'to /en/overview',
  ':language/theme': '400',
  '*': '404',
}

/** A form of the test, and the page that has it. */
interface Found extends SentForm {
  readonly page: string
}

/** Forms that a page has only while something waits for a decision, which needs more than a tenant. */
const waiting: Readonly<Record<string, readonly string[]>> = {
  abuse: ['note', 'forget'],
  advertising: ['send'],
  'advertising/:clickId': ['send'],
  'advertising/batches': ['settle'],
  'billing/refunds': ['confirm', 'refuse'],
  'jobs/dead-letters': ['retry', 'drop'],
  mail: ['resend'],
  'organizations/:organizationId': ['commission'],
  partner: ['approve', 'transfer', 'payout'],
  'solutions/:solutionId': ['unlock', 'endOverride', 'correct'],
  'users/:userId': ['verify', 'lift', 'revoke'],
}
const plain = { id: randomUUIDv7(), reason: 'Asked for by a test', period: '2026-01' }
/** What somebody does to their own session or browser, and not to the installation. */
const ofOneself = /^(?:change-mode|sign-out|open|theme)$/u

const pathOf = (path: string): string => path.replace(':language/', '')
const addressOf = (path: string): string => {
  const filled = path
    .replace(':language', 'en')
    .replaceAll(
      /:(\w+)/gu,
      (_all, part: string) => world.ofAda[kindOfPart[part] as Kind] ?? wordOfPart[part] ?? 'unknown',
    )
    .replace('*', 'en/there/is/nothing')
  const query = queries[pathOf(path)]?.()
  return `${filled.startsWith('/') ? '' : '/'}${filled}${query ? `?${new URLSearchParams(query)}` : ''}`
}

/** What a visitor gets: `shown`, where they are sent, or the status of a refusal. A form is sent as the script of a page sends it, which loads no page anew. */
async function ask(
  address: string,
  cookie: string,
  fields?: SentForm['fields'],
): Promise<{ got: string; text: string }> {
  const url = new URL(address, site.url)
  if (fields) url.pathname += '.data'
  for (;;) {
    const response = await fetch(url, {
      method: fields ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie, accept: 'text/html', 'accept-language': 'en', origin: world.api.siteUrls.admin },
      ...(fields ? { body: new URLSearchParams(fields) } : {}),
    })
    const text = await response.text()
    const location =
      response.headers.get('location') ??
      (response.status === 202 ? /"redirect","([^"]+)"/u.exec(text)?.[1] : undefined)
    if (location !== undefined) return { got: `to ${new URL(location, site.url).pathname}`, text }
    if (response.status !== 429) return { got: response.ok ? 'shown' : String(response.status), text }
    world.api.goTo(new Date(world.api.now().getTime() + 10_000))
  }
}

/** What somebody gets at every route, by its path. */
async function visitAll(cookie: string): Promise<Record<string, string>> {
  const all: Record<string, string> = {}
  for (const { path } of routes) all[path] = (await ask(addressOf(path), cookie)).got
  return all
}

/** The same for forms, by the route and the button. */
async function sendAll(sent: readonly Found[], cookie: string): Promise<Record<string, string>> {
  const all: Record<string, string> = {}
  for (const { page, action, fields } of sent) all[nameOf(page, fields)] = (await ask(action, cookie, fields)).got
  return all
}
const nameOf = (page: string, { intent }: SentForm['fields']): string => `${page} ${intent ?? ''}`.trim()

/** Every form of every page, for an operator in change mode. */
async function findForms(cookie: string): Promise<Found[]> {
  const found = new Map<string, Found>()
  const keep = (form: Found) => found.set(nameOf(form.page, form.fields), form)
  for (const { path, module } of routes) {
    if (module.default === undefined) continue
    const address = addressOf(path)
    for (const form of formsOfPage((await ask(address, cookie)).text, address))
      keep({ ...form, page: pageAt(form.action) })
  }
  for (const [page, intents] of Object.entries(waiting))
    for (const intent of intents) keep({ page, action: addressOf(`:language/${page}`), fields: { ...plain, intent } })
  keep({ page: 'theme', action: '/en/theme', fields: { theme: 'dark' } })
  return [...found.values()]
}
/** The page to which a form is sent. */
function pageAt(action: string): string {
  const isThere = ({ path }: SiteRoute) => addressOf(path).split('?', 1)[0] === action.split('?', 1)[0]
  return pathOf(routes.find(isThere)?.path ?? '*')
}

/** What each route answers, where areas and the way in answer as given. */
function expected(area: string, wayIn: string): Record<string, string> {
  const of = (path: string) => forAll[path] ?? (path === ':language/open' ? wayIn : area)
  return Object.fromEntries(routes.map(({ path }) => [path, of(path)]))
}

test('every button of the pages is sent, and every page that takes forms gets one', async () => {
  const sources = globSync('app/**/*.tsx', {
    cwd: folder,
    exclude: (path) => /\.test\.|\/examples\//u.test(String(path)),
  })
  const text = sources.map((path) => readFileSync(new URL(path, folder), 'utf8')).join('\n')
  const named = [...text.matchAll(/\b(?:intent|name="intent" value)="([\w-]+)"/gu)].map(([, intent = '']) => intent)
  const sent = new Set(forms.map(({ fields }) => fields['intent']))
  expect(named.filter((intent) => !sent.has(intent))).toEqual([])
  const pages = new Set(forms.map(({ page }) => page))
  expect(routes.filter((route) => route.module.action && !pages.has(pathOf(route.path))).map(({ id }) => id)).toEqual(
    [],
  )
})

test(
  'operators alone see the site and get its files; without change mode they change nothing',
  { timeout: 120_000 },
  async () => {
    const { api, people } = world
    const { operator, ada, eve } = people
    const all = (got: string) => Object.fromEntries(others.map(({ page, fields }) => [nameOf(page, fields), got]))
    const others = forms.filter(({ page }) => !ofOneself.test(page))
    const { url } = await operator.client.startView({
      userId: world.ofAda.personId,
      viewNewDto: { reason: 'A test of views' },
    })
    const viewing = api.clientFrom(operator.address)
    await viewing.client.openView({ viewTokenDto: { token: new URL(url).searchParams.get('token') ?? '' } })
    expect(viewing.cookie()).toContain(viewCookieName(false))

    await operator.client.endChangeMode()
    // On a machine where all sites have one host the browser sends the cookie of the view to each.
    const both = `${operator.cookie()}; ${viewing.cookie()}`
    const seen = await visitAll(both)
    expect(seen).toEqual({ ...expected('shown', 'shown'), ...notShown })
    await untilSettled(api)
    const before = await dumpTables(api.cells)
    const refused = await sendAll(others, both)
    expect(refused).toEqual({ ...all('403'), ...nothingToDo })
    for (const [who, cookie, got] of [
      ['an admin of a solution', ada.cookie(), '403'],
      ['a stranger', eve.cookie(), '403'],
      ['a view alone', viewing.cookie(), 'to /en/sign-in'],
      ['nobody', '', 'to /en/sign-in'],
    ] as const) {
      expect(await visitAll(cookie), who).toEqual(expected(got, got))
      expect(await sendAll(others, cookie), who).toEqual(all(got))
    }
    const changed = compareDumps(before, await dumpTables(api.cells))
    const ofCalls = [...changed.gone, ...changed.come].filter((row) => !written.has(tableOf(row)))
    // A session is written to while it is used.
    expect(ofCalls.filter((row) => tableOf(row) !== 'identity.operator_sessions')).toEqual([])

    await operator.client.endOperatorSession()
    expect(await visitAll(operator.cookie())).toEqual(expected('to /en/open', 'shown'))
    expect(await sendAll(others, operator.cookie())).toEqual(all('to /en/open'))

    await operate(operator.client)
    const done = await sendAll(others, operator.cookie())
    // Refused for what they bring or find, and not because of who sends them; and no script is sent to where only scripts go.
    expect(
      Object.entries(done).filter(([, got]) => /^(?:401|403|5\d\d|to .*(?:open|sign-in|prove|\.data))$/u.test(got)),
    ).toEqual([])
    expect(done).toMatchObject({
      'users/:userId suspend': 'shown',
      'solutions/:solutionId lock': 'shown',
      'jobs run': 'to /en/jobs',
    })
  },
)

/** No conversion of the test has a value, so none of them can be sent; and a preview changes nothing. */
const nothingToDo = {
  'advertising send': 'shown',
  'advertising/:clickId send': 'shown',
  'content/notice preview': 'shown',
}
