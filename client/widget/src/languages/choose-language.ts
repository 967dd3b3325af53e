/**
 * The language shown: the first wish that one of the tags is good for, else English. Wishes and tags are BCP 47. The browser knows
 * by itself that `iw` is Hebrew and that Chinese of Taiwan is written as in Hong Kong (CLDR's aliases and likely subtags).
 */
export function chooseLanguage(wishes: readonly (string | null | undefined)[], tags: readonly string[]): string {
  for (const wish of wishes) {
    const language = wish && (plainMatch(wish, tags) ?? match(wish, tags))
    if (language) return language
  }
  return 'en'
}

/**
 * What most wishes come to, without the browser's data: to load those holds the page up for 4 ms. A language with a region is the language,
 * unless there is more than one of it.
 */
function plainMatch(wish: string, tags: readonly string[]): string | undefined {
  const [, language] = /^([a-z]{2,3})(?:[-_][a-z]{2})?$/iu.exec(wish) ?? []
  if (language && tags.includes(wish)) return wish
  const [one, other] = tags.filter((tag) => tag.split(/[-_]/u)[0]?.toLowerCase() === language)
  return other === undefined && one === language ? one : undefined
}

function match(wish: string, tags: readonly string[]): string | undefined {
  for (const [depth, level] of levelsOf(wish).entries()) {
    const found = tags.find((tag) => levelsOf(tag)[depth] === level)
    if (found) return found
  }
  return undefined
}

/** The language with the region that the element itself wishes for, which tells how times are written: 24 hours for `en-GB`. */
export function withRegion(language: string, [wish]: readonly (string | null | undefined)[]): string {
  return wish?.startsWith(language) && /^[a-z]+-[a-z]{2}$/iu.test(wish) ? wish : language
}

export function isRightToLeft(tag: string): boolean {
  return /-(?:Arab|Hebr|Thaa|Syrc|Nkoo|Adlm)$/u.test(levelsOf(tag)[1] ?? '')
}

export function isLanguage(tag: string): boolean {
  return levelsOf(tag).length > 0
}

const found = new Map<string, string[]>()

/** The tag itself, then less and less of it: the language with its script, the language alone. Empty for what is no tag. */
function levelsOf(tag: string): string[] {
  const levels = found.get(tag) ?? workOutLevels(tag)
  found.set(tag, levels)
  return levels
}

function workOutLevels(tag: string): string[] {
  try {
    const locale = new Intl.Locale(tag.replaceAll('_', '-'))
    const { language, script } = locale.maximize()
    // Both of Norway's languages are read by those who ask for "Norwegian".
    const base = language.replace(/^n[bn]$/u, 'no')
    return [locale.baseName, `${base}-${script}`, base]
  } catch {
    return []
  }
}
