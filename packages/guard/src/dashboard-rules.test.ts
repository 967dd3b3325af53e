import type { ServerResponse } from 'node:http'
import type { Limiter } from '@bollard/limits'
import { describe, expect, it } from 'vitest'
import type { DashboardLimiter, DashboardRules } from './policy/compile-rules.ts'
import type { Program } from './program.ts'
import { asForm, fieldOf, fileOf, policyOf, startGuard } from './testing/start-guard.ts'

const limiter = (id: string, more: Partial<Limiter> = {}): Limiter => ({
  id,
  limit: { kind: 'FIXED_WINDOW', limit: 1, windowMs: 3_600_000 },
  key: [{ from: 'network' }],
  missing: 'SKIP',
  counts: 'BEFORE',
  mode: 'LIVE',
  outage: 'OPEN',
  ladder: null,
  overrides: [],
  ...more,
})
const onPath = (path: string, one: Limiter, tried: DashboardLimiter['tried'] = null): DashboardLimiter => ({
  limiter: one,
  fits: (visit) => visit.path === path,
  tried,
})
const noPrograms = { mode: 'LIVE', answers: {}, spoofed: 'ALLOW' } as const
const rulesWith = (more: Partial<DashboardRules>): DashboardRules => ({
  solutionId: 'a solution',
  version: 3,
  trustedProxies: [],
  controlPercent: 0,
  limiters: [],
  allowed: [],
  programs: noPrograms,
  ...more,
})
const noPolicies = '      []'
const start = (rules: DashboardRules, policies = noPolicies, program: Program | null = null) =>
  startGuard(fileOf(policies), { rulesOf: () => rules, ...(program !== null && { identify: () => program }) })

