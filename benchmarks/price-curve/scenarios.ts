import { setTimeout as sleep } from 'node:timers/promises'
import { createAgenda } from './agenda.ts'
import { attack, type Attempt, type Method } from './attack.ts'
import { constantVerdicts, randomVerdicts } from './attackers/script.ts'
import { browserCalled } from './browsers.ts'
import { createPublic, noticedBy, peopleCome, personVisits, type Public, type Stage } from './genuine.ts'
import { addressIn, type Network } from './networks.ts'
import { attackedAt, liveOn, livePast, type Tools } from './run-cell.ts'
import { createClient } from './service/client.ts'
import { startSite } from './service/start-site.ts'
import type { Outcome } from './visit.ts'

/** One thing that must hold for the whole service. */
export interface Scenario {
  readonly name: string
  readonly must: string
  play(tools: Tools, plug: Plug): Promise<{ readonly got: string; readonly ok: boolean }>
}

/** The cheapest methods of attack that there are. */
export interface Plug {
  /** Without a browser. */
  readonly script: Method
  /** The best without a browser in each visit: with an engine beside it. */
  readonly best: Method
}

const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs

export const scenarios: readonly Scenario[] = [
  ...(['everything ran', 'a person’s'] as const).map((word): Scenario => ({
    name: `constant verdicts (${word}) from a Chrome without an engine`,
    must: 'no token without a step-up, at most 20 tokens an hour per network',
    play: (tools) => worthless(tools, constantVerdicts(tools.random, word)),
  })),
  {
    name: 'constant verdicts, claiming a browser without an engine proof (Safari, Android)',
    must: 'no token without a step-up, at most 20 tokens an hour per network',
    play: (tools, { script }) => worthless(tools, script),
  },
  {
    name: 'random verdicts',
    must: 'no token without a step-up, at most 20 tokens an hour per network',
    play: (tools) => worthless(tools, randomVerdicts(tools.random)),
  },
  ...(['hosting', 'vpn', 'tor'] as const).map((kind): Scenario => ({
    name: `one ${kind} network`,
    must: 'a script with a browser engine gets at most 60 tokens an hour at a new site',
    async play(tools, { best }) {
      const attempts = await attackNewSite(tools, best, tools.networks.draw(kind, 1, 1), 500)
      const tokens = attempts.filter(({ redeemed }) => redeemed).length
      return { got: `${tokens} tokens from 500 attempts`, ok: tokens <= 60 }
    },
  })),
  {
    name: 'one residential network without history',
    must: 'tokens cost at least 4 times the first one after the 60th, and 10 times after the 2,000th',
    async play(tools, { best }) {
      const attempts = await attackNewSite(tools, best, tools.networks.draw('access', 1, 1), 2_600)
      const tokens = attempts.filter(({ redeemed }) => redeemed)
      const least = (from: number) =>
        Math.min(...tokens.slice(from).map(({ hashes }) => total(hashes))) / total(tokens[0]?.hashes ?? [])
      const [after60, after2000] = [least(60), least(2_000)]
      return {
        got: `${tokens.length} tokens from 2,600 attempts; after the 60th at least ${times(after60)}, after the 2,000th ${tokens.length > 2_000 ? times(after2000) : 'none'}`,
        ok: after60 >= 4 && after2000 >= 10,
      }
    },
  },
  ...[1, 10, 100].map((count): Scenario => ({
    name: `1,000 tokens an hour through ${count} network${count === 1 ? '' : 's'}`,
    must: 'at least 10 times the CPU time of a token of a quiet site',
    async play(tools, { best }) {
      const { attempts } = await onSite(tools, { pastDays: 3 }, async (stage) => {
        const all: Attempt[] = []
        attack(
          stage,
          tools.solver,
          {
            method: best,
            networks: tools.networks.draw('access', count, Math.min(count, 25)),
            tokens: 1_000,
            from: attackedAt,
            really: 0,
          },
          (attempt) => all.push(attempt),
        )
        await liveOn(stage, attackedAt, attackedAt + 2 * hourMs)
        return { attempts: all }
      })
      const tokens = attempts.filter(({ redeemed }) => redeemed)
      const work = attempts.reduce((sum, { hashes }) => sum + total(hashes), 0) / tokens.length
      const ratio = work / 2 ** 21
      return {
        got: tokens.length === 0 ? 'no token at all' : `${tokens.length} tokens, ${times(ratio)}`,
        ok: tokens.length === 0 || ratio >= 10,
      }
    },
  })),
  {
    name: '2,000 unanswered starts an hour, through 100 networks',
    must: 'visitors: 0 blocked; extra wait at most 1 s (median) and 4 s (95%)',
    async play(tools) {
      const networks = tools.networks.draw('access', 100, 20)
      const people: Outcome[] = []
      await onSite(
        tools,
        { pastDays: 1, people: (outcome) => people.push(outcome) },
        async ({ agenda, client, site, random }) => {
          for (let start = 0; start < 2_000; start++) {
            const network = networks[start % networks.length]
            if (network === undefined) continue
            const caller = { address: addressIn(network, random), headers: browserCalled('iphone').headers }
            agenda.at(attackedAt + start * 1_800, async () => {
              await client.post('/captcha/v1/verifications', caller, { siteKey: site.siteKey })
            })
          }
          await liveOn({ agenda }, attackedAt, attackedAt + 2 * hourMs)
        },
      )
      const noticed = noticedBy(people, 2 ** 21)
      return {
        got: told(noticed),
        ok: noticed.refused === 0 && noticed.medianLongerS <= 1 && noticed.p95LongerS <= 4,
      }
    },
  },
  {
    name: 'carrier: 2,000 visitors an hour from one /24',
    must: 'first day: 0 blocked, 0 throttled, extra wait at most 1.5 s (95%); no change after one day',
    async play(tools) {
      const [network] = tools.networks.draw('access', 1, 1)
      const day: Outcome[] = []
      const later: Outcome[] = []
      await onSite(tools, { pastDays: 0 }, async (stage) => {
        const people = from(network, stage.random)
        const begins = attackedAt - dayMs
        peopleCome(stage, people, { from: begins, hours: 24, perHour: 2_000 }, (outcome) => day.push(outcome))
        for (let hour = 1; hour <= 24; hour++) await liveOn(stage, begins + hour * hourMs - 1, begins + hour * hourMs)
        await sleep(2_500)
        peopleCome(stage, people, { from: attackedAt, hours: 2, perHour: 2_000 }, (outcome) => later.push(outcome))
        await liveOn(stage, attackedAt, attackedAt + 3 * hourMs)
      })
      const [first, next] = [noticedBy(day, 2 ** 21), noticedBy(later, 2 ** 21)]
      return {
        got: `first day ${told(first)}; after it ${told(next)}`,
        ok:
          first.refused + first.throttled + next.refused + next.throttled === 0 &&
          first.p95LongerS <= 1.5 &&
          next.p95LongerS <= 0.25,
      }
    },
  },
  {
    name: '300 identical devices behind one new /24 in 5 minutes',
    must: '0 blocked, 0 throttled',
    play: (tools) => crowd(tools, 300, 5),
  },
  { name: 'a class of 30 in 10 minutes', must: '0 blocked, 0 throttled', play: (tools) => crowd(tools, 30, 10) },
  {
    name: 'Tor Browser from an exhausted exit',
    must: '0 blocked, extra wait at most 10 s',
    async play(tools, { best }) {
      const exit = tools.networks.draw('tor', 1, 1)
      const people: Outcome[] = []
      await onSite(tools, { pastDays: 1 }, async (stage) => {
        attack(
          stage,
          tools.solver,
          { method: best, networks: exit, tokens: 1_000, from: attackedAt, really: 0 },
          () => undefined,
        )
        for (let visitor = 0; visitor < 20; visitor++)
          stage.agenda.at(attackedAt + (10 + visitor * 2.4) * minuteMs, () =>
            personVisits(stage, from(exit[0], stage.random, 'firefox').draw(), (outcome) => people.push(outcome)),
          )
        await liveOn(stage, attackedAt, attackedAt + 2 * hourMs)
      })
      const noticed = noticedBy(people, 2 ** 21)
      return { got: told(noticed), ok: noticed.refused === 0 && noticed.worstLongerS <= 10 }
    },
  },
  {
    name: '200 keyboard-only submissions from one /24',
    must: 'nobody asked for more work',
    async play(tools) {
      const [network] = tools.networks.draw('access', 1, 1)
      const people: Outcome[] = []
      await onSite(tools, { pastDays: 1 }, async (stage) => {
        for (let visitor = 0; visitor < 200; visitor++)
          stage.agenda.at(attackedAt + visitor * 18_000, () =>
            personVisits(stage, { ...from(network, stage.random, 'chrome').draw(), hands: 'keyboard' }, (outcome) =>
              people.push(outcome),
            ),
          )
        await liveOn(stage, attackedAt, attackedAt + 2 * hourMs)
      })
      const noticed = noticedBy(people, 2 ** 21)
      return { got: told(noticed), ok: noticed.askedForMore + noticed.refused === 0 }
    },
  },
]

