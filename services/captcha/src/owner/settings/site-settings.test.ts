import { generateKeyPairSync } from 'node:crypto'
import { problemSchema, siteSettingsSchema } from '@bollard/contracts'
import { afterAll, expect, test } from 'vitest'
import { makeSite, startCluster } from '../../testing/start-service.ts'
import { codeOf } from '../../testing/walk-through.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
const it = await cluster.startService()
const site = await makeSite(it)
for (const [name, role] of [
  ['vera', 'VIEWER'],
  ['mia', 'MEMBER'],
  ['ada', 'ADMIN'],
] as const)
  it.roles.set(`${name} ${site.solutionId}`, role)

const fresh = { ...siteSettingsSchema.parse({}), version: 1 }
const jwk = () => JSON.stringify(generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }))
const url = (solutionId = site.solutionId) => `/captcha/v1/sites/${solutionId}/settings`
const get = (cookie?: string) => it.app.inject({ url: url(), headers: cookie === undefined ? {} : { cookie } })
const put = (payload: object, cookie?: string) =>
  it.app.inject({ method: 'PUT', url: url(), headers: cookie === undefined ? {} : { cookie }, payload })

test('a new site has settings, viewers read them, and only admins change them', async () => {
  expect((await get('vera')).json()).toEqual(fresh)
  for (const [cookie, status, code] of [
    [undefined, 401, 'unauthenticated'],
    ['stranger', 404, 'not-found'],
    ['vera', 403, 'role-too-low'],
    ['mia', 403, 'role-too-low'],
  ] as const) {
    const response = await put({ ...fresh, minimalData: true }, cookie)
    expect([cookie, response.statusCode, codeOf(response)]).toEqual([cookie, status, code])
  }
  expect(codeOf(await get('stranger'))).toBe('not-found')
  expect(codeOf(await get())).toBe('unauthenticated')
  expect((await get('ada')).json()).toEqual(fresh)
})

const one = jwk()
test.for<[string, object, string, string]>([
  ['no key', { signedBots: [{ name: 'a', agent: null, publicKey: '' }] }, '/signedBots/0/publicKey', 'empty'],
  [
    'a text that is no key',
    { signedBots: [{ name: 'a', agent: null, publicKey: 'x' }] },
    '/signedBots/0/publicKey',
    'unreadable',
  ],
  [
    'a secret key',
    {
      signedBots: [
        {
          name: 'a',
          agent: null,
          publicKey: JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })),
        },
      ],
    },
    '/signedBots/0/publicKey',
    'private-key',
  ],
  [
    'an agent without https',
    { signedBots: [{ name: 'a', agent: 'http://x.example', publicKey: one }] },
    '/signedBots/0/agent',
    'bad-agent',
  ],
  [
    'one key twice',
    {
      signedBots: [
        { name: 'a', agent: null, publicKey: one },
        { name: 'b', agent: null, publicKey: one },
      ],
    },
    '/signedBots/1/publicKey',
    'duplicate',
  ],
  [
    'an issuer key that is none',
    { privateTokens: { issuer: 'issuer.example', publicKey: 'AAAA' } },
    '/privateTokens/publicKey',
    'not-a-key',
  ],
])('%s is refused with what is wrong, and nothing changes', async ([, change, pointer, code]) => {
  const response = await put({ ...fresh, ...change }, 'ada')
  const problem = problemSchema.parse(response.json())
  expect([response.statusCode, problem.code, problem.errors]).toEqual([422, 'validation-failed', [{ pointer, code }]])
  expect((await get('ada')).json()).toEqual(fresh)
})

test.for<[string, object]>([
  ['no body', {}],
  ['a text instead of a switch', { ...fresh, minimalData: 'yes' }],
  ['an unknown setting', { ...fresh, other: 1 }],
  [
    'too many bots',
    { ...fresh, signedBots: Array.from({ length: 21 }, () => ({ name: 'a', agent: null, publicKey: one })) },
  ],
  ['a name of blanks', { ...fresh, signedBots: [{ name: '  ', agent: null, publicKey: one }] }],
  ['an issuer that is no host', { ...fresh, privateTokens: { issuer: 'https://x', publicKey: 'A' } }],
])('%s is refused', async ([, body]) => {
  expect((await put(body, 'ada')).statusCode).toBeGreaterThanOrEqual(400)
  expect((await get('ada')).json()).toEqual(fresh)
})

test('exempt networks are kept in their one form, each once, and the log of changes has no single address', async () => {
  const own = await makeSite(it)
  it.roles.set(`ada ${own.solutionId}`, 'ADMIN')
  const answer = await it.app.inject({
    method: 'PUT',
    url: url(own.solutionId),
    headers: { cookie: 'ada' },
    payload: {
      ...fresh,
      exemptNetworks: [
        ' 198.51.100.7/24',
        '198.51.100.0/24',
        '::ffff:203.0.113.7',
        '2001:DB8:0:0::1/48',
        '203.0.113.7/32',
      ],
    },
  })
  const exemptNetworks = ['198.51.100.0/24', '203.0.113.7', '2001:db8::/48']
  expect(answer.json()).toMatchObject({ exemptNetworks, version: 2 })
  const read = await it.app.inject({ url: url(own.solutionId), headers: { cookie: 'ada' } })
  expect(read.json()).toMatchObject({ exemptNetworks, volumeBudgets: true, underAttack: 'AUTO' })
  const [entry] = await it.db.query<{ after: unknown }>(
    'test-audit',
    `select after from audit.entries where scope_id = $1 and action = 'settings.updated'`,
    [own.solutionId],
  )
  expect(entry?.after).toEqual({ exemptNetworks: ['198.51.100.0/24', '203.0.113.0/24', '2001:db8::/48'] })
})

test('each network that cannot be exempt is named by its place, with what is wrong', async () => {
  const exemptNetworks = [
    '198.51.100.0/24',
    'shop.example',
    '10.0.0.0/7',
    '2001:db8::/48',
    '2000::/8',
    '198.51.100.0/024',
  ]
  const response = await put({ ...fresh, exemptNetworks }, 'ada')
  expect([response.statusCode, problemSchema.parse(response.json()).errors]).toEqual([
    422,
    [
      { pointer: '/exemptNetworks/1', code: 'invalid-network' },
      { pointer: '/exemptNetworks/2', code: 'network-too-wide', params: { min: 8 } },
      { pointer: '/exemptNetworks/4', code: 'network-too-wide', params: { min: 16 } },
      { pointer: '/exemptNetworks/5', code: 'invalid-network' },
    ],
  ])
  expect((await get('ada')).json()).toEqual(fresh)
})
