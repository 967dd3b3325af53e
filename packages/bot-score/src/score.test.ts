import { assert, constantFrom, property, shuffledSubarray, subarray } from 'fast-check'
import { expect, test } from 'vitest'
import { clientChecks, conductChecks, groups, serverChecks, serverSignal } from './catalogue.ts'
import { decide, defaultThreshold, stepUpFrom } from './decide.ts'
import { createScorer, type Evidence, noVerdicts, scoreVerification } from './score.ts'
import { bitsOf } from './verdict-layout.ts'

const codes = [...clientChecks, ...serverChecks].map(({ code }) => code)
const codesOf = (group: string) =>
  [...clientChecks, ...serverChecks]
    .filter((check) => check.group === group && !check.hard && check.weight > 0)
    .map(({ code }) => code)
const scoreOf = (...found: string[]) => scoreVerification(evidenceOf(...found))
const decisionOf = (...found: string[]) => decide({ ...scoreOf(...found), round: 0, threshold: defaultThreshold })

test.for(['engine-wrong', 'engine-missing'])(
  '%s leads to more work whatever the verdicts claim, and never stops',
  (code) => {
    const conduct = 1 << conductChecks.findIndex((check) => check.code === code)
    const claims = ['real-pointer-movement', 'coalesced-movement', 'real-touch-movement']
    const { score, hardEvidence } = scoreVerification({ ...evidenceOf(...claims), conduct })
    expect(decide({ score, hardEvidence, round: 0, threshold: defaultThreshold })).toBe('step-up')
    expect(decide({ score, hardEvidence, round: 1, threshold: defaultThreshold })).toBe('pass')
  },
)

test('an engine that is still being measured asks nobody for more work by itself', () => {
  const conduct = 1 << conductChecks.findIndex(({ code }) => code === 'engine-doubtful')
  expect(scoreVerification({ ...evidenceOf(), conduct }).score).toBeLessThan(stepUpFrom)
})

test('a visitor without any evidence passes', () => {
  expect(scoreOf().score).toBeLessThan(0.05)
  expect(decisionOf()).toBe('pass')
})

test.for([
  ['keyboard only', []],
  ['developer tools open', ['debugger-protocol', 'console-cost']],
  ['no WebGL, a virtual machine', ['small-screen']],
  ['fingerprinting resisted', ['emulated-viewport', 'instant-press', 'never-coalesced']],
  ['zoomed out on a scaled screen', ['window-smaller-than-page', 'real-pointer-movement']],
  ['an old web view', ['missing-chrome-object', 'no-plugins', 'no-pointing-device']],
  ['a password manager', ['focus-without-cause', 'input-without-keys']],
  ['a text expander', ['instant-press', 'short-key-hold', 'inhuman-typing', 'real-pointer-movement']],
  ['voice control', ['untrusted-click', 'focus-without-cause', 'input-without-keys']],
] as const)('%s stays below the step-up', ([, found]) => {
  expect(scoreOf(...found).score).toBeLessThan(stepUpFrom)
  expect(decisionOf(...found)).toBe('pass')
})

test('an automation tool that says so is stopped', () => {
  const score = scoreOf('webdriver')
  expect(score.score).toBeGreaterThanOrEqual(defaultThreshold)
  expect(score.hardEvidence).toBe(true)
  expect(decisionOf('webdriver')).toBe('refuse')
})

test('wrong work alone is stopped', () => {
  expect(decisionOf('work-wrong')).toBe('refuse')
})

test('work without a browser is stopped', () => {
  const verdict = scoreVerification({ server: serverSignal.collectorMissing, ran: noVerdicts, fired: noVerdicts })
  expect(decide({ ...verdict, round: 0, threshold: defaultThreshold })).toBe('refuse')
})

test('minimal data mode asks nothing of the browser and holds nothing against it', () => {
  expect(scoreVerification({ server: 0, ran: noVerdicts, fired: noVerdicts })).toMatchObject({
    reasons: [],
    hardEvidence: false,
  })
})

test('a debugger beside a sign that only programs leave is stopped, and beside odd hands is not', () => {
  for (const sign of ['fractional-pointer', 'shift-missing', 'incomplete-key'])
    expect(decisionOf('debugger-protocol', sign)).toBe('refuse')
  expect(decisionOf('debugger-protocol', 'dead-centre-click', 'instant-press', 'inhuman-typing')).not.toBe('refuse')
  expect(decisionOf('debugger-protocol', 'untrusted-click', 'focus-without-cause', 'input-without-keys')).not.toBe(
    'refuse',
  )
})

test('signs that only programs leave stop a visitor by two, or by one beside odd hands; odd hands alone never do', () => {
  expect(decisionOf('fractional-pointer', 'shift-missing')).toBe('refuse')
  expect(decisionOf('incomplete-key', 'instant-press', 'even-typing')).toBe('refuse')
  expect(decisionOf('shift-missing', 'instant-press')).not.toBe('refuse')
  expect(decisionOf('dead-centre-click', 'instant-press', 'short-key-hold', 'inhuman-typing', 'even-typing')).not.toBe(
    'refuse',
  )
})

