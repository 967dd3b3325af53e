import type { StatusPage, StatusReport, Subscriber } from '@bollard/contracts'
import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { monitoringPage } from '../examples/example-monitoring.ts'
import * as editor from './status-page.tsx'
import * as pages from './pages.tsx'
import * as reportPage from './report.tsx'
import * as reports from './reports.tsx'
import * as subscribers from './subscribers.tsx'
import * as templates from './templates.tsx'
import { newPage, pageOf, shownPage, typedPage } from './typed-page.ts'

const services = (['UP', 'DOWN', 'PAUSED'] as const).map((state, index) => ({
  id: `019a9b1c-5d3e-7000-8000-00000000010${index}`,
  name: `anmeldung-${index}.rundbrief-redaktion.example.org/abonnement`,
  state,
  uptimePercent: index === 2 ? null : 99.97,
  downSecondsByDay: Array.from({ length: 30 }, (_, day) => (index === 2 ? -1 : day === 12 ? 90 : 0)),
}))
const page: StatusPage = {
  id: '019a9b1c-5d3e-7000-8000-000000000201',
  slug: 'rundbrief',
  host: 'status.rundbrief-redaktion.example.org',
  hostProof: {
    name: '_bollard-challenge.status.rundbrief-redaktion.example.org',
    value: `bollard-status-page=${'x'.repeat(43)}`,
    state: 'ENDING',
    found: 'NO_RECORD',
    pointsHere: false,
    checkedAt: '2026-03-02T09:00:00.000Z',
    provenAt: '2026-03-01T09:00:00.000Z',
    endsAt: '2026-03-09T09:00:00.000Z',
  },
  name: 'Rundbrief-Redaktion',
  description: 'Anmeldung, Versand und Archiv.',
  announcement: 'Am Samstag ziehen wir um.',
  days: 90,
  responseTimes: true,
  maintenance: true,
  colors: { light: '#1f4fd8', dark: null },
  logo: null,
  languages: ['de', 'en'],
  networks: ['192.0.2.0/24'],
  noindex: false,
  published: true,
  groups: [
    {
      name: 'Anmeldung',
      components: [{ id: 'c1', serviceId: services[0]?.id ?? '', name: 'Formular', description: 'Auf jeder Seite.' }],
    },
  ],
  hasPassword: true,
  subscribers: 12,
  createdAt: '2026-03-01T09:00:00.000Z',
  updatedAt: '2026-03-02T09:00:00.000Z',
  version: 3,
}
const report: StatusReport = {
  id: '019a9b1c-5d3e-7000-8000-000000000301',
  statusPageId: page.id,
  title: 'Anmeldungen kommen nicht an',
  stage: 'IDENTIFIED',
  startedAt: '2026-03-02T09:00:00.000Z',
  resolvedAt: null,
  updates: [
    {
      id: 'u1',
      at: '2026-03-02T09:00:00.000Z',
      correctedAt: '2026-03-02T09:05:00.000Z',
      stage: 'IDENTIFIED',
      text: 'Die Ursache ist gefunden.\nWir beheben sie.',
      impacts: [{ componentId: 'c1', impact: 'DOWN' }],
    },
  ],
  version: 1,
}
const template = { name: 'Ausfall', title: 'Ausfall', stage: 'INVESTIGATING', text: 'Wir untersuchen das.' } as const
const components = [{ id: 'c1', name: 'Formular' }]
const listed = { id: page.id, name: page.name, slug: page.slug, host: page.host, published: true, subscribers: 12 }

