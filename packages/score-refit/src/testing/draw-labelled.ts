import { createScorer, evidenceOf, type Weights } from '@bollard/bot-score'
import type { Labelled } from '../labelled.ts'
import { seededRandom } from '../seeded-random.ts'

/**
 * Labelled verifications from a world in which the score with the weights `truth` and the given shift is right: each code
 * is there or not by chance, and the label follows the probability.
 */
export function drawLabelled(world: {
  truth: Weights
  codes: readonly string[]
  shift: number
  n: number
  seed: number
  share?: number
}): Labelled[] {
  const random = seededRandom(world.seed)
  const scorer = createScorer(world.truth)
  return Array.from({ length: world.n }, () => {
    const drawn = world.codes.filter(() => random() < (world.share ?? 0.3))
    // The codes that the service would have stored, conclusions included.
    const evidence = evidenceOf(drawn.length === 0 ? ['consistent-browser'] : drawn)
    const { logOdds, reasons } = scorer(evidence)
    const isBot = random() < 1 / (1 + Math.exp(-(logOdds + world.shift)))
    return { codes: reasons.map(({ code }) => code), label: isBot ? 'BOT' : 'PERSON', n: 1 }
  })
}
