import { afterAll, expect, test } from 'vitest'
import { personOf } from '../testing/person-of.ts'
import { makeSite, startCluster } from '../testing/start-service.ts'
import { codeOf } from '../testing/walk-through.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
const clock = { provenAt: null as Date | null }
const factor = { isDue: false, has: false }
const it = await cluster.startService({
  findActor: async (cookie) =>
    cookie === undefined ? null : personOf(cookie, { provenAt: clock.provenAt, hasSecondFactor: factor.has }),
  isSecondFactorDue: async (solutionId) => solutionId === made.solutionId && factor.isDue,
})
const made = await makeSite(it)
for (const [name, role] of [
  ['vera', 'VIEWER'],
  ['mia', 'MEMBER'],
  ['ada', 'ADMIN'],
] as const)
  it.roles.set(`${name} ${made.solutionId}`, role)

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = async (method: Method, path: string, payload: object | undefined, cookie: string) => {
  const response = await it.app.inject({
    method,
    url: `/captcha/v1/sites/${made.solutionId}/${path}`,
    headers: { cookie },
    ...(payload === undefined ? {} : { payload }),
  })
  return response.statusCode < 300 ? String(response.statusCode) : `${response.statusCode} ${codeOf(response)}`
}
const someId = '01941f29-7c00-7000-8000-000000000009'
const inAMonth = new Date(it.clock.now + 30 * 86_400_000).toISOString()

/** Every call that makes, changes or ends a key. */
const keyCalls: readonly (readonly [Method, string, object | undefined, string])[] = [
  [
    'POST',
    'api-keys',
    { name: 'Server', scopes: ['verify'], environmentId: null, networks: [], expiresAt: null },
    '201',
  ],
  ['PUT', `api-keys/${someId}`, { name: 'Server', networks: [], expiresAt: null, version: 1 }, '404 not-found'],
  ['POST', `api-keys/${someId}/rotations`, { overlapHours: 1 }, '404 not-found'],
  ['DELETE', `api-keys/${someId}`, undefined, '404 not-found'],
  ['POST', 'bypass-keys', { name: 'Tests', expiresAt: inAMonth }, '201'],
  [
    'PUT',
    `bypass-keys/${someId}`,
    { name: 'Tests', origins: [], networks: [], usesPerDay: null, version: 1 },
    '404 not-found',
  ],
  ['DELETE', `bypass-keys/${someId}`, undefined, '404 not-found'],
]

test('keys take a proof of at most ten minutes ago, to the millisecond', async () => {
  const tenMinutes = 600_000
  for (const [method, path, payload, allowed] of keyCalls) {
    for (const [provenAt, expected] of [
      [null, '401 step-up-required'],
      [new Date(it.clock.now - tenMinutes - 1), '401 step-up-required'],
      [new Date(it.clock.now - tenMinutes), allowed],
    ] as const) {
      clock.provenAt = provenAt
      expect(await call(method, path, payload, 'ada'), `${method} ${path} ${String(provenAt)}`).toBe(expected)
    }
  }
})

test('whoever has no right to keys is told that, and not asked for a proof', async () => {
  clock.provenAt = null
  for (const [method, path, payload] of keyCalls) {
    expect(await call(method, path, payload, 'mia'), path).toBe('403 role-too-low')
    expect(await call(method, path, payload, 'vera'), path).toBe('403 role-too-low')
    expect(await call(method, path, payload, 'eve'), path).toBe('404 not-found')
  }
})

test('reading keys takes no proof', async () => {
  clock.provenAt = null
  for (const path of ['api-keys', 'bypass-keys']) expect(await call('GET', path, undefined, 'vera')).toBe('200')
})

test('where a second factor is due, admins without one change nothing, and can still close a leak', async () => {
  clock.provenAt = new Date(it.clock.now)
  factor.isDue = true
  const closes = (method: Method, path: string) => path.endsWith('rotations') || method === 'DELETE'
  for (const [method, path, payload, allowed] of keyCalls) {
    const called = `${method} ${path}`
    const refused = closes(method, path) ? allowed : '403 second-factor-needed'
    expect(await call(method, path, payload, 'ada'), called).toBe(refused)
    expect(await call(method, path, payload, 'mia'), called).toBe('403 role-too-low')
  }
  expect(await call('GET', 'api-keys', undefined, 'ada'), 'reading goes on').toBe('200')
  expect(await call('POST', 'environments', { name: 'Staging', domains: ['staging.example'] }, 'ada')).toBe(
    '403 second-factor-needed',
  )
  factor.has = true
  expect(
    await call(
      'POST',
      'api-keys',
      { name: 'Other', scopes: ['verify'], environmentId: null, networks: [], expiresAt: null },
      'ada',
    ),
  ).toBe('201')
  Object.assign(factor, { isDue: false, has: false })
})
