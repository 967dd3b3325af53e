import {
  bitsOf,
  clientChecks,
  decide,
  type Evidence,
  noVerdicts,
  outcomeOf,
  scoreVerification,
  serverChecks,
  serverSignal,
} from '@bollard/bot-score'
import { runs } from '@bollard/testing/seed'
import { assert, boolean, constantFrom, property, record, subarray } from 'fast-check'
import { expect, test } from 'vitest'
import { rowFlags } from '../../records/store/row-flags.ts'
import { writeReasons } from '../../records/store/stored-reasons.ts'
import { visitorOf } from '../../testing/past-visitor.ts'
import type { Treatment } from './fate-of.ts'
import { createKnownMatches } from './known-matches.ts'
import { createRuleMatcher } from './match-rules.ts'
import { replayVisitor } from './replay-visitor.ts'
import type { Visitor } from './visitor.ts'
import { createWeigher } from './weigh-round.ts'

const weigh = createWeigher(scoreVerification)
const rules = createRuleMatcher([], createKnownMatches([]), () => null)
const every = bitsOf(
  clientChecks,
  clientChecks.map(({ code }) => code),
)
const honeypot = bitsOf(clientChecks, ['honeypot-filled'])

/** What comes in of a visitor, whether or not it is looked at. */
interface Signs {
  readonly server: number
  readonly fired: readonly string[]
  readonly workIsRight: boolean
}

/** What is stored of a round under these settings; as `judgeAnswer` judges it. */
function judge({ server, fired, workIsRight }: Signs, { riskScoring, minimalData, honeypots }: Treatment) {
  const wrong = workIsRight ? 0 : serverSignal.workWrong
  if (!riskScoring)
    return workIsRight
      ? { score: 0, hardEvidence: false, reasons: '', workIsRight }
      : { score: 1, hardEvidence: true, reasons: writeReasons([['work-wrong', 0]]), workIsRight }
  const verdicts = bitsOf(clientChecks, fired)
  const seen: Evidence = minimalData
    ? { server: server | wrong, ran: noVerdicts, fired: noVerdicts }
    : {
        server: server | wrong,
        ran: every,
        fired: honeypots ? verdicts : [verdicts[0] & ~honeypot[0], verdicts[1] & ~honeypot[1]],
      }
  const { score, hardEvidence, reasons } = scoreVerification(seen)
  return { score, hardEvidence, reasons: writeReasons(reasons.map(({ code, weight }) => [code, weight])), workIsRight }
}

/** Lets somebody come by: two rounds of signs, of which the second is shown only when it is asked for. */
function visit(signs: readonly [Signs, Signs], treatment: Treatment): Visitor {
  const flags =
    (treatment.minimalData || !treatment.riskScoring ? rowFlags.minimalData : 0) |
    (treatment.riskScoring ? 0 : rowFlags.scoringOff) |
    (treatment.honeypots ? 0 : rowFlags.honeypotOff)
  const judged = signs.map((round) => judge(round, treatment))
  const [first, second] = judged
  if (first === undefined || second === undefined) throw new Error('two rounds are needed')
  const decisionOf = (round: 0 | 1) => {
    const { score, hardEvidence, workIsRight } = round === 0 ? first : second
    if (!workIsRight) return 'refuse'
    return treatment.riskScoring ? decide({ score, hardEvidence, round, threshold: treatment.threshold }) : 'pass'
  }
  const hadExtraWork = decisionOf(0) === 'step-up'
  const [last, decision] = hadExtraWork ? [second, decisionOf(1)] : [first, decisionOf(0)]
  if (decision === 'step-up') throw new Error('no third round')
  return visitorOf({
    outcome: outcomeOf(decision, last.score),
    decision: treatment.riskScoring && last.workIsRight ? 'SCORE' : 'WORK',
    flags,
    hadExtraWork,
    first: { score: Math.fround(first.score), reasons: first.reasons },
    last: { score: Math.fround(last.score), reasons: last.reasons },
  })
}

const clientCodes = clientChecks.map(({ code }) => code)
// A trust token beside hard evidence leaves no code.
const serverCodes = serverChecks
  .filter(({ code, group }) => group !== 'credential' && code !== 'work-wrong' && !code.startsWith('collector'))
  .map(({ code }) => code)
const signs = record({
  server: subarray(serverCodes, { maxLength: 4 }).map((codes) => bitsOf(serverChecks, codes)[0]),
  fired: subarray(clientCodes, { maxLength: 5 }),
  // Wrong work is rare, and decides alone.
  workIsRight: constantFrom(true, true, true, true, true, true, false),
})
/** The second round holds what the first found. */
const bothRounds = record({ first: signs, more: signs }).map(({ first, more }): [Signs, Signs] => [
  first,
  {
    server: first.server | more.server,
    fired: [...new Set([...first.fired, ...more.fired])],
    workIsRight: more.workIsRight,
  },
])
const thresholds = constantFrom(0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.75, 0.9, 0.97, 1)
const treatments = record({
  threshold: thresholds,
  riskScoring: constantFrom(true, true, true, false),
  minimalData: boolean(),
  honeypots: boolean(),
})

function replay(visitor: Visitor, today: Treatment, proposed: Treatment) {
  return replayVisitor(visitor, {
    today: { treatment: today, rules },
    proposed: { treatment: proposed, rules },
    sameRules: true,
    weigh,
  })
}

