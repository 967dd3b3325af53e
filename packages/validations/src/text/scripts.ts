import { type Finding, found } from '../verdict.ts'
import { readText } from './words.ts'

const scripts = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Arabic',
  'Hebrew',
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Thai',
  'Devanagari',
  'Armenian',
  'Georgian',
  'Bengali',
  'Tamil',
  'Telugu',
  'Ethiopic',
  'Khmer',
  'Cherokee',
] as const
export type Script = (typeof scripts)[number]

const patterns = new Map(scripts.map((script) => [script, new RegExp(`\\p{sc=${script}}`, 'u')]))
/** Written together in one word by people who write well: UTS 39's "highly restrictive" sets. */
const together: readonly (readonly Script[])[] = [
  ['Han', 'Hiragana', 'Katakana', 'Latin'],
  ['Han', 'Hangul', 'Latin'],
]
/** Below this a share says little: one foreign name in a short message. */
const lettersMin = 20
const shareMin = 0.3

/** Letters of each script in a text. */
export function countScripts(text: string): Map<Script, number> {
  const counts = new Map<Script, number>()
  for (const [letter] of text.matchAll(/\p{L}/gu)) {
    const script = scriptOf(letter)
    if (script !== null) counts.set(script, (counts.get(script) ?? 0) + 1)
  }
  return counts
}

/**
 * What the writing of a text tells: words that mix scripts whose letters look alike, which hardly anybody types by
 * accident (UTS 39, 5.2), and, where the owner has said which scripts visitors write, a text that is mostly in others.
 */
export function judgeScripts(typed: string, expected: readonly Script[] | null): Finding[] {
  const { text } = readText(typed)
  const findings: Finding[] = []
  const mixed = mixedWords(text)
  if (mixed.length > 0) findings.push(found('text-look-alike-letters', { words: mixed.slice(0, 5) }))
  if (expected === null) return findings
  const counts = countScripts(text)
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const others = [...counts].filter(([script]) => !expected.includes(script))
  const foreign = others.reduce((sum, [, count]) => sum + count, 0)
  if (all >= lettersMin && foreign / all > shareMin)
    findings.push(
      found('text-unexpected-script', {
        scripts: others.map(([script]) => script),
        share: Math.round((100 * foreign) / all),
      }),
    )
  return findings
}

/** Whether a word mixes scripts that nobody who writes well mixes. */
export function hasMixedScripts(word: string): boolean {
  const own = scriptsOf(word)
  return own.size > 1 && !together.some((set) => [...own].every((script) => set.includes(script)))
}

/** Whether a word has letters, none of them Latin, and an ending beside it is of other scripts. */
export function isOfOtherScript(word: string, ending: string): boolean {
  const [own, others] = [scriptsOf(word), scriptsOf(ending)]
  return own.size > 0 && !own.has('Latin') && ![...own].some((script) => others.has(script))
}

function scriptsOf(word: string): Set<Script> {
  return new Set([...word].map(scriptOf).filter((script) => script !== null))
}

function mixedWords(text: string): string[] {
  return [...text.matchAll(/\p{L}{2,40}/gu)].map(([word]) => word).filter(hasMixedScripts)
}

/** Letters come again and again, and asking for each script takes long. */
const known = new Map<string, Script | null>()
const knownMax = 30_000

function scriptOf(letter: string): Script | null {
  const before = known.get(letter)
  if (before !== undefined) return before
  const script = scripts.find((one) => patterns.get(one)?.test(letter) === true) ?? null
  if (known.size >= knownMax) known.clear()
  known.set(letter, script)
  return script
}
