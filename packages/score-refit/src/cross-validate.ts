import type { Weights } from '@bollard/bot-score'
import { fitShift, fitWeights } from './fit-weights.ts'
import type { Pattern } from './labelled.ts'
import type { Judged } from './measure.ts'
import { createModel } from './score-model.ts'
import { seededRandom } from './seeded-random.ts'

/**
 * Judges every verification by weights that were fitted without it, and by today's: in `folds` parts, each with the same
 * share of people and bots, the part is judged by what the others taught. Both are given the shift that fits the others, so
 * neither has an advantage.
 */
export function crossValidate(
  patterns: readonly Pattern[],
  options: { readonly folds: number; readonly spread: number },
): { today: Judged[]; fitted: Judged[] } {
  const parts = split(patterns, options.folds)
  const [today, fitted]: [Judged[], Judged[]] = [[], []]
  parts.forEach((part, index) => {
    const others = merge(parts.filter((_, other) => other !== index))
    const fit = fitWeights(others, options)
    today.push(...judge(part, {}, fitShift(others)))
    fitted.push(...judge(part, fit.weights, fit.shift))
  })
  return { today, fitted }
}

export function judge(patterns: readonly Pattern[], weights: Weights, shift: number): Judged[] {
  const model = createModel(weights)
  return patterns.map(({ evidence, people, bots }) => {
    const { logOdds, hardEvidence } = model(evidence)
    return { logOdds, hardEvidence, shift, people, bots }
  })
}

/** Deals the verifications out at random, people and bots each in turn. */
function split(patterns: readonly Pattern[], folds: number): Pattern[][] {
  const random = seededRandom(1)
  const parts = Array.from({ length: folds }, () => patterns.map(({ evidence }) => ({ evidence, people: 0, bots: 0 })))
  for (const kind of ['people', 'bots'] as const) {
    const cases = patterns.flatMap((pattern, place) => Array.from({ length: pattern[kind] }, () => place))
    shuffle(cases, random)
    cases.forEach((place, index) => {
      const pattern = parts[index % folds]?.[place]
      if (pattern) pattern[kind] += 1
    })
  }
  return parts.map((part) => part.filter(({ people, bots }) => people + bots > 0))
}

function shuffle(values: number[], random: () => number): void {
  for (let last = values.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const moved = values[last] ?? 0
    values[last] = values[other] ?? 0
    values[other] = moved
  }
}

function merge(parts: readonly (readonly Pattern[])[]): Pattern[] {
  const merged = new Map<Pattern['evidence'], { evidence: Pattern['evidence']; people: number; bots: number }>()
  for (const { evidence, people, bots } of parts.flat()) {
    const sum = merged.get(evidence) ?? { evidence, people: 0, bots: 0 }
    merged.set(evidence, { evidence, people: sum.people + people, bots: sum.bots + bots })
  }
  return [...merged.values()]
}
