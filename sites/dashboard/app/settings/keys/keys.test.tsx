import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { exampleUser, settingsPage } from '../../examples/example-pages.ts'
import * as apiKeys from './api-keys.tsx'
import * as bypassKeys from './bypass-keys.tsx'
import type { KeysAnswer } from './change-keys.server.ts'
import type { LoadedKeys, ShownKey } from './load-keys.server.ts'
import { noKey } from './typed-key.ts'

const shared: ShownKey = {
  id: '01K5Z7QKKK0000000000000001',
  name: 'Monatsbericht der Redaktionsleitung',
  prefix: 'bsec_',
  last4: 'k7Qx',
  state: 'ACTIVE',
  environmentId: null,
  networks: ['192.0.2.0/24', '2001:db8:1234::/48'],
  expiresAt: '2027-03-01T23:59:59.000Z',
  lastUsedAt: '2026-11-17T08:00:00.000Z',
  createdAt: '2026-10-01T08:00:00.000Z',
  createdBy: exampleUser.user.id,
  version: 3,
}
const id = (end: number) => `01K5Z7QKKK000000000000000${end}`
const loaded: LoadedKeys = {
  keys: [],
  environments: [{ id: '01K5Z7QNNN0000000000000001', name: 'Production' }],
  creators: { [exampleUser.user.id]: 'Anna' },
  max: 20,
  typed: null,
  intent: '7d1f3f2a-6f0e-4a3e-9d61-2f4b6f0f7a11',
}
const api: LoadedKeys = {
  ...loaded,
  keys: [
    { ...shared, scopes: ['statistics', 'manage'], replacedBy: null },
    { ...shared, id: id(2), scopes: ['verify'], replacedBy: id(1), lastUsedAt: null, expiresAt: null },
    { ...shared, id: id(3), scopes: ['verify'], replacedBy: null, state: 'REVOKED', createdBy: null },
  ],
}
const bypass: LoadedKeys = {
  ...loaded,
  keys: [{ ...shared, origins: ['shop.example.org'], usesPerDay: 500, usesToday: 12, usesLast30Days: 1_380 }],
}
const done: KeysAnswer = { did: 'create', keyId: '', problem: null, typed: null, intent: '', secretKey: null }
const operator = { ...exampleUser, user: { ...exampleUser.user, isOperator: true } }
const everyAdmin = { ...exampleUser, apiKeysFor: 'solution-admins' as const }
const refused: KeysAnswer = {
  ...done,
  problem: exampleProblem('validation-failed', [
    { pointer: '/networks/0', code: 'too-wide' },
    { pointer: '/expiresAt', code: 'in-the-past' },
  ]),
  typed: { ...noKey, name: 'Report', networks: '10.0.0.0/4', expiresOn: '2020-01-01' },
  intent: loaded.intent,
}
const lock = {
  id: '01K5Z7QLLL0000000000000001',
  reason: 'OWNER_REQUEST',
  effect: 'READ_ONLY',
  publicMessage: {},
  lockedAt: '2026-11-18T00:00:00.000Z',
  lockedUntil: null,
} as const

type State = Partial<Parameters<typeof settingsPage>[0]> & {
  given?: KeysAnswer
  loaded: LoadedKeys
  mayCreate: boolean
}

test.for<[string, State & { rotates: number; edits?: number }]>([
  ['none, for an administrator of the installation', { user: operator, loaded, mayCreate: true, rotates: 0 }],
  ['some, for an administrator of the installation', { user: operator, loaded: api, mayCreate: true, rotates: 1 }],
  ['some, where every admin makes them', { user: everyAdmin, loaded: api, mayCreate: true, rotates: 1 }],
  // A key that does nothing but verify is every admin's to limit.
  ['some, where only operators make them', { loaded: api, mayCreate: false, rotates: 0, edits: 1 }],
  [
    'some, for a viewer',
    { solution: { myRole: 'VIEWER' }, user: everyAdmin, loaded: api, mayCreate: false, rotates: 0 },
  ],
  [
    'one that was made',
    {
      user: operator,
      loaded: api,
      mayCreate: true,
      rotates: 1,
      given: { ...done, secretKey: 'bsec_9vXk2mT7qLs4Rb8W' },
    },
  ],
  ['one that was refused', { user: operator, loaded, mayCreate: true, rotates: 0, given: refused }],
  [
    'one more than the plan allows',
    {
      user: operator,
      loaded: api,
      mayCreate: true,
      rotates: 1,
      given: { ...refused, problem: exampleProblem('quota-exceeded') },
    },
  ],
])(
  'a page of API keys with %s is clean',
  async ([, { given, loaded: loaderData, mayCreate, rotates, edits = rotates * 2, ...more }]) => {
    const state = settingsPage({
      at: '/api-keys',
      ...more,
      page: layer('settings/keys/api-keys', apiKeys, {
        path: 'api-keys',
        loaderData,
        ...(given ? { actionData: given } : {}),
      }),
      heading: (t) => t(($) => $.settings.pages['api-keys']),
      has(page) {
        expect(page.querySelectorAll('main form:has(input[value="rotate"])').length).toBe(rotates)
        // What has been replaced can still be limited; what was revoked cannot.
        expect(page.querySelectorAll('main form:has(input[value="update"])').length).toBe(edits)
        expect(page.querySelector<HTMLFieldSetElement>('main form > fieldset')?.disabled).toBe(!mayCreate)
      },
    })
    expect(await faultsOfPage(state)).toEqual([])
  },
)

test.for<[string, State]>([
  ['none', { loaded, mayCreate: true }],
  ['one', { loaded: bypass, mayCreate: true }],
  ['one that was revoked', { loaded: bypass, mayCreate: true, given: { ...done, did: 'revoke', keyId: shared.id } }],
  [
    'one whose change was refused',
    {
      loaded: bypass,
      mayCreate: true,
      given: {
        ...refused,
        did: 'update',
        keyId: shared.id,
        typed: { ...noKey, name: 'Report', networks: '10.0.0.0/4' },
      },
    },
  ],
  ['one that was typed before a proof', { loaded: { ...bypass, typed: { ...noKey, name: 'Tests' } }, mayCreate: true }],
  ['one of a locked captcha', { solution: { locks: [lock] }, loaded: bypass, mayCreate: false }],
])('a page of bypass keys with %s is clean', async ([, { given, loaded: loaderData, mayCreate, ...more }]) => {
  const state = settingsPage({
    at: '/bypass-keys',
    ...more,
    page: layer('settings/keys/bypass-keys', bypassKeys, {
      path: 'bypass-keys',
      loaderData,
      ...(given ? { actionData: given } : {}),
    }),
    heading: (t) => t(($) => $.settings.pages['bypass-keys']),
    has: (page) => expect(page.querySelector<HTMLFieldSetElement>('main form > fieldset')?.disabled).toBe(!mayCreate),
  })
  expect(await faultsOfPage(state)).toEqual([])
})