test('a movement like a hand does not outweigh the proof of a script', () => {
  expect(
    decisionOf('fractional-pointer', 'instant-press', 'even-typing', 'real-pointer-movement', 'coalesced-movement'),
  ).toBe('refuse')
})

test('a browser doctored as only tools do it is stopped; one whose user agent was switched is asked for more work', () => {
  expect(decisionOf('early-frame-lie', 'proxy-lie')).toBe('refuse')
  expect(decisionOf('proxy-lie', 'worker-contradiction', 'debugger-protocol')).toBe('refuse')
  expect(decisionOf('worker-contradiction', 'navigator-own-keys', 'native-function-lie', 'debugger-protocol')).not.toBe(
    'refuse',
  )
  expect(decisionOf('worker-contradiction', 'navigator-own-keys')).toBe('step-up')
})

test('a false name beside a sign that only programs leave is stopped, and a false name alone is not', () => {
  expect(decisionOf('client-hints-contradiction', 'fractional-pointer')).toBe('refuse')
  expect(decisionOf('client-hints-contradiction', 'navigator-contradiction', 'small-screen', 'instant-press')).not.toBe(
    'refuse',
  )
})

test.for([
  'fractional-pointer',
  'shift-missing',
  'incomplete-key',
  'made-up-keys',
  'unnamed-script',
  'interaction-repeated',
])('%s leads to more work by itself, also beside what looks like a hand', (sign) => {
  expect(decisionOf(sign)).toBe('step-up')
  expect(decisionOf(sign, 'real-pointer-movement', 'coalesced-movement', 'real-touch-movement')).toBe('step-up')
})

test('a form that a script filled in and sent is asked for more work, whatever else a script brings about, and never stopped', () => {
  const all = ['made-up-keys', 'unnamed-script', 'form-without-hands', 'untrusted-click', 'debugger-protocol']
  expect(decisionOf(...all, 'focus-without-cause', 'input-without-keys', 'text-at-once', 'instant-form')).toBe(
    'step-up',
  )
})

test('a pointer that came over a wire is asked for more work', () => {
  expect(decisionOf('fractional-pointer', 'never-coalesced')).toBe('step-up')
  expect(decisionOf('never-coalesced')).toBe('pass')
})

test('a trusted issuer outweighs soft doubt and no hard evidence', () => {
  expect(decisionOf('missing-client-hints', 'small-screen', 'busy-network', 'private-access-token')).toBe('pass')
  expect(decisionOf('webdriver', 'private-access-token')).toBe('refuse')
})

test('other weights give another score, for the same reasons', () => {
  const score = createScorer({ webdriver: 1, 'no-such-code': 9 })(evidenceOf('webdriver'))
  expect(score.logOdds).toBeCloseTo(-2)
  expect(score.reasons.map(({ code }) => code)).toEqual(scoreOf('webdriver').reasons.map(({ code }) => code))
})

test('missing hands and hands of scripts speak against nobody', () => {
  for (const code of ['form-without-hands', 'untrusted-click']) {
    expect(scoreOf(code).score).toBe(scoreOf().score)
    expect(scoreOf(code).reasons.map((reason) => reason.code)).toContain(code)
  }
})

/** One tell of each cause; `score.ts` says which belong together. */
const tellsOfCauses = [
  ['dead-centre-click', 'instant-press'],
  ['short-key-hold', 'inhuman-typing', 'even-typing'],
  ['focus-without-cause', 'input-without-keys', 'text-at-once'],
  ['straight-path', 'never-coalesced', 'screen-equals-client'],
  ['instant-form'],
  ['fractional-time'],
  ['artificial-touch'],
]

test('weak tells of three causes lead to more work, beside what looks like a hand as well, and never stop anybody', () => {
  for (const [one, first] of tellsOfCauses.entries())
    for (const [two, second] of tellsOfCauses.entries())
      for (const third of tellsOfCauses.slice(two + 1))
        if (one < two)
          for (const tells of [
            [first[0], second[0], third[0]],
            [first.at(-1), second.at(-1), third.at(-1), 'real-pointer-movement', 'coalesced-movement'],
          ])
            expect([tells, decisionOf(...tells.filter((tell) => tell !== undefined))]).toEqual([tells, 'step-up'])
})

test('all that one or two tools for people bring about leads to no work', () => {
  for (const [one, first] of tellsOfCauses.slice(0, 4).entries())
    for (const second of tellsOfCauses.slice(one + 1, 4)) expect(decisionOf(...first, ...second)).not.toBe('refuse')
  expect(decisionOf('short-key-hold', 'inhuman-typing', 'even-typing')).toBe('pass')
  expect(decisionOf('focus-without-cause', 'input-without-keys', 'text-at-once', 'form-without-hands')).toBe('pass')
  expect(decisionOf('focus-without-cause', 'input-without-keys', 'text-at-once', 'instant-form')).toBe('pass')
  expect(decisionOf('instant-press', 'short-key-hold', 'inhuman-typing')).toBe('pass')
  for (const code of ['fractional-time', 'text-at-once']) expect(decisionOf(code)).toBe('pass')
})

