import { judgeLinks, type LinksOfText } from '../links/links.ts'
import { type FieldVerdict, type Finding, found, verdictOf } from '../verdict.ts'
import { judgeLanguage } from '../text/language.ts'
import { fingerprintOf, passagesOf } from '../text/near-duplicates.ts'
import { kindsOfPersonalData } from '../text/personal-data.ts'
import { judgeScripts, type Script } from '../text/scripts.ts'
import type { SpamFilter } from '../text/spam-filter.ts'
import { nextTurn } from '../text/turns.ts'
import { type ReadText, readText, textMax } from '../text/words.ts'

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
  /**
   * Tells how many nearly equal texts came before, or texts with a passage of this one, and what fingerprints and
   * passages are keyed with.
   */
  readonly duplicates?: {
    readonly key: string | Buffer
    readonly count: (fingerprint: bigint, passages: readonly number[]) => Promise<number>
  }
}

const letter = String.raw`[\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}]`
const hiddenLetters = new RegExp(
  String.raw`(?<=${letter})[\u200b-\u200d\u2060\ufeff](?=${letter})|[\u202d\u202e]`,
  'gu',
)

/** What is not looked at is where somebody hides a message. */
function judgeLength({ cut }: ReadText, max: number, refuses: boolean): Finding[] {
  if (!cut) return []
  return [refuses ? found('value-too-long', { max }) : found('value-cut', { looked: max })]
}

/** How a text is judged as one of several. */
export interface TextOfForm {
  /** Characters that are looked at; default 100,000. */
  readonly max?: number
  /** Resolves to what is found instead of what others have not told by then. */
  readonly late?: Promise<Finding>
}

/** Longer ones are judged in several turns of the event loop. */
const turnMin = 1_000

/** From here on a filter is sure enough; below it stays silent. */
const spamMin = 0.9

/**
 * A text that somebody wrote: scripts, language, links, personal data, what the owner's filter says of it, and whether
 * it came before. Long ones are judged step by step, with a turn of the event loop between.
 */
export async function judgeText(
  typed: string,
  options: TextOptions = {},
  { max = textMax, late }: TextOfForm = {},
): Promise<FieldVerdict> {
  const looked = typed.slice(0, max)
  const read = readText(typed, max)
  const { text } = read
  const steps: readonly (() => Finding[])[] = [
    () => judgeLength(read, max, options.refusesLong === true),
    () => judgeHiddenLetters(looked),
    () => judgeScripts(text, options.scripts ?? null),
    () => (options.languages === undefined ? [] : judgeLanguage(text, options.languages)),
    () => judgeLinks(text, options),
  ]
  const findings: Finding[] = []
  for (const step of steps) {
    findings.push(...step())
    if (text.length > turnMin) await nextTurn()
  }
  if (options.personalData === 'FLAG') {
    const kinds = await kindsOfPersonalData(looked, options.country)
    if (kinds.length > 0) findings.push(found('text-personal-data', { kinds }))
  }
  const spam = await options.spam?.judge(text)
  if (spam?.score != null && spam.score >= spamMin) {
    const words = spam.telling.filter(({ share }) => share > 0.5).map((one) => one.words)
    findings.push(found('text-spam', { percent: Math.floor(100 * spam.score), words }))
  }
  if (options.duplicates !== undefined) findings.push(...(await judgeDuplicates(text, options.duplicates, late)))
  return verdictOf(findings)
}

/** What cannot be counted, or not in time, hides nothing that was found before. */
async function judgeDuplicates(
  text: string,
  { key, count }: NonNullable<TextOptions['duplicates']>,
  late: TextOfForm['late'],
): Promise<Finding[]> {
  const fingerprint = fingerprintOf(text, key)
  if (fingerprint === null) return []
  if (text.length > turnMin) await nextTurn()
  const counted = count(fingerprint, passagesOf(text, key)).then(
    (times) => (times > 0 ? [found('text-near-duplicate', { count: times })] : []),
    () => [found('field-not-judged')],
  )
  return late === undefined ? counted : Promise.race([counted, late.then((finding) => [finding])])
}

/**
 * What joins emoji or shapes Persian stays; inside of Latin, Cyrillic and Greek words nothing invisible has a purpose.
 */
function judgeHiddenLetters(typed: string): Finding[] {
  const count = typed.match(hiddenLetters)?.length ?? 0
  return count > 0 ? [found('text-hidden-letters', { count })] : []
}