/** Everybody of a place that has one network, with the browsers that people have, or all with the same. */
function from(network: Network | undefined, random: () => number, browser?: 'chrome' | 'firefox'): Public {
  if (network === undefined) throw new Error('nobody comes from nowhere')
  let turn = 0
  const names = ['chrome', 'android', 'iphone', 'android', 'safari', 'edge', 'iphone', 'firefox'] as const
  return {
    draw: () => ({
      network,
      browser: browserCalled(browser ?? names[Math.floor(random() * names.length + turn++) % names.length] ?? 'chrome'),
    }),
  }
}

async function crowd(tools: Tools, count: number, minutes: number) {
  const [network] = tools.networks.draw('access', 1, 1)
  const people: Outcome[] = []
  await onSite(tools, { pastDays: 1 }, async (stage) => {
    for (let visitor = 0; visitor < count; visitor++)
      stage.agenda.at(attackedAt + (visitor / count) * minutes * minuteMs, () =>
        personVisits(stage, from(network, stage.random, 'chrome').draw(), (outcome) => people.push(outcome)),
      )
    await liveOn(stage, attackedAt, attackedAt + hourMs)
  })
  const noticed = noticedBy(people, 2 ** 21)
  return { got: told(noticed), ok: noticed.refused + noticed.throttled === 0 }
}

