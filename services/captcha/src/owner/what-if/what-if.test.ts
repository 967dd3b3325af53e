import { randomUUID } from 'node:crypto'
import {
  challengeSchema,
  problemSchema,
  type Role,
  type RuleAction,
  type RuleCondition,
  type SiteSettings,
  siteSettingsSchema,
  type WhatIf,
  whatIfSchema,
  type WhatIfSettings,
} from '@bollard/contracts'
import { collectedFor } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { chromium, solve } from '../../testing/browser.ts'
import { makeSite, startCluster, type TestSite } from '../../testing/start-service.ts'
import { answer, codeOf, pass, start } from '../../testing/walk-through.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
const countries = ['DE', 'FR', 'AT', 'US']
const it = await cluster.startService({
  trustedProxies: ['127.0.0.1'],
  lookUpNetwork: (address) => {
    const place = Number(address.split('.')[2])
    return {
      asn: 64_500 + (place % 2),
      country: countries[place % 4] ?? null,
      kind: place % 3 === 0 ? 'hosting' : 'access',
    }
  },
  nameOfNetwork: (asn) => (asn === 64_500 ? 'Rack & Sons' : 'Home Fibre'),
})
const roundSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('challenge'), verificationId: z.string(), challenge: challengeSchema }),
  z.object({ status: z.enum(['passed', 'refused']) }),
])
const people: Record<string, Role> = { vera: 'VIEWER', mia: 'MEMBER', ada: 'ADMIN' }

interface Rule {
  readonly conditions: readonly RuleCondition[]
  readonly action: RuleAction
}

async function siteWith(settings: Partial<SiteSettings> = {}, rules: readonly Rule[] = []): Promise<TestSite> {
  const site = await makeSite(it)
  for (const [name, role] of Object.entries(people)) it.roles.set(`${name} ${site.solutionId}`, role)
  const url = `/captcha/v1/sites/${site.solutionId}`
  const headers = { cookie: 'ada' }
  const set = await it.app.inject({
    method: 'PUT',
    url: `${url}/settings`,
    headers,
    payload: { ...siteSettingsSchema.parse(settings), version: 1 },
  })
  if (set.statusCode !== 200) throw new Error(set.body)
  for (const payload of listed(rules)) {
    const made = await it.app.inject({ method: 'POST', url: `${url}/rules`, headers, payload })
    if (made.statusCode !== 201) throw new Error(made.body)
  }
  return site
}

function listed(rules: readonly Rule[]) {
  return rules.map((content, index) => ({ name: `Rule ${index}`, priority: 10 * (index + 1), ...content }))
}

function ask({ solutionId }: TestSite, body: object, cookie: string | undefined = 'vera') {
  const headers = cookie === '' ? {} : { cookie }
  return it.app.inject({ method: 'POST', url: `/captcha/v1/sites/${solutionId}/what-if`, headers, payload: body })
}

async function tryChange(site: TestSite, body: object): Promise<WhatIf> {
  const response = await ask(site, body)
  if (response.statusCode !== 200) throw new Error(response.body)
  return whatIfSchema.parse(response.json())
}

interface Persona {
  readonly collected?: readonly string[]
  readonly action?: string
  readonly language?: string
  readonly agent?: string
}

const tells = [
  'straight-path',
  'never-coalesced',
  'no-plugins',
  'missing-chrome-object',
  'even-typing',
  'shift-missing',
  'webdriver-hidden',
  'proxy-lie',
]
/** People, clumsy people, clever bots and plain ones, from everywhere. */
const personas: readonly Persona[] = [
  {},
  { language: 'fr' },
  { action: 'login' },
  { collected: ['real-touch-movement'] },
  { collected: [], language: 'fr', action: 'login' },
  ...tells.map((tell) => ({ collected: [tell] })),
  { collected: ['honeypot-filled'] },
  // Doubtful by the field alone.
  { collected: ['honeypot-filled', 'no-plugins', 'missing-chrome-object'] },
  { collected: ['honeypot-filled', 'shift-missing'] },
  { collected: ['honeypot-filled', 'no-plugins', 'webdriver-hidden'] },
  { collected: ['straight-path', 'debugger-protocol'] },
  { collected: ['fractional-pointer', 'shift-missing'] },
  { collected: ['no-layout'] },
  { collected: ['no-layout', 'real-pointer-movement'] },
  { collected: ['webdriver'] },
  { collected: ['webdriver', 'webdriver-hidden', 'proxy-lie'] },
  {
    agent:
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
  },
  { agent: 'curl/8.5.0' },
]

