import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { exampleEnvironments, exampleKeys } from '../../../examples/example-environments.ts'
import { solutionPage } from '../../../examples/example-pages.ts'
import * as environment from './environment.tsx'

type Given = Parameters<typeof layer<typeof environment>>[2]
type Solution = Parameters<typeof solutionPage>[0]['solution']
type Has = NonNullable<Parameters<typeof solutionPage>[0]['has']>

const [production] = exampleEnvironments
const loaderData: Given['loaderData'] = {
  admins: ['Anna'],
  held: null,
  environment: production,
  isLast: false,
  keys: [...exampleKeys],
  room: null,
  intent: '01927c3e-1111-7000-8000-000000000001',
}
const nothing = { settings: null, keys: null, archive: null }
const section = `environment-${production.id}`
const open = (page: HTMLElement) => page.querySelectorAll('details').forEach((details) => (details.open = true))

const states: [string, Partial<Given>, Solution, Has][] = [
  [
    'with several keys',
    {},
    {},
    (page) => {
      open(page)
      expect(page.querySelectorAll('#keys li').length).toBe(4)
      // What was replaced, or has ended, is not rotated once more.
      expect(page.querySelectorAll('button[value="rotateKey"]').length).toBe(2)
    },
  ],
  [
    'that is the last one, without a key and with room for none',
    { loaderData: { ...loaderData, isLast: true, keys: [], room: { max: 1, used: 1 } } },
    {},
    (page, { t }) => {
      open(page)
      expect(page.textContent).toContain(t(($) => $.captchaSettings.archive.last))
      expect(page.querySelector<HTMLButtonElement>('button[value="createKey"]')?.disabled).toBe(true)
    },
  ],
  [
    'with a domain that is refused',
    {
      actionData: {
        ...nothing,
        settings: {
          section,
          did: 'save',
          problem: exampleProblem('validation-failed', [{ pointer: '/domains/1', code: 'duplicate' }]),
          conflict: null,
          typed: { name: 'Production', domains: ['shop.example', 'SHOP.example'], active: true },
          tried: null,
        },
      },
    },
    {},
    (page, { t }) =>
      expect(page.textContent).toContain(
        t(($) => $.captchaSettings.environments.faults.duplicate, { domain: 'SHOP.example' }),
      ),
  ],
  [
    'with a new key',
    {
      actionData: {
        ...nothing,
        keys: { did: 'rotateKey', problem: null, secretKey: 'bsec_9vXk2mT7qLs4Rb8W', name: '' },
      },
    },
    {},
    (page) => expect(page.querySelector('input[value="bsec_9vXk2mT7qLs4Rb8W"]')).not.toBeNull(),
  ],
  [
    'of a viewer',
    {},
    { myRole: 'VIEWER' },
    (page) => expect(page.querySelector('button[type="submit"][name="do"]')).toBeNull(),
  ],
]

test.for(states)('an environment %s is clean', async ([, given, solution, has]) => {
  const state = solutionPage({
    at: `/captcha/settings/environments/${production.id}`,
    ...(solution ? { solution } : {}),
    page: layer('captcha/settings/environments/environment', environment, {
      path: 'captcha/settings/environments/:environmentId',
      loaderData,
      ...given,
    }),
    heading: (t) => `${t(($) => $.captchaSettings.title)}: Production`,
    has,
  })
  expect(await faultsOfPage(state)).toEqual([])
})
