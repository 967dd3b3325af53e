import type { AuditEntry, OperatorRequest, PersonFile } from '@bollard/contracts'
import { faultsOfPage, layer, type PageState } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { adminPage } from '../examples/example-pages.ts'
import * as administrators from './administrators.tsx'
import * as user from './user.tsx'
import * as users from './users.tsx'

const at = '2026-03-09T10:15:00.000Z'
const operator = { id: '01980000-0000-7000-8000-000000000009', givenName: 'Olga', email: 'olga@example.org' }
const person: PersonFile = {
  id: '01980000-0000-7000-8000-000000000001',
  email: 'ada@example.org',
  givenName: 'Ada',
  emailVerified: true,
  isAdmin: false,
  createdAt: at,
  suspendedAt: null,
  deletionAt: null,
  language: 'en',
  timezone: 'Europe/Berlin',
  acceptedTerms: { version: '2026-11', acceptedAt: at },
  suspensionReason: null,
  lastSignInAt: at,
  mailsReturn: false,
  hasPassword: true,
  factors: [{ kind: 'TOTP', addedAt: at, lastUsedAt: null, count: 1 }],
  factorsRemovedAt: null,
  sessions: [
    {
      id: '01980000-0000-7000-8000-000000000002',
      browser: 'Firefox',
      operatingSystem: 'Linux',
      userAgent: 'Mozilla/5.0',
      network: '192.0.2.0/24',
      createdAt: at,
      lastActiveAt: at,
      expiresAt: at,
    },
  ],
  belongings: [{ kind: 'SOLUTION', id: '01980000-0000-7000-8000-000000000003', name: 'Shop', isSoleAdmin: true }],
  exports: [{ id: '01980000-0000-7000-8000-000000000004', status: 'READY', createdAt: at, expiresAt: at, bytes: 2000 }],
}
const entry: AuditEntry = {
  id: '1',
  at,
  actor: { kind: 'OPERATOR', id: operator.id, name: 'Olga' },
  action: 'account.suspended',
  target: null,
  before: null,
  after: { reason: 'Asked for by telephone' },
  network: null,
  userAgent: null,
  requestId: null,
}
const empty = {
  ...person,
  lastSignInAt: null,
  hasPassword: false,
  factors: [],
  sessions: [],
  belongings: [],
  exports: [],
}
const troubled = {
  ...empty,
  suspendedAt: at,
  suspensionReason: 'Asked for by telephone',
  deletionAt: at,
  factorsRemovedAt: at,
  mailsReturn: true,
  emailVerified: false,
}

const userPage = (file: PersonFile, mayChange: boolean, has: PageState['has']) =>
  adminPage({
    at: `/users/${person.id}`,
    mayChange,
    page: layer('users/user', user, {
      path: 'users/:userId',
      loaderData: {
        person: file,
        audit: { items: file === person ? [entry as never] : [], nextCursor: null },
        names: {},
        deletion: { blockers: [], leaves: [] },
        isFirstPage: true,
      },
    }),
    heading: () => person.email,
    has,
  })

test('the list of users is clean, with people and with nobody', async () => {
  for (const items of [[person, { ...troubled, id: operator.id, isAdmin: true }], []]) {
    const state = adminPage({
      at: '/users?q=ada',
      page: layer('users/users', users, {
        path: 'users',
        loaderData: { items, nextCursor: null, q: 'ada', filter: 'ALL', isFirstPage: true },
      }),
      heading: (t) => t(($) => $.users.title),
      has: (page) => expect(page.querySelectorAll('main tbody tr')).toHaveLength(items.length),
    })
    expect(await faultsOfPage(state)).toEqual([])
  }
})

test('without the change mode the page of a user has no button that changes anything, and says how to get it', async () => {
  const state = userPage(person, false, (page, { t }) => {
    expect(page.querySelectorAll('main form')).toHaveLength(0)
    expect(page.textContent).toContain(t(($) => $.changeMode.hint))
    expect(page.textContent).toContain(`${t(($) => $.audit.actions.account.suspended)}account.suspended`)
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('with it every action says what follows from it, and only what is possible now is offered', async () => {
  const offered = (page: HTMLElement) =>
    [...page.querySelectorAll<HTMLButtonElement>('main button[name=intent]')].map(({ value }) => value)
  const plain = userPage(person, true, (page) =>
    expect(offered(page)).toEqual(
      expect.arrayContaining([
        'view',
        'reset',
        'end-session',
        'end-sessions',
        'factors',
        'suspend',
        'export',
        'grant',
        'delete',
      ]),
    ),
  )
  const inTrouble = userPage(troubled, true, (page) => {
    expect(offered(page)).toEqual(expect.arrayContaining(['verify', 'lift']))
    for (const intent of ['suspend', 'grant', 'delete', 'factors', 'reset', 'end-sessions'])
      expect(offered(page)).not.toContain(intent)
  })
  const administrator = userPage({ ...empty, isAdmin: true }, true, (page) => {
    expect(offered(page)).toContain('revoke')
    for (const intent of ['view', 'suspend', 'delete', 'factors']) expect(offered(page)).not.toContain(intent)
  })
  for (const state of [plain, inTrouble, administrator]) expect(await faultsOfPage(state)).toEqual([])
})

test('what waits for a second operator is confirmed by another one than asked', async () => {
  const request: OperatorRequest = {
    id: '01980000-0000-7000-8000-000000000005',
    kind: 'GRANT_ADMIN',
    person,
    askedBy: operator,
    reason: 'Joins the team of operators',
    askedAt: at,
    expiresAt: at,
    mayConfirm: true,
  }
  const requests = [request, { ...request, id: '01980000-0000-7000-8000-000000000006', mayConfirm: false }]
  for (const [mayChange, given] of [
    [true, requests],
    [false, requests],
    [false, []],
  ] as const) {
    const state = adminPage({
      at: '/users/administrators',
      mayChange,
      page: layer('users/administrators', administrators, {
        path: 'users/administrators',
        loaderData: { administrators: [{ ...person, isAdmin: true, hasSecondFactor: false }], requests: [...given] },
      }),
      heading: (t) => t(($) => $.users.administrators.title),
      has: (page) => {
        expect(page.querySelectorAll('main button[value=confirm]')).toHaveLength(mayChange ? 1 : 0)
        expect(page.querySelectorAll('main button[value=decline]')).toHaveLength(mayChange ? 2 : 0)
      },
    })
    expect(await faultsOfPage(state)).toEqual([])
  }
})