/** Everybody comes once, each from a network of their own, and does all the work that is asked for. */
async function everybodyVisits(site: TestSite, lot: number): Promise<void> {
  for (const [index, persona] of personas.entries()) await comeBy(site.siteKey, persona, `10.${lot}.${index}.7`)
}

async function comeBy(
  siteKey: string,
  { collected, action, language, agent }: Persona,
  address: string,
): Promise<void> {
  const headers = { ...chromium, 'x-forwarded-for': address, ...(agent === undefined ? {} : { 'user-agent': agent }) }
  const said = { ...(action === undefined ? {} : { action }), ...(language === undefined ? {} : { language }) }
  let told = roundSchema.parse((await start(it.app, { siteKey, ...said }, headers)).json())
  while (told.status === 'challenge') {
    const { token } = told.challenge
    const work = {
      challenge: token,
      solution: await solve(token),
      workMs: 12,
      collected: collectedFor(token, collected),
    }
    told = roundSchema.parse((await answer(it.app, told.verificationId, work, headers)).json())
  }
}

let lots = 0
/** Sends the same people to a site as it is and to one that is set as it would be, and compares what is foretold with what happens. */
async function foretell(
  today: [Partial<SiteSettings>, Rule[]],
  changed: [WhatIfSettings, Rule[]],
): Promise<{ foretold: WhatIf; happened: WhatIf }> {
  const [site, other] = [
    await siteWith(...today),
    await siteWith({ ...today[0], ...changed[0] } as Partial<SiteSettings>, changed[1]),
  ]
  // Rules are believed from some seconds after their last change.
  it.clock.now += 30_000
  await everybodyVisits(site, (lots += 1))
  await everybodyVisits(other, (lots += 1))
  it.clock.now += 1_000
  return {
    foretold: await tryChange(site, { settings: changed[0], rules: listed(changed[1]), exampleLimit: 3 }),
    happened: await tryChange(other, {}),
  }
}

test.for<[string, [Partial<SiteSettings>, Rule[]], [WhatIfSettings, Rule[]]]>([
  ['a higher threshold', [{}, []], [{ threshold: 0.9 }, []]],
  ['a lower threshold', [{ threshold: 0.8 }, []], [{ threshold: 0.2 }, []]],
  ['minimal data', [{}, []], [{ minimalData: true }, []]],
  ['no risk scoring', [{}, []], [{ riskScoring: false }, []]],
  ['no honeypots', [{}, []], [{ honeypots: false }, []]],
  [
    'minimal data and another threshold',
    [{ threshold: 0.95 }, []],
    [{ threshold: 0.3, minimalData: true, honeypots: false }, []],
  ],
  [
    'rules where there were none',
    [{}, []],
    [{}, [rule('FR', 'CHALLENGE'), rule('AT', 'FLAG'), rule('US', 'BLOCK'), rule('DE', 'ALLOW')]],
  ],
  [
    'a rule on the score',
    [{}, []],
    [
      {},
      [{ conditions: [{ field: 'score', from: 0.1, to: 0.45 }], action: { type: 'CHALLENGE' } }, rule('AT', 'ALLOW')],
    ],
  ],
  [
    'another action of a rule on the user agent, of which nothing is stored',
    [{}, [{ conditions: [userAgent('*Headless*', 'curl*')], action: { type: 'CHALLENGE' } }, rule('FR', 'FLAG')]],
    [{}, [{ conditions: [userAgent('*Headless*', 'curl*')], action: { type: 'BLOCK' } }, rule('FR', 'CHALLENGE')]],
  ],
  [
    'fewer signs under a rule on the score',
    [{}, [{ conditions: [{ field: 'score', from: 0.3, to: 1 }], action: { type: 'BLOCK' } }]],
    [{ honeypots: false }, [{ conditions: [{ field: 'score', from: 0.3, to: 1 }], action: { type: 'BLOCK' } }]],
  ],
])('%s: what is foretold is what then happens', { timeout: 60_000 }, async ([, today, changed]) => {
  const { foretold, happened } = await foretell(today, changed)
  expect(happened.replayed).toBe(personas.length)
  expect(foretold).toMatchObject({
    replayed: personas.length,
    share: 1,
    treatedOtherwise: 0,
    undecidable: [],
    unseen: [],
  })
  expect(foretold.after).toEqual(happened.before)
  expect(foretold.after).not.toEqual(foretold.before)
  expect(foretold.moves.reduce((so, { count }) => so + count, 0)).toBe(foretold.changed)
  // Where nothing is changed nobody would be treated differently.
  expect(happened).toMatchObject({ changes: [], changed: 0, moves: [], treatedOtherwise: 0 })
  expect(happened.after).toEqual(happened.before)
})

