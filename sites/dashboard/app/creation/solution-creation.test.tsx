import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { dashboardPage } from '../examples/example-pages.ts'
import * as creation from './solution-creation.tsx'

const loaderData = {
  intent: '7d1f3f2a-6f0e-4a3e-9d61-2f4b6f0f7a11',
  type: 'CAPTCHA',
  dpa: null,
  typed: null,
  choices: { trialDays: 14, freePlans: [], organizations: [], zones: [] },
} as const
const plain = { type: 'CAPTCHA', plan: '', organizationId: '', timezone: '', language: '' } as const
const choices = {
  trialDays: 14,
  freePlans: ['FREE'],
  organizations: [
    {
      id: '019a9b1c-5d3e-7000-8000-000000000001',
      name: 'Agentur für Bürgerbeteiligung und Verwaltungsdigitalisierung',
    },
  ],
  zones: [{ region: 'Europe', zones: [{ id: 'Europe/Berlin', label: 'Berlin' }] }],
}
const path = ':language/solution-creation'
const at = '/solution-creation'

test('the form for a new captcha is clean, and so is that for page protection, with an agreement to accept', async () => {
  const dpa = { version: '2026-05', url: 'https://operator.example/dpa' }
  for (const given of [{ dpa: null }, { dpa, type: 'BUNDLE_SECURITY' }] as const) {
    const isBundle = 'type' in given
    const state = dashboardPage({
      at,
      page: layer('creation/solution-creation', creation, { path, loaderData: { ...loaderData, ...given } }),
      heading: (t) => (isBundle ? t(($) => $.create.protection.title) : t(($) => $.create.title)),
      has: (page) =>
        expect(page.querySelector<HTMLInputElement>('[name=type]')?.value).toBe(isBundle ? given.type : 'CAPTCHA'),
    })
    expect(await faultsOfPage(state)).toEqual([])
  }
})

test('the form with what was wrong in it is clean', async () => {
  const state = dashboardPage({
    at,
    page: layer('creation/solution-creation', creation, {
      path,
      loaderData,
      actionData: {
        typed: { label: 'a', domains: 'not a domain', localhost: false, dpa: false, ...plain },
        sent: ['not a domain'],
        intent: loaderData.intent,
        problem: exampleProblem('validation-failed', [
          { pointer: '/label', code: 'too-short', params: { min: 3 } },
          { pointer: '/domains/0', code: 'domain' },
        ]),
      },
    }),
    heading: (t) => t(($) => $.create.title),
    has: (page) => expect(page.querySelectorAll('[aria-invalid="true"]').length).toBe(2),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('the form with a choice that was refused is clean, and shows it', async () => {
  const state = dashboardPage({
    at,
    page: layer('creation/solution-creation', creation, {
      path,
      loaderData: { ...loaderData, choices },
      actionData: {
        typed: {
          ...plain,
          label: 'Shop',
          domains: 'shop.example',
          localhost: true,
          dpa: false,
          timezone: 'Europe/Berlin',
        },
        sent: ['shop.example'],
        intent: loaderData.intent,
        problem: exampleProblem('validation-failed', [{ pointer: '/organizationId', code: 'invalid' }]),
      },
    }),
    heading: (t) => t(($) => $.create.title),
    has: (page) => {
      expect(page.querySelector('#planCode')?.closest('details')?.open).toBe(true)
      expect(page.querySelector<HTMLSelectElement>('#timezone')?.value).toBe('Europe/Berlin')
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})
