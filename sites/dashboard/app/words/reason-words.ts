import type { Outcome, Reason } from '@bollard/contracts'
import type { TFunction } from 'i18next'

/** A reason code in words. A code newer than these texts is shown as it is rather than hidden. */
export function reasonWords(t: TFunction, code: string): string {
  const words: unknown = t(($) => $.reasons, { returnObjects: true })
  return textAt(words, code) ?? code.replaceAll('-', ' ')
}

/** The reason that moved the score most towards what came out, doubt included; null when nothing was noticed. */
export function mainReason(reasons: readonly Reason[], outcome: Outcome): Reason | null {
  const evidence = reasons.filter(isEvidence)
  const towards = evidence.filter(({ weight }) => (outcome === 'PASSED' ? weight < 0 : weight > 0))
  const candidates = towards.length > 0 ? towards : evidence
  return candidates.toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight))[0] ?? null
}

/** False for what volume did to the work: it says nothing of the visitor. */
export function isEvidence({ bits }: Reason): boolean {
  return bits === undefined
}

/** The text of a key that may be no key of the texts. */
export function textAt(tree: unknown, code: string): string | null {
  if (typeof tree !== 'object' || tree === null || !Object.hasOwn(tree, code)) return null
  const found: unknown = Reflect.get(tree, code)
  return typeof found === 'string' ? found : null
}