test('viewers and up may try a change, nobody else', async () => {
  const [site, other] = [await siteWith(), await siteWith()]
  it.roles.set(`olaf ${other.solutionId}`, 'ADMIN')
  for (const name of Object.keys(people)) expect([name, (await ask(site, {}, name)).statusCode]).toEqual([name, 200])
  for (const [name, status, code] of [
    ['', 401, 'unauthenticated'],
    ['stranger', 404, 'not-found'],
    ['olaf', 404, 'not-found'],
  ] as const) {
    const refused = await ask(site, {}, name)
    expect([name, refused.statusCode, codeOf(refused)]).toEqual([name, status, code])
  }
})

test('nobody of another solution is looked at, not even through its environment', async () => {
  const [site, other] = [await siteWith(), await siteWith()]
  await pass(it.app, other.siteKey)
  it.clock.now += 1_000
  expect(await tryChange(site, {})).toMatchObject({ replayed: 0, moves: [] })
  const [row] = await it.db.query<{ id: string }>(
    'test-environment',
    `select e.public_id as id from captcha.environments e join captcha.sites s on s.id = e.site_id where s.solution_id = $1`,
    [other.solutionId],
  )
  expect(await tryChange(other, { environmentId: row?.id })).toMatchObject({ replayed: 1 })
  for (const environmentId of [row?.id, randomUUID()]) {
    const refused = problemSchema.parse((await ask(site, { environmentId })).json())
    expect(refused).toMatchObject({
      code: 'validation-failed',
      errors: [{ pointer: '/environmentId', code: 'unknown' }],
    })
  }
})

test('what cannot be tried is refused with what is wrong', async () => {
  const site = await siteWith()
  const draft = listed([rule('FR', 'BLOCK')])[0]
  const wrong: [object, string][] = [
    [{ days: 0 }, '/days'],
    [{ days: 31 }, '/days'],
    [{ exampleLimit: 21 }, '/exampleLimit'],
    [{ settings: { threshold: 0.1 } }, '/settings/threshold'],
    [{ settings: { difficulty: 51 } }, '/settings/difficulty'],
    [{ settings: { honeypots: 'no' } }, '/settings/honeypots'],
    [{ settings: { volumeBudgets: 'no' } }, '/settings/volumeBudgets'],
    [{ settings: { underAttack: 'MAYBE' } }, '/settings/underAttack'],
    [{ settings: { exemptNetworks: ['198.51.100.0/24', 'shop.example'] } }, '/settings/exemptNetworks/1'],
    [{ settings: { exemptNetworks: ['10.0.0.0/7'] } }, '/settings/exemptNetworks/0'],
    [{ settings: { exemptNetworks: Array.from({ length: 101 }, () => '10.0.0.1') } }, '/settings/exemptNetworks'],
    [{ environmentId: 'production' }, '/environmentId'],
    [{ rules: [{ ...draft, action: { type: 'EXPLODE' } }] }, '/rules/0/action/type'],
    [
      { rules: [draft, { ...draft, conditions: [{ field: 'ip', values: ['10.0.0.0/7'] }] }] },
      '/rules/1/conditions/0/values/0',
    ],
    [
      { rules: [draft, draft, { ...draft, conditions: [{ field: 'country', values: ['XX'] }] }] },
      '/rules/2/conditions/0/values/0',
    ],
    [{ rules: Array.from({ length: 201 }, () => draft) }, '/rules'],
  ]
  for (const [body, pointer] of wrong) {
    const response = await ask(site, body)
    expect([body, response.statusCode, problemSchema.parse(response.json()).code]).toEqual([
      body,
      422,
      'validation-failed',
    ])
    expect([body, problemSchema.parse(response.json()).errors?.[0]?.pointer]).toEqual([body, pointer])
  }
  for (const body of [{ threshold: 0.5 }, { settings: { resultRetrievals: 2 } }])
    expect(codeOf(await ask(site, body))).toBe('unknown-field')
  // An expired rule may stand in the list.
  expect((await ask(site, { rules: [{ ...draft, expiresAt: '2020-01-01T00:00:00Z' }] })).statusCode).toBe(200)
})