test('what was decided is decided so again, in one round or two, passed, flagged or refused', () => {
  const seen = new Set<string>()
  // One fate is rare; the generator goes on until it has met it.
  for (let tries = 0; tries < 6 && seen.size < 5; tries++)
    assert(
      property(bothRounds, treatments, (rounds, treatment) => {
        const visitor = visit(rounds, treatment)
        seen.add(`${visitor.outcome} ${visitor.hadExtraWork}`)
        const { asToday, after, unseen, undecidable } = replay(visitor, treatment, treatment)
        expect({ asToday, unseen, undecidable }).toEqual({ asToday: true, unseen: null, undecidable: null })
        expect([after.outcome, after.extraWork, after.score]).toEqual([
          visitor.outcome,
          visitor.hadExtraWork,
          visitor.last.score,
        ])
        expect(after.decidedBy).toBe(visitor.decision)
      }),
      { numRuns: runs(10_000) },
    )
  // The generator reached everything that can become of a visitor.
  expect([...seen].toSorted()).toEqual(['FLAGGED true', 'PASSED false', 'PASSED true', 'REFUSED false', 'REFUSED true'])
})

test('what looks at less or sets another bar is foretold as it then happens', () => {
  const moves = new Map<string, number>()
  assert(
    property(bothRounds, treatments, treatments, (rounds, today, other) => {
      // What was not looked at cannot be foretold.
      const proposed = {
        threshold: other.threshold,
        riskScoring: today.riskScoring && other.riskScoring,
        minimalData: today.minimalData || other.minimalData,
        honeypots: today.honeypots && other.honeypots,
      }
      const before = visit(rounds, today)
      // Who had no second round is taken to show nothing new in it.
      const happens = visit(before.hadExtraWork ? rounds : [rounds[0], rounds[0]], proposed)
      const { after, unseen } = replay(before, today, proposed)
      expect(unseen).toBeNull()
      expect({ outcome: after.outcome, extraWork: after.extraWork, decidedBy: after.decidedBy }).toEqual({
        outcome: happens.outcome,
        extraWork: happens.hadExtraWork,
        decidedBy: happens.decision,
      })
      expect(after.score).toBeCloseTo(happens.last.score, 6)
      const move = `${before.outcome} ${before.hadExtraWork} > ${after.outcome} ${after.extraWork}`
      moves.set(move, (moves.get(move) ?? 0) + 1)
    }),
    { numRuns: runs(10_000) },
  )
  for (const move of [
    'REFUSED false > FLAGGED true',
    'PASSED false > PASSED true',
    'FLAGGED true > PASSED false',
    'FLAGGED true > REFUSED false',
  ])
    expect([move, (moves.get(move) ?? 0) > 0]).toEqual([move, true])
})

const ordinary: Treatment = { threshold: 0.5, riskScoring: true, minimalData: false, honeypots: true }

test('what nobody looked at is told and not guessed', () => {
  const person: [Signs, Signs] = [
    { server: 0, fired: ['real-pointer-movement'], workIsRight: true },
    { server: 0, fired: [], workIsRight: true },
  ]
  const cases = [
    [{ ...ordinary, minimalData: true }, 'minimalData'],
    [{ ...ordinary, riskScoring: false }, 'riskScoring'],
    [{ ...ordinary, honeypots: false }, 'honeypots'],
  ] as const
  for (const [today, unseen] of cases) {
    const visitor = visit(person, today)
    expect(replay(visitor, today, ordinary)).toMatchObject({ unseen, after: { outcome: 'PASSED', extraWork: false } })
    expect(replay(visitor, today, { ...today, threshold: 0.9 }).unseen).toBeNull()
  }
})

test('what a key, a signature or an outage decided stays, whatever is set', () => {
  for (const decision of ['BYPASS_KEY', 'SIGNED_BOT', 'TEST_KEY', 'FAILOVER'] as const) {
    const visitor = visitorOf({
      decision,
      last: { score: 0.99, reasons: 'webdriver 5' },
      first: { score: 0.99, reasons: 'webdriver 5' },
    })
    expect(replay(visitor, ordinary, { ...ordinary, threshold: 0.2 })).toMatchObject({
      asToday: true,
      after: { outcome: 'PASSED', decidedBy: decision },
    })
  }
})

test('who was treated otherwise under settings that are gone keeps that, as long as the change does not matter to them', () => {
  // Refused when the bar was lower.
  const old = { ...ordinary, threshold: 0.2 }
  const visitor = visit(
    [
      { server: 0, fired: ['no-layout'], workIsRight: true },
      { server: 0, fired: ['no-layout'], workIsRight: true },
    ],
    old,
  )
  expect(visitor.outcome).toBe('REFUSED')
  const today = { ...ordinary, threshold: 0.97 }
  expect(replay(visitor, today, { ...today, honeypots: false })).toMatchObject({
    asToday: false,
    after: { outcome: 'REFUSED' },
  })
  expect(replay(visitor, today, { ...today, minimalData: true })).toMatchObject({
    asToday: false,
    after: { outcome: 'PASSED', extraWork: false },
  })
})

test('a score with weights of an earlier time stands as long as all of its evidence still counts', () => {
  const round = { score: Math.fround(0.62), reasons: 'webdriver 3.5' }
  const visitor = visitorOf({ outcome: 'REFUSED', first: round, last: round })
  expect(replay(visitor, ordinary, { ...ordinary, threshold: 0.6 }).after.outcome).toBe('REFUSED')
  expect(replay(visitor, ordinary, { ...ordinary, threshold: 0.7 }).after).toMatchObject({
    outcome: 'FLAGGED',
    extraWork: true,
    score: round.score,
  })
})