test('the editor of a page with all that it has is clean, and shows what visitors would see', async () => {
  const state = monitoringPage({
    at: `/pages/${page.id}`,
    page: layer('monitoring-pages/status-page', editor, {
      path: 'pages/:statusPageId',
      loaderData: { page, services },
    }),
    heading: () => page.name,
    has(shown) {
      expect(shown.textContent).toContain('Am Samstag ziehen wir um.')
      const copied = [...shown.querySelectorAll('input')].map(({ value }) => value)
      expect(copied).toEqual(expect.arrayContaining([page.hostProof?.name, page.hostProof?.value]))
      expect(shown.querySelectorAll('button[name=do][value=prove]').length).toBe(1)
      expect(shown.querySelectorAll('input[type=password]').length).toBe(1)
      expect(shown.querySelector<HTMLInputElement>('[name="line/0/description"]')?.value).toBe('Auf jeder Seite.')
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('the list of pages is clean', async () => {
  const loaderData = { pages: [{ ...listed, isClosed: true, components: 3 }] }
  const state = monitoringPage({
    at: '/pages',
    page: layer('monitoring-pages/pages', pages, { path: 'pages', loaderData }),
    heading: (t) => t(($) => $.statusPages.title),
    has: (shown) => expect(shown.textContent).toContain(page.host ?? ''),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('reports with the form of a new one are clean', async () => {
  const loaderData = {
    items: [report],
    nextCursor: null,
    isFirstPage: true,
    pages: [{ id: page.id, name: page.name, components }],
    templates: [template],
    chosen: { page: '', template: 'Ausfall' },
  }
  const state = monitoringPage({
    at: '/reports',
    page: layer('monitoring-pages/reports', reports, { path: 'reports', loaderData }),
    heading: (t) => t(($) => $.statusPages.reports.title),
    has: (shown) => expect(shown.querySelector<HTMLTextAreaElement>('#text')?.value).toBe(template.text),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('a report with its updates is clean, and so are the templates', async () => {
  const one = monitoringPage({
    at: `/reports/${report.id}`,
    page: layer('monitoring-pages/report', reportPage, {
      path: 'reports/:statusReportId',
      loaderData: { report, components, page: page.name },
    }),
    heading: () => report.title,
    has(shown) {
      expect(shown.textContent).toContain('Wir beheben sie.')
      expect(shown.querySelectorAll('main li form').length).toBe(2)
    },
  })
  expect(await faultsOfPage(one)).toEqual([])
  const other = monitoringPage({
    at: '/reports/templates',
    page: layer('monitoring-pages/templates', templates, {
      path: 'reports/templates',
      loaderData: { items: [template], version: 1 },
    }),
    heading: (t) => t(($) => $.statusPages.reports.templates),
    has: (shown) => expect(shown.textContent).toContain('Ausfall'),
  })
  expect(await faultsOfPage(other)).toEqual([])
})

test('subscribers are clean; a viewer is shown none', async () => {
  const subscriber: Subscriber = {
    id: '019a9b1c-5d3e-7000-8000-000000000401',
    statusPageId: page.id,
    channel: 'EMAIL',
    destination: 'redaktion-und-vertrieb@rundbrief.example.org',
    state: 'ACTIVE',
    componentIds: ['c1'],
    language: 'de',
    createdAt: '2026-03-02T09:00:00.000Z',
    confirmedAt: '2026-03-02T09:05:00.000Z',
  }
  const stateOf = (mayRead: boolean) =>
    monitoringPage({
      at: '/subscribers',
      solution: mayRead ? {} : { myRole: 'VIEWER' },
      page: layer('monitoring-pages/subscribers', subscribers, {
        path: 'subscribers',
        loaderData: {
          mayRead,
          isFirstPage: true,
          nextCursor: null,
          items: mayRead ? [subscriber] : [],
          pages: [{ id: page.id, name: page.name }],
        },
      }),
      heading: (t) => t(($) => $.statusPages.subscribers.title),
      has: (shown) => expect(shown.querySelectorAll('tbody tr').length).toBe(mayRead ? 1 : 0),
    })
  expect(await faultsOfPage(stateOf(true))).toEqual([])
  expect(await faultsOfPage(stateOf(false))).toEqual([])
})

test('what a page is comes through its form unchanged, and services get numbers, headings and names', () => {
  const {
    id: _id,
    hostProof: _p,
    hasPassword: _h,
    subscribers: _s,
    createdAt: _c,
    updatedAt: _u,
    version: _v,
    ...settings
  } = page
  expect(pageOf(shownPage(page, services), null)).toEqual(settings)
  const form = new FormData()
  for (const [name, value] of Object.entries({ slug: 'x-y', host: 'Status.Example.org', days: '30', lines: '2' }))
    form.set(name, value)
  for (const [index, name] of ['Zwei', 'Eins'].entries()) {
    for (const [field, value] of Object.entries({
      shown: 'on',
      serviceId: `s${index}`,
      name,
      order: String(2 - index),
    }))
      form.set(`line/${index}/${field}`, value)
  }
  const typed = pageOf(typedPage(form), null)
  expect([typed.host, typed.days, typed.published]).toEqual(['status.example.org', 30, false])
  expect(typed.groups.map(({ components: all }) => all.map(({ name }) => name))).toEqual([['Eins', 'Zwei']])
  expect(newPage('de', services).components.every(({ isShown }) => !isShown)).toBe(true)
})
