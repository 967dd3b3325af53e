import { alwaysRunning, type Check, clientChecks, derivedChecks, type Group, groups, serverChecks, serverSignal } from './catalogue.ts'

/** What is known of one verification, over all its rounds. All three are sets of 32 bits. */
export interface Evidence {
  /** Bits of `serverChecks`: `judgeRequest` at start and answer, and what the service adds. */
  readonly server: number
  /** Verdict bits of the widget. Both 0 when there are none; say why with `serverSignal.collectorMissing`, or leave it out in minimal data mode. */
  readonly ran: number
  readonly fired: number
}

/** One reason with the weight it counts with after its group's cap: prior and weights add up to `logOdds`. */
export interface ScoreReason {
  readonly code: string
  readonly group: Group
  readonly weight: number
}

export interface Score {
  /** 0 = person, 1 = bot. */
  readonly score: number
  readonly logOdds: number
  /** Strongest first, whichever way they point. */
  readonly reasons: ScoreReason[]
  readonly hardEvidence: boolean
}

/** Log-odds before any evidence: about one visitor in twenty is taken for a bot. */
const prior = -3
/** The most that the evidence of a group counts, against a person and for one. Hard evidence is bound only by `hardCap`. */
const caps: Readonly<Record<Group, { readonly most: number; readonly least: number }>> = {
  declared: { most: 6, least: 0 },
  tamper: { most: 3, least: 0 },
  // Open developer tools look the same as an automation protocol, so this alone stays below the step-up.
  debugger: { most: 2, least: 0 },
  environment: { most: 1.5, least: -0.2 },
  interaction: { most: 1.5, least: -1 },
  network: { most: 3.5, least: 0 },
  velocity: { most: 1.5, least: 0 },
  work: { most: 3, least: 0 },
}
const hardCap = 6
/** Three tells of the hand at once have no common innocent cause, so they may say more than one or two. */
const agreement = { group: 'interaction', tells: 3, most: 2.5 } as const

interface Weighed extends Check {
  readonly slot: number
}
const weigh = (checks: readonly Check[]): Weighed[] => checks.map((check) => ({ ...check, slot: groups.indexOf(check.group) }))
const client = weigh(clientChecks)
const server = weigh(serverChecks)
const [consistent] = weigh(derivedChecks)
const capsBySlot = groups.map((group) => caps[group])
const agreementSlot = groups.indexOf(agreement.group)

const always = clientChecks.reduce((bits, check, index) => (alwaysRunning.some((code) => code === check.code) ? bits | (1 << index) : bits), 0)
/** Verdicts about the browser itself; none of them fired means that it looks like what it says it is. */
const aboutBrowser = clientChecks.reduce((bits, { group }, index) => (group === 'interaction' ? bits : bits | (1 << index)), 0)

// Reused by every call: nothing here awaits, and a verification must not cost an allocation per group.
const against = new Float64Array(groups.length)
const hardAgainst = new Float64Array(groups.length)
const speaking = new Float64Array(groups.length)
const tells = new Uint8Array(groups.length)
const factor = new Float64Array(groups.length)
const speakingFactor = new Float64Array(groups.length)

/** The score of one verification and the reasons behind it. The order in which evidence came in makes no difference. */
export function scoreVerification(evidence: Evidence): Score {
  const found = collect(evidence)
  let hardEvidence = false
  against.fill(0)
  hardAgainst.fill(0)
  speaking.fill(0)
  tells.fill(0)
  for (const check of found) {
    const { slot, weight } = check
    if (weight < 0) speaking[slot] = at(speaking, slot) + weight
    else if (check.hard) hardAgainst[slot] = at(hardAgainst, slot) + weight
    else {
      against[slot] = at(against, slot) + weight
      tells[slot] = at(tells, slot) + 1
    }
    if (check.hard) hardEvidence = true
  }
  let logOdds = prior
  for (let slot = 0; slot < groups.length; slot++) logOdds += weighGroup(slot)
  const reasons = found.map(({ code, group, weight, slot }): ScoreReason => ({
    code,
    group,
    weight: round(weight * at(weight < 0 ? speakingFactor : factor, slot)),
  }))
  reasons.sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight) || (a.code < b.code ? -1 : 1))
  return { score: 1 / (1 + Math.exp(-logOdds)), logOdds, reasons, hardEvidence }
}

function collect({ server: seen, ran, fired }: Evidence): Weighed[] {
  // A check that did not run cannot have found anything.
  const verdicts = fired & ran
  let signals = seen
  if (ran !== 0 && (ran & always) !== always) signals |= serverSignal.collectorIncomplete
  const found: Weighed[] = []
  push(found, client, verdicts)
  push(found, server, signals)
  if (consistent && (ran & always) === always && (verdicts & aboutBrowser) === 0) found.push(consistent)
  return found
}

function push(found: Weighed[], checks: readonly Weighed[], bits: number): void {
  for (let rest = bits; rest !== 0; rest &= rest - 1) {
    const check = checks[31 - Math.clz32(rest & -rest)]
    if (check) found.push(check)
  }
}

/** What a group adds, and by which factor its single weights shrink under the caps. */
function weighGroup(slot: number): number {
  const cap = capsBySlot[slot]
  if (!cap) return 0
  const most = slot === agreementSlot && at(tells, slot) >= agreement.tells ? agreement.most : cap.most
  const sum = at(against, slot) + at(hardAgainst, slot)
  const allowed = at(hardAgainst, slot) > 0 ? hardCap : most
  const counted = Math.min(sum, allowed)
  const spoken = Math.max(at(speaking, slot), cap.least)
  factor[slot] = sum > 0 ? counted / sum : 0
  speakingFactor[slot] = spoken < 0 ? spoken / at(speaking, slot) : 0
  return counted + spoken
}

function at(array: { readonly [index: number]: number }, index: number): number {
  return array[index] ?? 0
}

function round(weight: number): number {
  return Math.round(weight * 1000) / 1000
}
