import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { settingsPage } from '../../examples/example-pages.ts'
import * as unsubscribe from './unsubscribe.tsx'

type Given = Parameters<typeof layer<typeof unsubscribe>>[2]
type Settings = Parameters<typeof settingsPage>[0]

const loaderData: Given['loaderData'] = {
  admins: ['Ada'],
  membersCount: 2,
  checked: 1384,
  exports: [],
  paidUntil: '2026-12-01T00:00:00.000Z',
  erasedAt: { now: '2026-12-22T00:00:00.000Z', later: '2026-12-31T00:00:00.000Z' },
  isPaid: true,
  held: null,
  reasons: ['NO_LONGER_NEEDED', 'TEST_ONLY', 'OTHER'] as unknown as Given['loaderData']['reasons'],
  retentionDays: 30,
}
const ending = { lifecycle: 'CANCEL_SCHEDULED', endsAt: '2026-12-01T00:00:00.000Z' } as const

const states: [string, string, Settings['solution'], Partial<Given>][] = [
  ['a captcha in use', '', {}, {}],
  ['a captcha whose data may be downloaded after a proof', '?proven', {}, {}],
  ['a captcha that was just ended', '', ending, { actionData: { did: 'delete', problem: null, typed: null } }],
  ['a captcha that goes on after all', '', {}, { actionData: { did: 'undo', problem: null, typed: null } }],
  ['a captcha of which one is a viewer', '', { myRole: 'VIEWER' }, {}],
]

test.for(states)('the end of %s is clean', async ([, search, solution, given]) => {
  const state = settingsPage({
    at: `/unsubscribe${search}`,
    ...(solution ? { solution } : {}),
    page: layer('settings/unsubscribe/unsubscribe', unsubscribe, { path: 'unsubscribe', loaderData, ...given }),
    heading: (t) => t(($) => $.settings.pages.unsubscribe),
  })
  expect(await faultsOfPage(state)).toEqual([])
})
