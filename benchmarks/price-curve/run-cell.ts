import { setTimeout as sleep } from 'node:timers/promises'
import type { TestDatabase } from '@bollard/testing'
import { createAgenda } from './agenda.ts'
import type { Engine } from './attackers/engine.ts'
import { attack, type Attempt, callOnce, type Method } from './attack.ts'
import type { Cell } from './cells.ts'
import { createPublic, type Noticed, noticedBy, peopleCome, type Public, type Stage } from './genuine.ts'
import { addressIn, type Network, type Networks } from './networks.ts'
import { createClient } from './service/client.ts'
import { type Site, startSite } from './service/start-site.ts'
import type { Outcome } from './visit.ts'
import type { AttackSolver } from './work/solver.ts'

const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** The hour in which sites are attacked: a Tuesday afternoon. */
export const attackedAt = Date.UTC(2026, 10, 24, 15)

export interface Tools {
  readonly postgres: TestDatabase
  readonly networks: Networks
  readonly solver: AttackSolver
  readonly engine: Engine | null
  readonly random: () => number
  /** Days of visitors before an attack. */
  readonly pastDays: number
  /** Tokens of each cell whose work is really done. */
  readonly really: number
}

export interface CellResult {
  readonly gained: number
  readonly refused: number
  readonly tooLate: number
  readonly throttled: number
  readonly stepUps: number
  /** Of those whose work was really done: how many tokens came of them. */
  readonly real: { readonly attempts: number; readonly tokens: number }
  /** All that the attack spent, by tokens gained. */
  readonly cpuSecondsPerToken: number
  readonly firstTokenCpuSeconds: number
  /** Seconds of work one after the other, and of Retry-After, by token gained. */
  readonly waitSecondsPerToken: number
  readonly networksPerToken: number
  readonly bytesPerToken: number
  /** Processor time of the tokens from … on, as so many times the first ones': how the price rises within the hour. */
  readonly dearest: number
  /** Reasons of attempts that came to nothing, and what the site was told of tokens. */
  readonly codes: Readonly<Record<string, number>>
  readonly evidence: Readonly<Record<string, number>>
  /** Of tokens, the score that the site was told: median and worst. */
  readonly score: { readonly median: number; readonly most: number }
  readonly people: Noticed
}

/**
 * Days of visitors before an attack. Every hour the service gets the moment that it needs to write down what it has counted, which in
 * life is two seconds of an hour and here would be hours of its clock; each day, the second in which figures are rolled up.
 */
export async function livePast(
  stage: Stage,
  people: Public,
  { from, until }: { readonly from: number; readonly until: number },
  done: (outcome: Outcome) => void,
): Promise<void> {
  peopleCome(stage, people, { from, hours: Math.round((until - from) / hourMs), perHour: 100 }, done)
  for (let hour = from + hourMs; hour <= until; hour += hourMs) {
    await stage.agenda.runUntil(hour - 1)
    const isNight = new Date(hour).getUTCHours() === 0
    await sleep(isNight ? 1_500 : 60)
  }
  await stage.agenda.runUntil(until)
  await sleep(2_500)
}

/** As above, while an attack goes on. */
export async function liveOn({ agenda }: Pick<Stage, 'agenda'>, from: number, until: number): Promise<void> {
  for (let at = from; at < until; at += minuteMs * 2) {
    await agenda.runUntil(at)
    await sleep(60)
  }
  await agenda.runUntil(until)
}

/** A method made ready for one site, and what ends it. */
export interface Ready {
  readonly method: Method
  stop(): Promise<void>
}

