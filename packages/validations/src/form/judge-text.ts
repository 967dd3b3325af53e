import { judgeLinks, type LinksOfText } from '../links/links.ts'
import { type FieldVerdict, type Finding, found, verdictOf } from '../verdict.ts'
import { judgeLanguage } from '../text/language.ts'
import { fingerprintOf } from '../text/near-duplicates.ts'
import { findPersonalData } from '../text/personal-data.ts'
import { judgeScripts, type Script } from '../text/scripts.ts'
import type { SpamFilter } from '../text/spam-filter.ts'
import { readText, textMax } from '../text/words.ts'

export interface TextOptions extends LinksOfText {
  /** Scripts and languages that visitors write in; what is left out is not looked at. */
  readonly scripts?: readonly Script[]
  readonly languages?: readonly string[]
  /** Whether cards, accounts and the like are flagged; default 'TAKE'. Where they stand, `findPersonalData` says. */
  readonly personalData?: 'TAKE' | 'FLAG'
  /** Where telephone numbers without a calling code are from, as ISO 3166-1 has it. */
  readonly country?: string
  /** Whether a text that is too long to be looked at fails; otherwise it is flagged. */
  readonly refusesLong?: boolean
  /** What the owner's own mail has taught. */
  readonly spam?: SpamFilter
  /** Tells how many nearly equal texts came before, and what their fingerprints are keyed with. */
  readonly duplicates?: { readonly key: string | Buffer; readonly count: (fingerprint: bigint) => Promise<number> }
}

const letter = String.raw`[\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}]`
const hiddenLetters = new RegExp(
  String.raw`(?<=${letter})[\u200b-\u200d\u2060\ufeff](?=${letter})|[\u202d\u202e]`,
  'gu',
)

/** What is not looked at is where somebody hides a message. */
function judgeLength(typed: string, refuses: boolean): Finding[] {
  if (!readText(typed).cut) return []
  return [refuses ? found('value-too-long', { max: textMax }) : found('value-cut', { looked: textMax })]
}

/** From here on a filter is sure enough; below it stays silent. */
const spamMin = 0.9

/**
 * A text that somebody wrote: scripts, language, links, personal data, what the owner's filter says of it, and whether
 * it came before.
 */
export async function judgeText(typed: string, options: TextOptions = {}): Promise<FieldVerdict> {
  const findings: Finding[] = [
    ...judgeLength(typed, options.refusesLong === true),
    ...judgeHiddenLetters(typed),
    ...judgeScripts(typed, options.scripts ?? null),
    ...(options.languages === undefined ? [] : judgeLanguage(typed, options.languages)),
    ...judgeLinks(typed, options),
  ]
  if (options.personalData === 'FLAG') {
    const kinds = [...new Set(findPersonalData(typed, options.country).map(({ kind }) => kind))]
    if (kinds.length > 0) findings.push(found('text-personal-data', { kinds }))
  }
  const spam = options.spam?.judge(typed)
  if (spam?.score != null && spam.score >= spamMin) {
    const words = spam.telling.filter(({ share }) => share > 0.5).map((one) => one.words)
    findings.push(found('text-spam', { percent: Math.floor(100 * spam.score), words }))
  }
  const fingerprint = options.duplicates && fingerprintOf(typed, options.duplicates.key)
  if (options.duplicates !== undefined && fingerprint != null) {
    const count = await options.duplicates.count(fingerprint)
    if (count > 0) findings.push(found('text-near-duplicate', { count }))
  }
  return verdictOf(findings)
}

/**
 * What joins emoji or shapes Persian stays; inside of Latin, Cyrillic and Greek words nothing invisible has a purpose.
 */
function judgeHiddenLetters(typed: string): Finding[] {
  const count = typed.slice(0, textMax).match(hiddenLetters)?.length ?? 0
  return count > 0 ? [found('text-hidden-letters', { count })] : []
}
