import {
  alwaysRunning,
  type Check,
  clientChecks,
  conductChecks,
  conductSignal,
  derivedChecks,
  type Group,
  groups,
  serverChecks,
  serverSignal,
} from './catalogue.ts'
import { conclude } from './conclude.ts'
import { bitsOf, hasBit, type VerdictBits } from './verdict-layout.ts'

/** What is known of one verification, over all its rounds. */
export interface Evidence {
  /** Bits of `serverChecks`: `judgeRequest` at start and answer, and what the service adds. */
  readonly server: number
  /** Bits of `conductChecks`. */
  readonly conduct?: number
  /** Verdict bits of the widget. All 0 when there are none; say why with `serverSignal.collectorMissing`, or leave it out in minimal data mode. */
  readonly ran: VerdictBits
  readonly fired: VerdictBits
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
  readonly reasons: readonly ScoreReason[]
  readonly hardEvidence: boolean
}

/** Forms the score of one verification and the reasons behind it. The order in which evidence came in makes no difference. */
export type Scorer = (evidence: Evidence) => Score

/** Weights by code, in log-odds, that take the place of those of the catalogue. */
export type Weights = Readonly<Record<string, number>>

export const noVerdicts: VerdictBits = [0, 0]

/** Log-odds before any evidence: about one visitor in twenty is taken for a bot. */
export const prior = -3
/** The most that the evidence of a group counts, against a person and for one. Hard evidence is bound only by `hardCap`. */
export const groupCaps: Readonly<Record<Group, { readonly max: number; readonly min: number }>> = {
  declared: { max: 6, min: 0 },
  tamper: { max: 3, min: 0 },
  // Open developer tools look the same as an automation protocol, so this alone stays below the step-up.
  debugger: { max: 2, min: 0 },
  environment: { max: 1.5, min: -0.2 },
  interaction: { max: 1.5, min: -1 },
  network: { max: 3.5, min: 0 },
  velocity: { max: 1.5, min: 0 },
  work: { max: 3, min: 0 },
  credential: { max: 0, min: -3 },
}
const hardCap = 6
/**
 * Three tells of the hand at once may say more than one or two, and so may a sign that only programs leave. Tells of three
 * causes have no innocent one in common: they lead to more work by themselves, however little each weighs, as such a sign does.
 */
const agreement = { group: 'interaction', tells: 3, causes: 3, max: 2.5 } as const
/** Tells that one tool for people brings about together; each tell that is not named here is a cause of its own. */
const causes: readonly (readonly string[])[] = [
  // Clicking by waiting, and voices that click.
  ['dead-centre-click', 'instant-press'],
  // Text expanders and keyboards on the screen.
  ['short-key-hold', 'inhuman-typing', 'even-typing'],
  // Dictation, password managers, pasting.
  ['focus-without-cause', 'input-without-keys', 'text-at-once'],
  // Remote control and unusual pointers.
  ['straight-path', 'never-coalesced', 'screen-equals-client'],
]
/** Whoever leaves one of these moves no hand, so what looks like a hand's movement says nothing for them. */
const noHand: ReadonlySet<string> = new Set([
  'fractional-pointer',
  'shift-missing',
  'incomplete-key',
  'made-up-keys',
  'unnamed-script',
  'interaction-repeated',
])

/** Where no engine computed anything, what a browser says for itself was said by a program; only what others vouch for counts. */
const noEngine: ReadonlySet<string> = new Set(['engine-wrong', 'engine-missing'])

const always = bitsOf(clientChecks, alwaysRunning)
/** Verdicts about the browser itself; none of them fired means that it looks like what it says it is. */
const aboutBrowser = bitsOf(
  clientChecks,
  clientChecks.filter(({ group }) => group !== 'interaction').map(({ code }) => code),
)
const agreementSlot = groups.indexOf(agreement.group)
const capsBySlot = groups.map((group) => groupCaps[group])
/** Visitors differ in few ways: most verifications repeat the evidence of another one. */
const rememberAtMost = 5_000

interface Weighed extends Check {
  readonly slot: number
}