test('tokens of one page and repeated hands ask for more work and refuse nobody', () => {
  for (const code of ['many-tokens-of-page', 'interaction-repeated']) expect(decisionOf(code)).toBe('step-up')
  expect(decisionOf('many-tokens-of-page', 'interaction-repeated', 'debugger-protocol')).toBe('step-up')
  expect(decisionOf('many-tokens-of-page', 'real-pointer-movement', 'coalesced-movement')).toBe('pass')
})

test('three tells of the hand count for more than two', () => {
  expect(decisionOf('dead-centre-click', 'instant-press')).toBe('pass')
  expect(decisionOf('dead-centre-click', 'instant-press', 'inhuman-typing', 'even-typing', 'straight-path')).toBe(
    'step-up',
  )
})

test('the third tell lifts the cap of the hand, and neither the second nor a human hand does', () => {
  const tells = ['dead-centre-click', 'instant-press', 'inhuman-typing', 'straight-path'] as const
  const score = createScorer({ ...Object.fromEntries(tells.map((code) => [code, 1.4])), 'consistent-browser': 0 })
  const counted = (...found: string[]) => score(evidenceOf(...found)).logOdds + 3
  expect(counted(...tells.slice(0, 2))).toBeCloseTo(1.5)
  expect(counted(...tells.slice(0, 2), 'real-pointer-movement')).toBeCloseTo(1.5 - 0.7)
  expect(counted(...tells.slice(0, 3))).toBeCloseTo(2.5)
  expect(counted(...tells)).toBeCloseTo(2.5)
})

test.for(groups.filter((group) => codesOf(group).length > 0 && !['interaction', 'tamper'].includes(group)))(
  'soft evidence of the group %s cannot stop anybody alone',
  (group) => {
    const { score, hardEvidence } = scoreOf(...codesOf(group))
    expect(hardEvidence).toBe(false)
    expect(score).toBeLessThan(0.7)
  },
)

test.for([...clientChecks, ...serverChecks].filter((check) => !check.hard))(
  '$code cannot stop anybody alone',
  ({ code }) => {
    expect(decisionOf(code)).not.toBe('refuse')
  },
)

test('the tells of one cause do not add up', () => {
  const all = scoreOf(
    'small-screen',
    'emulated-viewport',
    'window-smaller-than-page',
    'no-pointing-device',
    'no-plugins',
  )
  expect(all.logOdds).toBeCloseTo(-3 + 1.5)
})

test('a human hand counts at most one', () => {
  expect(scoreOf('real-pointer-movement', 'coalesced-movement', 'small-screen').logOdds).toBeCloseTo(-3 + 0.7 - 1)
})

test('verdicts without the checks that always run are evidence themselves', () => {
  const { reasons } = scoreVerification({ server: 0, ran: [1 << 20, 0], fired: noVerdicts })
  expect(reasons.map(({ code }) => code)).toEqual(['collector-incomplete'])
})

test('a check that did not run finds nothing', () => {
  const fired = bitsOf(clientChecks, ['worker-contradiction'])
  expect(scoreVerification({ server: 0, ran: [~fired[0], ~fired[1]], fired }).reasons.map(({ code }) => code)).toEqual([
    'consistent-browser',
  ])
})

test('the weights of the reasons and the prior add up to the log-odds, strongest first', () => {
  assert(
    property(subarray(codes), (found) => {
      const { reasons, logOdds, score } = scoreOf(...found)
      expect(reasons.reduce((sum, { weight }) => sum + weight, -3)).toBeCloseTo(logOdds, 1)
      const weights = reasons.map(({ weight }) => Math.abs(weight))
      expect(weights).toEqual(weights.toSorted((a, b) => b - a))
      expect(score).toBeGreaterThanOrEqual(0)
      expect(score).toBeLessThanOrEqual(1)
    }),
  )
})

test('the order of evidence makes no difference', () => {
  assert(
    property(shuffledSubarray(codes), (found) => {
      expect(scoreOf(...found)).toEqual(scoreOf(...found.toSorted()))
    }),
  )
})

test('more evidence against a visitor never lowers the score', () => {
  const against = [...clientChecks, ...serverChecks].filter((check) => check.weight > 0).map(({ code }) => code)
  assert(
    property(subarray(against), constantFrom(...against), (found, more) => {
      expect(scoreOf(...found, more).score).toBeGreaterThanOrEqual(scoreOf(...found).score)
    }),
  )
})

/** Evidence in which exactly these codes speak, after a collector that ran everything. Throws for an unknown code. */
function evidenceOf(...speaking: readonly string[]): Evidence {
  const among = (checks: readonly { readonly code: string }[]) =>
    speaking.filter((code) => checks.some((check) => check.code === code))
  const ofClient = among(clientChecks)
  const ofConduct = among(conductChecks)
  const [conduct] = bitsOf(conductChecks, ofConduct)
  const [server] = bitsOf(
    serverChecks,
    speaking.filter((code) => !ofClient.includes(code) && !ofConduct.includes(code)),
  )
  return { server, conduct, ran: [-1, -1], fired: bitsOf(clientChecks, ofClient) }
}