/** A site with a past of some days is attacked for an hour while its visitors go on coming. */
export async function runCell(
  tools: Tools,
  cell: Omit<Cell, 'method'>,
  makeReady: (site: Site) => Promise<Ready>,
  minimalData = false,
): Promise<CellResult> {
  const { postgres, networks, solver, engine, random, pastDays } = tools
  const from = attackedAt - pastDays * dayMs
  const site = await startSite(postgres, { minimalData, startsAt: from, declared: networks.declared, engine })
  const client = createClient(site)
  const agenda = createAgenda(site.clock)
  const stage: Stage = { site, client, agenda, random, engine }
  let ready: Ready | undefined
  try {
    const people = createPublic(networks, random)
    const before: Outcome[] = []
    ready = await makeReady(site)
    const { method } = ready
    const attacked = networks.draw(cell.kind, cell.networks, cell.operators)
    if (cell.aged) for (let day = 0; day < pastDays; day++) age(stage, method, attacked, from + day * dayMs)
    await livePast(stage, people, { from, until: attackedAt }, (outcome) => before.push(outcome))
    const during: Outcome[] = []
    peopleCome(stage, people, { from: attackedAt, hours: 1, perHour: 100 }, (outcome) => during.push(outcome))
    const attempts: Attempt[] = []
    const { bytesPerToken } = attack(
      stage,
      solver,
      {
        method,
        networks: attacked,
        tokens: cell.tokens,
        from: attackedAt,
        really: tools.really,
      },
      (attempt) => attempts.push(attempt),
    )
    // Whoever began within the hour is waited for.
    await liveOn(stage, attackedAt, attackedAt + hourMs)
    await agenda.runUntil(attackedAt + 2 * hourMs)
    const quiet = before.at(-1)?.hashes[0] ?? 2 ** 21
    return { ...sumUp(attempts, cell.networks), bytesPerToken: bytesPerToken(), people: noticedBy(during, quiet) }
  } finally {
    await ready?.stop()
    client.stop()
    await site.stop()
  }
}

/** Tokens of one day that only make a network known: each has an hour of its own, and all together are little for the site. */
const tokensOfAge = 3

function age(stage: Stage, method: Method, networks: readonly Network[], from: number): void {
  networks.forEach((network, index) => {
    const hour = from + Math.floor((index / networks.length) * 24) * hourMs
    for (let token = 0; token < tokensOfAge; token++)
      stage.agenda.at(hour + ((token + stage.random()) / tokensOfAge) * hourMs, () =>
        callOnce(stage, method.claim(token, index), addressIn(network, stage.random)),
      )
  })
}

function sumUp(attempts: readonly Attempt[], networks: number): Omit<CellResult, 'people' | 'bytesPerToken'> {
  const ordered = attempts.toSorted((one, other) => one.startedAt - other.startedAt)
  const tokens = ordered.filter(({ redeemed }) => redeemed)
  const real = ordered.filter((attempt) => attempt.real)
  const cpu = sum(ordered, ({ cpuSeconds }) => cpuSeconds)
  const scores = tokens.map(({ score }) => score ?? 0).toSorted((one, other) => one - other)
  const first = tokens[0]?.cpuSeconds ?? Number.NaN
  return {
    gained: tokens.length,
    refused: ordered.filter(({ end }) => end === 'refused').length,
    tooLate: ordered.filter(({ end }) => end === 'late').length,
    throttled: ordered.filter(({ throttled }) => throttled > 0).length,
    stepUps: ordered.filter(({ stepUps }) => stepUps > 0).length,
    real: { attempts: real.length, tokens: real.filter(({ redeemed }) => redeemed).length },
    cpuSecondsPerToken: cpu / tokens.length,
    firstTokenCpuSeconds: first,
    waitSecondsPerToken: sum(ordered, ({ workMs, waitedSeconds }) => workMs / 1000 + waitedSeconds) / tokens.length,
    networksPerToken: networks / tokens.length,
    dearest: Math.max(...tokens.map(({ cpuSeconds }) => cpuSeconds)) / first,
    codes: countOf(ordered.filter(({ redeemed }) => !redeemed).flatMap((attempt) => [...new Set(attempt.codes)])),
    evidence: countOf(tokens.flatMap(({ reasons }) => reasons)),
    score: { median: scores[Math.floor(scores.length / 2)] ?? Number.NaN, most: scores.at(-1) ?? Number.NaN },
  }
}

function sum<Item>(items: readonly Item[], read: (item: Item) => number): number {
  return items.reduce((total, item) => total + read(item), 0)
}

function countOf(codes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1
  return counts
}
