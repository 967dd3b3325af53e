import {
  identityAccountRoutes,
  identityAdvertisingRoutes,
  identityOperatorRoutes,
  identityRoutes,
  identitySecurityRoutes,
  lookupRoutes,
  type Route,
} from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { hashToken } from './secrets/token.ts'
import { type TestService, useTestServices } from './testing/start-test-service.ts'

const start = useTestServices(startTestDatabase)
const routes: readonly Route[] = [
  identityRoutes,
  identityAccountRoutes,
  identitySecurityRoutes,
  identityAdvertisingRoutes,
  identityOperatorRoutes,
  lookupRoutes,
].flatMap((table) => Object.values<Route>(table))
const ofSession = routes.filter(({ access }) => access.audience === 'session')

/** All others are asked with a body that fits no schema, so that nothing happens where a call is let in. */
const bodies: Readonly<Record<string, object>> = {
  // The verb asks who calls, since a proof that is sent twice comes with the token of before.
  proveSession: { kind: 'PASSWORD', password: 'wrong' },
}

/** The refusal by access that a call meets; `let in` for everything else that may be wrong with it. */
async function decisionOf({ call }: TestService, route: Route, cookie: string | null): Promise<string> {
  const path = route.path.replace('/identity/v1', '').replaceAll(/\{\w+\}/gu, '01980000-0000-7000-8000-000000000000')
  const answer = await call(route.method, path, {
    ...(route.body ? { body: bodies[route.id] ?? { unheard: 'of' } } : {}),
    headers: cookie === null ? {} : { cookie },
  })
  expect(answer.statusCode, `${route.id} ${answer.body}`).toBeLessThan(500)
  const isJson = String(answer.headers['content-type']).includes('json')
  const code = isJson ? (answer.json<{ code?: string }>().code ?? '') : ''
  return refusals.has(code) ? `${answer.statusCode} ${code}` : 'let in'
}
const refusals = new Set([
  'unauthenticated',
  'forbidden',
  'second-factor-needed',
  'operator-session-needed',
  'change-mode-needed',
  'step-up-required',
])

interface Session {
  readonly isAdmin: boolean
  readonly hasShownFactor: boolean
  readonly provenMinutesAgo: number
  /** Whether the session of the admin site is open, and changes things. */
  readonly operates?: 'reads' | 'changes'
}
const operatorToken = 'token-of-the-admin-site'

/** Puts the session as it is to be before each call, since some calls change it. */
async function arrange(
  { db }: TestService,
  { isAdmin, hasShownFactor, provenMinutesAgo, operates }: Session,
): Promise<void> {
  await db.pool.query('update identity.users set is_admin = $1', [isAdmin])
  await db.pool.query('delete from identity.totp_secrets')
  if (hasShownFactor)
    await db.pool.query(
      `insert into identity.totp_secrets (user_id, sealed_secret, created_at, confirmed_at) select id, '', now(), now() from identity.users`,
    )
  await db.pool.query(
    'update identity.sessions set second_factor_at = $1, proven_at = now() - make_interval(mins => $2)',
    [hasShownFactor ? new Date() : null, provenMinutesAgo],
  )
  await db.pool.query('delete from identity.operator_sessions')
  if (operates === undefined) return
  await db.pool.query(
    `insert into identity.operator_sessions (session_id, user_id, token_hash, opened_at, last_active_at, change_until, change_reason)
    select id, user_id, $1, now(), now(), $2, $3 from identity.sessions`,
    [hashToken(operatorToken), ...(operates === 'changes' ? [new Date(Date.now() + 60_000), 'A test'] : [null, null])],
  )
}

const person = { isAdmin: false, hasShownFactor: false, provenMinutesAgo: 0 }
const audiences: readonly (readonly [who: string, session: Session, expected: (route: Route) => string])[] = [
  ['a signed-in person', person, ({ access }) => (access.operator === 'only' ? '403 forbidden' : 'let in')],
  [
    'a person whose proof has expired',
    { ...person, provenMinutesAgo: 11 },
    ({ access }) =>
      access.operator === 'only' ? '403 forbidden' : access.proof === true ? '401 step-up-required' : 'let in',
  ],
  [
    'an administrator without a second factor',
    { ...person, isAdmin: true },
    ({ access }) => (access.operator === 'only' ? '403 second-factor-needed' : 'let in'),
  ],
  [
    'an administrator with a second factor, outside of the admin site',
    { ...person, isAdmin: true, hasShownFactor: true },
    ({ access }) => (access.operator === 'only' && !access.anySession ? '403 operator-session-needed' : 'let in'),
  ],
  [
    'an operator without change mode',
    { ...person, isAdmin: true, hasShownFactor: true, operates: 'reads' },
    ({ access }) => (access.change ? '403 change-mode-needed' : 'let in'),
  ],
  [
    'an operator in change mode',
    { ...person, isAdmin: true, hasShownFactor: true, operates: 'changes' },
    () => 'let in',
  ],
]

test.for(audiences)('%s is let in where the contract says so, and nowhere else', async ([, session, expected]) => {
  const service = await start()
  const cookie = `${await service.becomeUser()}; bollard.operator_token=${operatorToken}`
  const heard: Record<string, string> = {}
  for (const route of ofSession) {
    await arrange(service, session)
    heard[route.id] = await decisionOf(service, route, cookie)
  }
  expect(heard).toEqual(Object.fromEntries(ofSession.map((route) => [route.id, expected(route)])))
})

test('nobody is let in where the contract asks for a session, and everywhere else', async () => {
  const service = await start()
  const heard: Record<string, string> = {}
  for (const route of routes) heard[route.id] = await decisionOf(service, route, null)
  expect(heard).toEqual(
    Object.fromEntries(
      routes.map(({ id, access }) => [id, access.audience === 'session' ? '401 unauthenticated' : 'let in']),
    ),
  )
})

test('what an unlocked computer must not give away asks for a proof', () => {
  const proven = ofSession.filter(({ access }) => access.proof === true).map(({ id }) => id)
  expect(proven.toSorted()).toEqual([
    'addPasskey',
    'confirmTotp',
    'createAccountExport',
    'createRecoveryCodes',
    'deleteOtherSessions',
    'deletePasskey',
    'deleteSession',
    'deleteTotp',
    'downloadAccountExport',
    'openOperatorSession',
    'requestAccountDeletion',
    'requestEmailChange',
    'startPasskey',
    'startTotp',
  ])
})