async function worthless(tools: Tools, method: Method) {
  const attempts = await attackNewSite(tools, method, tools.networks.draw('access', 1, 1), 500)
  const tokens = attempts.filter(({ redeemed }) => redeemed)
  const cheap = tokens.filter(({ stepUps }) => stepUps === 0).length
  return {
    got: `${tokens.length} tokens from 500 attempts in an hour, ${cheap} without a step-up`,
    ok: cheap === 0 && tokens.length <= 20,
  }
}

/** Attempts of one hour at a site that has its visitors, and none from these networks. */
async function attackNewSite(tools: Tools, method: Method, networks: readonly Network[], tokens: number) {
  const attempts: Attempt[] = []
  await onSite(tools, { pastDays: 1 }, async (stage) => {
    attack(stage, tools.solver, { method, networks, tokens, from: attackedAt, really: 0 }, (attempt) =>
      attempts.push(attempt),
    )
    await liveOn(stage, attackedAt, attackedAt + 2 * hourMs)
  })
  return attempts.toSorted((one, other) => one.startedAt - other.startedAt)
}

/** A site of its own with 100 visitors an hour, before and while something happens there. */
async function onSite<Result>(
  { postgres, networks, random, engine }: Tools,
  {
    pastDays,
    people: done = () => undefined,
  }: { readonly pastDays: number; readonly people?: (outcome: Outcome) => void },
  play: (stage: Stage) => Promise<Result>,
): Promise<Result> {
  const begins = attackedAt - Math.max(1, pastDays) * dayMs
  const site = await startSite(postgres, { minimalData: false, startsAt: begins, declared: networks.declared, engine })
  const client = createClient(site)
  const stage: Stage = { site, client, agenda: createAgenda(site.clock), random, engine }
  try {
    if (pastDays > 0) {
      const people = createPublic(networks, random)
      await livePast(stage, people, { from: begins, until: attackedAt }, () => undefined)
      peopleCome(stage, people, { from: attackedAt, hours: 1, perHour: 100 }, done)
    }
    return await play(stage)
  } finally {
    client.stop()
    await site.stop()
  }
}

function total(hashes: readonly number[]): number {
  return hashes.reduce((sum, one) => sum + one, 0)
}

function times(ratio: number): string {
  return `${(Math.round(ratio * 10) / 10).toFixed(1)}×`
}

function told({
  visitors,
  refused,
  throttled,
  askedForMore,
  medianLongerS,
  p95LongerS,
  worstLongerS,
}: ReturnType<typeof noticedBy>) {
  return `${visitors} visitors: ${refused} blocked, ${throttled} throttled, ${askedForMore} asked for more work; extra wait ${medianLongerS} s (95%: ${p95LongerS} s, worst ${worstLongerS} s)`
}