describe('what the dashboard says', () => {
  it('limits the requests that its limiters are for, also where the file has no policy', async () => {
    await using running = await start(rulesWith({ limiters: [onPath('/login', limiter('sign-in'))] }))
    const statusOf = async (path: string) => (await running.ask(path)).status
    expect([await statusOf('/login'), await statusOf('/login'), await statusOf('/')]).toEqual([200, 429, 200])
    expect(running.reports.map(({ rulesVersion, decision }) => [rulesVersion, decision.conclusion])).toEqual([
      [3, 'ALLOW'],
      [3, 'THROTTLE'],
      [3, 'ALLOW'],
    ])
  })

  it('keeps its counts when it changes, and those of the file beside them', async () => {
    const limiters = [onPath('/login', limiter('sign-in'))]
    const file = fileOf(
      '      - { name: own, mode: LIVE, limiters: [all] }',
      `limiters: [{ id: all, mode: LIVE, limit: { kind: FIXED_WINDOW, limit: 4, windowMs: 60000 }, key: [{ from: network }] }]
captcha: { api: https://captcha.example.org, siteKey: bsk_0123456789012345678901, secretKey: bsec_any }`,
    )
    await using running = await startGuard(file, { rulesOf: () => rulesWith({ limiters }) })
    const statusOf = async (path: string) => (await running.ask(path)).status
    expect([await statusOf('/login'), await statusOf('/login')]).toEqual([200, 429])
    running.guard.configure(policyOf(`trustedProxies: [127.0.0.1]\n${file}`), () => rulesWith({ version: 4, limiters }))
    expect([await statusOf('/login'), await statusOf('/'), await statusOf('/')]).toEqual([429, 200, 429])
  })

  it('holds for a share of the visitors while it is tried, and what was before for the rest', async () => {
    const former = { limiter: limiter('sign-in', { mode: 'DRY_RUN' }), fits: () => true }
    const tried = (percent: number) =>
      rulesWith({ limiters: [onPath('/login', limiter('sign-in'), { percent, round: 1, former })] })
    for (const [percent, status] of [
      [0, 200],
      [100, 429],
    ] as const) {
      await using running = await start(tried(percent))
      await running.ask('/login')
      expect((await running.ask('/login')).status).toBe(status)
    }
  })

  it('lets those on its allow-list pass, until they are no longer on it', async () => {
    const until = Date.UTC(2026, 0, 2)
    const allowed = [{ field: 'address', value: '192.0.2.0/24', until, note: 'office' }] as const
    await using running = await start(rulesWith({ allowed, limiters: [onPath('/', limiter('all'))] }))
    const statusOf = async () => (await running.ask('/')).status
    expect([await statusOf(), await statusOf()]).toEqual([200, 200])
    running.clock.now = until
    expect([await statusOf(), await statusOf()]).toEqual([200, 429])
  })

  it('answers programs by their purpose and pardons none, unless the file names the purpose', async () => {
    const bot: Program = { name: 'GPTBot', purpose: 'AI_TRAINING', verified: false }
    const denying = rulesWith({ programs: { ...noPrograms, answers: { AI_TRAINING: 'DENY' } } })
    await using denied = await start(denying, noPolicies, bot)
    expect((await denied.ask('/')).status).toBe(403)
    await using named = await start(denying, '      - { name: own, mode: LIVE, programs: { AI_TRAINING: ALLOW } }', bot)
    expect((await named.ask('/')).status).toBe(200)
    const welcome = rulesWith({
      limiters: [onPath('/', limiter('all'))],
      programs: { ...noPrograms, answers: { AI_TRAINING: 'ALLOW' }, spoofed: 'DENY' },
    })
    await using counted = await start(welcome, noPolicies, { ...bot, verified: true })
    expect([(await counted.ask('/')).status, (await counted.ask('/')).status]).toEqual([200, 429])
    await using spoofed = await start(welcome, noPolicies, { ...bot, isSpoofed: true })
    expect((await spoofed.ask('/')).status).toBe(403)
  })

  it('challenges the control group in place of a denial, lets pass who solves it, and denies while nobody can', async () => {
    const rules = rulesWith({
      controlPercent: 100,
      programs: { ...noPrograms, answers: { AI_TRAINING: 'DENY' } },
    })
    await using running = await start(rules, noPolicies, { name: 'GPTBot', purpose: 'AI_TRAINING', verified: false })
    const page = await running.ask('/')
    expect(page.body).toContain('bsk_0123456789012345678901')
    expect(running.reports[0]).toMatchObject({
      control: true,
      wouldBe: 'DENY',
      decision: { conclusion: 'CHALLENGE', retryAfterMs: null },
    })
    const body = `ticket=${fieldOf(page.body, 'ticket')}&bollard-response=token`
    const solved = await running.ask('/.well-known/bollard/pass', { method: 'POST', headers: asForm, body })
    const cookie = solved.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
    expect((await running.ask('/', { headers: { cookie } })).status).toBe(200)
    // A denial that a person has shown to be a mistake.
    expect(running.reports[1]).toMatchObject({ control: true, wouldBe: 'DENY', decision: { conclusion: 'ALLOW' } })
    running.captcha.isAway = true
    expect((await running.ask('/')).status).toBe(403)
    expect(running.reports[2]).toMatchObject({ control: false, decision: { conclusion: 'DENY' } })
  })

  it('hears what became of each request, once', async () => {
    const ended: [string, string, number | null][] = []
    await using running = await startGuard(fileOf(noPolicies), {
      rulesOf: () => rulesWith({ limiters: [onPath('/login', limiter('sign-in'))] }),
      onEnded: (...one) => ended.push(one),
      gateway: { listener: (_request, response) => void response.writeHead(401).end() },
    })
    await running.ask('/login')
    await running.ask('/login')
    const [first, second] = running.reports.map(({ decision }) => decision.id)
    await expect
      .poll(() => ended)
      .toEqual([
        [first, 'FAILURE', 401],
        [second, 'REFUSED', null],
      ])
  })

  it('hears of a stream of events with its head, and once', async () => {
    const ended: [string, number | null][] = []
    let sent: ServerResponse | null = null
    await using running = await startGuard(fileOf(noPolicies), {
      rulesOf: () => rulesWith({ limiters: [onPath('/events', limiter('events'))] }),
      onEnded: (_id, ending, status) => ended.push([ending, status]),
      gateway: {
        listener(_request, response) {
          sent = response
          response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
        },
      },
    })
    const answer = running.ask('/events')
    await expect.poll(() => ended).toEqual([['SUCCESS', 200]])
    ;(sent as ServerResponse | null)?.end()
    expect((await answer).body).toContain('data: 1')
    expect(ended).toHaveLength(1)
  })

  it('needs a captcha, since it may ask for work at any time', () => {
    const dashboard = 'dashboard: { api: "https://captcha.example.org", secretKeyFile: key }'
    expect(() => policyOf(fileOf(noPolicies, dashboard))).toThrow('captcha-missing')
  })
})
