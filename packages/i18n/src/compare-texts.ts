import { type Language, languages, locales } from './languages.ts'
import { readTexts, type TextTree } from './load-texts.ts'

/** The texts of a tree by their whole keys, `signIn.title`. */
export function flattenTexts(tree: TextTree, path = ''): Map<string, string> {
  const flat = new Map<string, string>()
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') flat.set(`${path}${key}`, value)
    else for (const [below, text] of flattenTexts(value, `${path}${key}.`)) flat.set(below, text)
  }
  return flat
}

/** The texts of English, each under the keys that it has in a language: of a plural, one for each form of the language (CLDR). */
export function wantedIn(language: Language, english: ReadonlyMap<string, string>): Map<string, string> {
  const forms = new Intl.PluralRules(locales[language]).resolvedOptions().pluralCategories
  return new Map(
    [...english].flatMap(([key, text]): [string, string][] => {
      const [, name, form] = /^(.*)_(one|other)$/u.exec(key) ?? []
      if (name === undefined) return [[key, text]]
      return form === 'one'
        ? [[key, text]]
        : forms.filter((own) => own !== 'one').map((own) => [`${name}_${own}`, text])
    }),
  )
}

/** What a folder of `texts/` lacks, as `fr: signIn.title`. Throws when a file is missing or no JSON. */
export function missingTexts(folder: string): string[] {
  const english = flattenTexts(readTexts(folder, 'en'))
  return languages.flatMap((language) => {
    const own = flattenTexts(readTexts(folder, language))
    return [...wantedIn(language, english).keys()].filter((key) => !own.has(key)).map((key) => `${language}: ${key}`)
  })
}
