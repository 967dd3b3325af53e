import type { Weights } from '@bollard/bot-score'
import { checksByCode, type Pattern } from './labelled.ts'
import { sigmoid, softplus } from './logistic.ts'
import { createModel } from './score-model.ts'
import { solveSymmetric } from './solve.ts'

export interface Fit {
  /** Weights of the codes that the data has, in log-odds; of others nothing was learnt. */
  readonly weights: Weights
  /**
   * What is to be added to the log-odds to get those of the labelled sample. Labels are drawn by interest, not at random, so
   * bots are more frequent among them than among visitors: that belongs to the sample, and the product's own prior stays.
   */
  readonly shift: number
}

/** A finding keeps at least so much of a weight, in log-odds, and its direction: evidence against a visitor never speaks for one. */
const weightMin = 0.05
/** More than any group can count. */
const weightMax = 8
const stepsAtMost = 60
const smallEnough = 1e-7

/**
 * Fits the weights by logistic regression with a Gaussian prior around today's (L2): the maximum of the posterior, found by
 * Newton's method, projected on the bounds (D. P. Bertsekas, "Projected Newton methods for optimization problems with simple
 * constraints", SIAM J. Control Optim. 20 (1982) 221–246). The intercept `shift` is free, as case-control samples need it
 * (G. King, L. Zeng, "Logistic regression in rare events data", Political Analysis 9 (2001) 137–163). Deterministic.
 *
 * `spread` is the standard deviation of the prior in log-odds: how far today's weights are expected to be off. With few data
 * the prior holds the weights where they are.
 */
export function fitWeights(patterns: readonly Pattern[], { spread }: { readonly spread: number }): Fit {
  const codes = codesOf(patterns)
  const today = Float64Array.from(codes, weightToday)
  const problem: Problem = {
    patterns,
    codes,
    today,
    spread,
    places: new Map(codes.map((code, index) => [code, index + 1])),
  }
  let here = look(problem, Float64Array.of(fitShift(patterns), ...today))
  for (let step = 0; step < stepsAtMost; step++) {
    const next = stepFrom(problem, here)
    if (next === null) break
    const gain = here.loss - next.loss
    here = next
    if (gain < smallEnough * (1 + Math.abs(here.loss))) break
  }
  return { weights: weightsOf(problem, here.at), shift: here.at[0] ?? 0 }
}

/** The shift alone, with given weights: what old weights need to be held against a sample fairly. */
export function fitShift(patterns: readonly Pattern[], weights: Weights = {}): number {
  const model = createModel(weights)
  const known = patterns.map(({ evidence, people, bots }) => ({ logOdds: model(evidence).logOdds, people, bots }))
  let [low, high] = [-30, 30]
  // The sum of what is expected grows with the shift, so halving finds it.
  while (high - low > 1e-9) {
    const middle = (low + high) / 2
    const surplus = known.reduce(
      (sum, { logOdds, people, bots }) => sum + (people + bots) * sigmoid(logOdds + middle) - bots,
      0,
    )
    if (surplus > 0) high = middle
    else low = middle
  }
  return (low + high) / 2
}

interface Problem {
  readonly patterns: readonly Pattern[]
  readonly codes: readonly string[]
  readonly today: Float64Array
  readonly spread: number
  /** Place of a code among the parameters; 0 is the shift. */
  readonly places: ReadonlyMap<string, number>
}

/** Loss (negative log posterior), slope and curvature at a point. */
interface View {
  readonly at: Float64Array
  readonly loss: number
  readonly slope: Float64Array
  readonly curvature: readonly Float64Array[]
}

function look(problem: Problem, at: Float64Array): View {
  const { patterns, codes, today, spread, places } = problem
  const size = at.length
  const slope = new Float64Array(size)
  const curvature = Array.from({ length: size }, () => new Float64Array(size))
  const model = createModel(weightsOf(problem, at))
  let loss = 0
  for (const { evidence, people, bots } of patterns) {
    const { logOdds, movedBy } = model(evidence)
    const total = logOdds + (at[0] ?? 0)
    const expected = sigmoid(total)
    loss += people * softplus(total) + bots * softplus(-total)
    const surplus = (people + bots) * expected - bots
    const bend = (people + bots) * expected * (1 - expected)
    const moved = [0, ...movedBy.flatMap((code) => places.get(code) ?? [])]
    for (const row of moved) {
      slope[row] = (slope[row] ?? 0) + surplus
      const line = curvature[row]
      if (line) for (const column of moved) line[column] = (line[column] ?? 0) + bend
    }
  }
  const precision = 1 / spread ** 2
  codes.forEach((_, index) => {
    const off = (at[index + 1] ?? 0) - (today[index] ?? 0)
    loss += (precision / 2) * off ** 2
    slope[index + 1] = (slope[index + 1] ?? 0) + precision * off
    const line = curvature[index + 1]
    if (line) line[index + 1] = (line[index + 1] ?? 0) + precision
  })
  // Keeps the matrix invertible where the sample has next to no doubt left.
  const first = curvature[0]
  if (first) first[0] = (first[0] ?? 0) + 1e-9
  return { at, loss, slope, curvature }
}

/** The next point, with less loss; null when there is none. */
function stepFrom(problem: Problem, here: View): View | null {
  const free = here.at.reduce<number[]>(
    (places, _, place) => (isHeld(problem, here, place) ? places : [...places, place]),
    [],
  )
  const slope = Float64Array.from(free, (place) => here.slope[place] ?? 0)
  const curvature = free.map((row) => Float64Array.from(free, (column) => here.curvature[row]?.[column] ?? 0))
  const direction = solveSymmetric(curvature, slope)
  for (let length = 1; length > 1e-6; length /= 2) {
    const at = Float64Array.from(here.at)
    free.forEach((place, index) => {
      at[place] = bound(problem, place, (here.at[place] ?? 0) - length * (direction[index] ?? 0))
    })
    const next = look(problem, at)
    if (next.loss < here.loss) return next
  }
  return null
}

/** At a bound, and drawn beyond it. */
function isHeld(problem: Problem, { at, slope }: View, place: number): boolean {
  const value = at[place] ?? 0
  const pull = -(slope[place] ?? 0)
  return place > 0 && bound(problem, place, value + Math.sign(pull) * 1e-12) === value && pull !== 0
}

function bound(problem: Problem, place: number, value: number): number {
  if (place === 0) return value
  return (problem.today[place - 1] ?? 0) > 0 ? clamp(value, weightMin, weightMax) : clamp(value, -weightMax, -weightMin)
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}

function weightsOf({ codes }: Problem, at: Float64Array): Weights {
  return Object.fromEntries(codes.map((code, index) => [code, at[index + 1] ?? 0]))
}

/** Codes that the data has, in the order of the catalogue. */
function codesOf(patterns: readonly Pattern[]): string[] {
  const model = createModel({})
  const seen = new Set<string>()
  for (const { evidence } of patterns) for (const code of model(evidence).codes) seen.add(code)
  return [...checksByCode.keys()].filter((code) => seen.has(code))
}

function weightToday(code: string): number {
  return checksByCode.get(code)?.weight ?? 0
}
