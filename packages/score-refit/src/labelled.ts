import { clientChecks, derivedChecks, type Evidence, evidenceOf, serverChecks } from '@bollard/bot-score'

export type Label = 'PERSON' | 'BOT'

/** `n` verifications with these evidence codes and this label. */
export interface Labelled {
  readonly codes: readonly string[]
  readonly label: Label
  readonly n: number
}

/** All labelled verifications with the same evidence. */
export interface Pattern {
  readonly evidence: Evidence
  readonly people: number
  readonly bots: number
}

/** Every check of today's catalogue by its code, in its order. */
export const checksByCode = new Map(
  [...clientChecks, ...serverChecks, ...derivedChecks].map((check) => [check.code, check]),
)

/** Verifications by their evidence. Codes that today's catalogue does not have are left out; `outdated` counts the verifications that had some. */
export function gatherPatterns(labelled: Iterable<Labelled>): {
  patterns: Pattern[]
  people: number
  bots: number
  outdated: number
} {
  const byKey = new Map<string, { evidence: Evidence; people: number; bots: number }>()
  let [people, bots, outdated] = [0, 0, 0]
  for (const { codes, label, n } of labelled) {
    if (codes.some((code) => !checksByCode.has(code))) outdated += n
    const evidence = evidenceOf(codes)
    const key = `${evidence.server} ${evidence.ran.join(' ')} ${evidence.fired.join(' ')}`
    const pattern = byKey.get(key) ?? { evidence, people: 0, bots: 0 }
    byKey.set(key, pattern)
    if (label === 'BOT') pattern.bots += n
    else pattern.people += n
    if (label === 'BOT') bots += n
    else people += n
  }
  // Sorted, so that the outcome does not hang on the order in which a database answers.
  const patterns = [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, pattern]) => pattern)
  return { patterns, people, bots, outdated }
}
