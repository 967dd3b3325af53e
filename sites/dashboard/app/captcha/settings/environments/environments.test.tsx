import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { exampleEnvironments } from '../../../examples/example-environments.ts'
import { solutionPage } from '../../../examples/example-pages.ts'
import { loadedSettings } from '../../../examples/example-settings.ts'
import * as environments from './environments.tsx'

type Given = Parameters<typeof layer<typeof environments>>[2]
type Solution = Parameters<typeof solutionPage>[0]['solution']
type Has = NonNullable<Parameters<typeof solutionPage>[0]['has']>

const { admins, features, planWith } = loadedSettings
const loaderData: Given['loaderData'] = {
  admins,
  features,
  planWith,
  held: null,
  environmentsMax: 5,
  environments: [...exampleEnvironments],
  intent: '01927c3e-1111-7000-8000-000000000001',
}
const typed = { name: 'Staging', domains: 'co.uk\nshop' }
const states: [string, Partial<Given>, Solution, Has][] = [
  ['as they are', {}, {}, (page) => expect(page.querySelectorAll('main ul > li h2').length).toBe(2)],
  [
    'with domains that cannot be used',
    {
      actionData: {
        problem: exampleProblem('validation-failed', [
          { pointer: '/domains/0', code: 'public-suffix' },
          { pointer: '/domains/1', code: 'domain' },
        ]),
        typed,
        sent: ['co.uk', 'shop'],
        created: null,
      },
    },
    {},
    (page, { t }) => {
      expect(page.textContent).toContain(
        t(($) => $.captchaSettings.environments.faults['public-suffix'], { domain: 'co.uk' }),
      )
      expect(document.activeElement?.id).toBe('domains')
    },
  ],
  [
    'with a new one',
    {
      actionData: {
        problem: null,
        typed: null,
        sent: [],
        created: { id: 'new', name: 'Staging', siteKey: 'site_1', secretKey: 'bsec_9vXk2mT7qLs4Rb8W' },
      },
    },
    {},
    (page) => expect(page.querySelector('input[value="bsec_9vXk2mT7qLs4Rb8W"]')).not.toBeNull(),
  ],
  [
    'that are all a plan has room for',
    { loaderData: { ...loaderData, environmentsMax: 2 } },
    {},
    (page, { t }) => expect(page.textContent).toContain(t(($) => $.captchaSettings.environments.full, { count: 2 })),
  ],
  ['of a viewer', {}, { myRole: 'VIEWER' }, (page) => expect(page.querySelector('main form')).toBeNull()],
]

test.for(states)('the environments %s are clean', async ([, given, solution, has]) => {
  const state = solutionPage({
    at: '/captcha/settings/environments',
    ...(solution ? { solution } : {}),
    page: layer('captcha/settings/environments/environments', environments, {
      path: 'captcha/settings/environments',
      loaderData,
      ...given,
    }),
    heading: (t) => `${t(($) => $.captchaSettings.title)}: ${t(($) => $.captchaSettings.tabs.environments)}`,
    has,
  })
  expect(await faultsOfPage(state)).toEqual([])
})
