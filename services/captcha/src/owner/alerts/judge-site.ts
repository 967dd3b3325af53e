import type { AlertFacts, AlertKind } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { bitsMax } from '../../edge/volume/budgets.ts'
import type { SeenAttack } from '../under-attack/attacks.ts'
import { advanceAlert, endAlert, type OpenAlert, raiseAlert, type Tell } from './advance-alert.ts'
import { type AttackSignal, judgeAttack, mayBeAttack, type QuarterCounts } from './judge-attack.ts'
import { judgeNeverFetched } from './judge-never-fetched.ts'
import { judgePassRate } from './judge-pass-rate.ts'
import type { Judgement } from './judgement.ts'
import { readPassFigures, readResults, readUsage, readUsual } from './read-figures.ts'
import type { JudgedSite } from './sites-to-judge.ts'

export interface JudgedMoment {
  readonly now: number
  readonly open: readonly OpenAlert[]
  readonly tell: Tell
}

/** What the service itself says of an attack, looked at every minute. */
export async function judgeDefence(
  db: Database,
  site: JudgedSite,
  seen: SeenAttack | undefined,
  moment: JudgedMoment,
): Promise<void> {
  const lasting = openOf(moment, 'UNDER_ATTACK')
  if (!site.settings.underAttack.enabled || !site.mayBeUnderAttack) return endAll(db, site, moment, lasting)
  const [facts] = lasting.flatMap((alert) => (alert.facts.kind === 'UNDER_ATTACK' ? [alert.facts] : []))
  await step(db, site, moment, '', judgeUnderAttack(seen, facts))
}

/** Attacks, looked for every minute. `latest` is what the last two quarters of an hour hold. */
export async function judgeSuddenChanges(
  db: Database,
  site: JudgedSite,
  latest: readonly QuarterCounts[],
  moment: JudgedMoment,
): Promise<void> {
  const { attack } = site.settings
  const lasting = openOf(moment, 'ATTACK')
  if (!attack.enabled) return endAll(db, site, moment, lasting)
  // Most sites cost no further question.
  if (!mayBeAttack(latest, attack) && lasting.length === 0) return
  const signal = signalOf(lasting[0])
  await step(
    db,
    site,
    moment,
    '',
    judgeAttack({ latest, usual: await readUsual(db, site, moment.now) }, attack, signal),
  )
}

/** What changes over hours, looked at every quarter of an hour. */
export async function judgeSlowChanges(db: Database, site: JudgedSite, moment: JudgedMoment): Promise<void> {
  const { passRateFalling, resultsNeverFetched, usage } = site.settings
  if (!passRateFalling.enabled) await endAll(db, site, moment, openOf(moment, 'PASS_RATE_FALLING'))
  else
    await step(
      db,
      site,
      moment,
      '',
      judgePassRate(await readPassFigures(db, site.id, passRateFalling, moment.now), passRateFalling),
    )
  if (!resultsNeverFetched.enabled) await endAll(db, site, moment, openOf(moment, 'RESULTS_NEVER_FETCHED'))
  else await step(db, site, moment, '', judgeNeverFetched(await readResults(db, site, moment.now), resultsNeverFetched))
  if (!usage.enabled || usage.monthly === null) await endAll(db, site, moment, openOf(moment, 'USAGE'))
  else await stepUsage(db, site, moment, usage.monthly)
}

async function step(
  db: Database,
  site: JudgedSite,
  { now, open, tell }: JudgedMoment,
  subject: string,
  judgement: Judgement,
): Promise<void> {
  const lasting = open.find((alert) => alert.kind === judgement.facts.kind && alert.subject === subject)
  if (lasting !== undefined) await advanceAlert(db, site.id, lasting, judgement, new Date(now), tell)
  else if (judgement.state === 'on')
    await raiseAlert(db, site.id, { subject, facts: judgement.facts }, new Date(now), tell)
}

/** The steps of a month follow each other: the next one takes the place of the one before. */
async function stepUsage(db: Database, site: JudgedSite, moment: JudgedMoment, monthly: number): Promise<void> {
  const { now, tell } = moment
  const judgement = judgeUsage(await readUsage(db, site, now), monthly)
  const { month, percent } = judgement.facts
  const subject = judgement.state === 'on' ? `${month} ${percent} ${monthly}` : ''
  for (const alert of openOf(moment, 'USAGE')) {
    if (alert.subject === subject) continue
    const goesOn = judgement.state === 'on' && alert.facts.kind === 'USAGE' && alert.facts.month === month
    await endAlert(db, site.id, alert, new Date(now), tell, { quiet: goesOn })
  }
  if (judgement.state === 'on') await step(db, site, moment, subject, judgement)
}

/** Its owner wants to hear no more of it. */
async function endAll(
  db: Database,
  site: JudgedSite,
  { now, tell }: JudgedMoment,
  alerts: readonly OpenAlert[],
): Promise<void> {
  for (const alert of alerts) await endAlert(db, site.id, alert, new Date(now), tell, { quiet: true })
}

function openOf({ open }: JudgedMoment, kind: AlertKind): OpenAlert[] {
  return open.filter((alert) => alert.kind === kind)
}

function signalOf(alert: OpenAlert | undefined): AttackSignal | null {
  return alert?.facts.kind === 'ATTACK' ? alert.facts.signal : null
}

type UsageFacts = Extract<AlertFacts, { kind: 'USAGE' }>

const steps = [120, 100, 80] as const

/** Which step of the owner's number the verifications of a month (`2026-11`) have reached; `off` below the first. */
export function judgeUsage({ month, used }: { month: string; used: number }, monthly: number): Judgement<UsageFacts> {
  const percent = steps.find((step) => used * 100 >= monthly * step)
  return {
    state: percent === undefined ? 'off' : 'on',
    facts: { kind: 'USAGE', month, percent: percent ?? 0, used, monthly },
  }
}

type UnderAttackFacts = Extract<AlertFacts, { kind: 'UNDER_ATTACK' }>

/**
 * Whether the service itself has raised everybody's work. There is no state between: it rises and falls with hysteresis where it
 * is decided. `lasting` are the facts of an alert that lasts, which its end still tells of.
 */
export function judgeUnderAttack(
  seen: SeenAttack | undefined,
  lasting: UnderAttackFacts | undefined,
): Judgement<UnderAttackFacts> {
  if (seen !== undefined) return { state: 'on', facts: { kind: 'UNDER_ATTACK', times: 2 ** bitsMax } }
  return { state: 'off', facts: lasting ?? { kind: 'UNDER_ATTACK', times: 1 } }
}
