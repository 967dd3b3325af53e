/**
 * The language shown: the first wish that one of the tags is good for, else English. Wishes and tags are BCP 47. The browser knows
 * by itself that `iw` is Hebrew and that Chinese of Taiwan is written as in Hong Kong (CLDR's aliases and likely subtags).
 */
export function chooseLanguage(wishes: readonly (string | null | undefined)[], tags: readonly string[]): string {
  const known = tags.map((tag) => ({ tag, levels: levelsOf(tag) }))
  for (const wish of wishes) {
    for (const [depth, level] of levelsOf(wish ?? '').entries()) {
      const match = known.find(({ levels }) => levels[depth] === level)
      if (match) return match.tag
    }
  }
  return 'en'
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