/** A scorer with the weights of the catalogue, or with others that were fitted to it. Unknown codes in `weights` are ignored. */
export function createScorer(weights: Weights = {}): Scorer {
  const weigh = (check: Check): Weighed => ({
    ...check,
    weight: weights[check.code] ?? check.weight,
    slot: groups.indexOf(check.group),
  })
  const client = clientChecks.map(weigh)
  const server = serverChecks.map(weigh)
  const conduct = conductChecks.map(weigh)
  const derived = derivedChecks.map(weigh)
  const remembered = new Map<string, Score>()
  return ({ server: seen, conduct: done = 0, ran, fired }) => {
    const key = `${seen} ${done} ${ran[0]} ${ran[1]} ${fired[0]} ${fired[1]}`
    const known = remembered.get(key)
    if (known !== undefined) return known
    const score = weighAll(find({ server: seen, conduct: done, ran, fired }))
    if (remembered.size >= rememberAtMost) remembered.clear()
    remembered.set(key, score)
    return score
  }

  function find({ server: seen, conduct: done = 0, ran, fired }: Evidence): Weighed[] {
    // A check that did not run cannot have found anything.
    const verdicts: VerdictBits = [fired[0] & ran[0], fired[1] & ran[1]]
    const collected = (ran[0] | ran[1]) !== 0
    const complete = (ran[0] & always[0]) === always[0] && (ran[1] & always[1]) === always[1]
    const signals = collected && !complete ? seen | serverSignal.collectorIncomplete : seen
    const found = [
      ...client.filter(({ weight }, index) => hasBit(verdicts, index) && (weight > 0 || !isDoubted(signals, done))),
      ...server.filter((_, index) => (signals & (1 << index)) !== 0),
      ...conduct.filter((_, index) => (done & (1 << index)) !== 0),
    ]
    const { scriptedHands, drivenBrowser, doctoredBrowser, disguisedBrowser, remotePointer } = conclude(
      verdicts,
      signals,
    )
    const consistent =
      complete && !isDoubted(signals, done) && ((verdicts[0] & aboutBrowser[0]) | (verdicts[1] & aboutBrowser[1])) === 0
    // In the order of `derivedChecks`.
    const concluded = [consistent, scriptedHands, drivenBrowser, doctoredBrowser, disguisedBrowser, remotePointer]
    return [...found, ...derived.filter((_, index) => concluded[index])]
  }
}

/** The score with the weights of the catalogue. */
export const scoreVerification: Scorer = createScorer()

/** Verdicts of a layout that nobody knows, or that do not fit the browser, may speak against a visitor and for nobody. */
function isDoubted(server: number, conduct: number): boolean {
  return (server & serverSignal.collectorIncomplete) !== 0 || (conduct & conductSignal.layoutUnknown) !== 0
}

function weighAll(found: readonly Weighed[]): Score {
  const hardEvidence = found.some(({ hard }) => hard)
  // A token of trust can be bought; it settles doubt, and never proof.
  if (hardEvidence) found = found.filter(({ group }) => group !== 'credential')
  if (found.some(({ code }) => noHand.has(code)) || agree(found))
    found = found.filter(({ group, weight }) => group !== agreement.group || weight >= 0)
  if (found.some(({ code }) => noEngine.has(code)))
    found = found.filter(({ group, weight }) => group === 'credential' || weight >= 0)
  const sums = groups.map((_, slot) => weighGroup(slot, found))
  const logOdds = sums.reduce((sum, { counted, spoken }) => sum + counted + spoken, prior)
  const reasons = found.map(({ code, group, weight, slot }): ScoreReason => {
    const sum = sums[slot]
    return { code, group, weight: round(weight * ((weight < 0 ? sum?.speakingFactor : sum?.factor) ?? 0)) }
  })
  reasons.sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight) || (a.code < b.code ? -1 : 1))
  return { score: 1 / (1 + Math.exp(-logOdds)), logOdds, reasons, hardEvidence }
}

/** What a group adds, and by which factor its single weights shrink under the caps. */
function weighGroup(slot: number, found: readonly Weighed[]) {
  const own = found.filter((check) => check.slot === slot)
  const against = own.filter(({ weight }) => weight > 0)
  const sum = against.reduce((total, { weight }) => total + weight, 0)
  const speaking = own.reduce((total, { weight }) => total + Math.min(0, weight), 0)
  const hard = against.some((check) => check.hard)
  const cap = capsBySlot[slot] ?? { max: 0, min: 0 }
  const liftsCap =
    slot === agreementSlot && (against.length >= agreement.tells || against.some(({ code }) => noHand.has(code)))
  const bounded = Math.min(sum, hard ? hardCap : liftsCap ? agreement.max : cap.max)
  const counted = slot === agreementSlot && agree(against) ? Math.max(bounded, agreement.max) : bounded
  const spoken = Math.max(speaking, cap.min)
  return { counted, spoken, factor: sum > 0 ? counted / sum : 0, speakingFactor: speaking < 0 ? spoken / speaking : 0 }
}

/**
 * Whether tells of the hand of so many causes speak against a visitor. A filled trap is no tell of a hand, and an owner who switches
 * traps off must be able to foretell the score.
 */
function agree(found: readonly Weighed[]): boolean {
  const tells = found.filter(
    ({ code, slot, weight }) => slot === agreementSlot && weight > 0 && code !== 'honeypot-filled',
  )
  const of = tells.map(({ code }) => causes.find((cause) => cause.includes(code)) ?? code)
  return new Set(of).size >= agreement.causes
}

function round(weight: number): number {
  return Math.round(weight * 1000) / 1000
}