test('trying changes nothing', async () => {
  const site = await siteWith({ threshold: 0.6 }, [rule('FR', 'FLAG')])
  const [settings, rules] = [
    `/captcha/v1/sites/${site.solutionId}/settings`,
    `/captcha/v1/sites/${site.solutionId}/rules`,
  ]
  const read = async () =>
    Promise.all(
      [settings, rules].map(async (url) => (await it.app.inject({ url, headers: { cookie: 'ada' } })).json<unknown>()),
    )
  const before = await read()
  expect((await tryChange(site, { settings: { threshold: 0.9, riskScoring: false }, rules: [] })).changes).toEqual([
    'threshold',
    'riskScoring',
    'rules',
  ])
  expect(await read()).toEqual(before)
})

test('one at a time, and ten in a minute', async () => {
  // What the tests before have asked is forgotten.
  it.clock.now += 60_000
  const [site, other] = [await siteWith(), await siteWith()]
  const asked: ReturnType<typeof ask>[] = []
  // Nobody gets further than to the rules until one was refused, so both of the first site's are under way at once.
  await it.db.transaction(async (tx) => {
    await tx.query('test-hold', 'lock table captcha.rules')
    asked.push(ask(site, {}), ask(site, {}), ask(other, {}))
    await Promise.race(asked)
  })
  const both = await Promise.all(asked)
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 429])
  const busy = both.find(({ statusCode }) => statusCode === 429)
  expect([busy && codeOf(busy), Number(busy?.headers['retry-after']) > 0]).toEqual(['rate-limited', true])
  for (let index = 1; index < 10; index++) expect((await ask(site, {})).statusCode).toBe(200)
  const refused = await ask(site, {})
  expect([refused.statusCode, codeOf(refused)]).toEqual([429, 'rate-limited'])
  expect(problemSchema.parse(refused.json()).retryAfterSeconds).toBe(6)
  it.clock.now += 6_000
  expect((await ask(site, {})).statusCode).toBe(200)
})

test('three at a time in a process, whoever asks, and a person who asks on and on is not even read', async () => {
  const sites = [await siteWith(), await siteWith(), await siteWith(), await siteWith()]
  for (const [index, { solutionId }] of sites.entries()) it.roles.set(`viewer${index} ${solutionId}`, 'VIEWER')
  // Nobody gets further than to the rules until this is over.
  const held: Promise<number>[] = []
  await it.db.transaction(async (tx) => {
    await tx.query('test-hold', 'lock table captcha.rules')
    held.push(...sites.map((site, index) => ask(site, {}, `viewer${index}`).then(({ statusCode }) => statusCode)))
    expect(await Promise.race(held)).toBe(429)
  })
  expect((await Promise.all(held)).toSorted()).toEqual([200, 200, 200, 429])
  const [site] = sites
  if (site === undefined) throw new Error('no site was made')
  // A body that is nonsense is found out by those only who may ask.
  const codes: string[] = []
  for (let index = 0; index < 32; index++) codes.push(codeOf(await ask(site, { days: 'nonsense' }, 'viewer0')))
  expect([codes[0], codes.at(-1)]).toEqual(['validation-failed', 'rate-limited'])
})

function rule(country: string, type: 'ALLOW' | 'BLOCK' | 'FLAG' | 'CHALLENGE'): Rule {
  return { conditions: [{ field: 'country', not: false, values: [country] }], action: { type } }
}

function userAgent(...values: string[]): RuleCondition {
  return { field: 'userAgent', not: false, values }
}
