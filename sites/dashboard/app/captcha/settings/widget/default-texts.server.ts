import { widgetTextKeys } from '@bollard/contracts'
import type { Language } from '@bollard/i18n'

/** The widget's own texts; they are of the widget, and this is the only other place that reads them. */
const files = import.meta.glob<Record<string, string>>('../../../../../../client/widget/i18n/*.json', {
  eager: true,
  import: 'default',
})
const byTag = new Map(
  Object.entries(files).map(([path, texts]) => [path.slice(path.lastIndexOf('/') + 1, -'.json'.length), texts]),
)

/** The languages of the widget, by their names in the language of the reader. */
export function widgetLanguages(language: Language): { tag: string; name: string }[] {
  const names = new Intl.DisplayNames([language], { type: 'language' })
  return [...byTag.keys()]
    .map((tag) => ({ tag, name: names.of(tag) ?? tag }))
    .toSorted((a, b) => a.name.localeCompare(b.name, language))
}

/** What the widget says in a language where its owner has worded nothing; null for a language that it lacks. */
export function defaultTexts(tag: string): { key: string; text: string }[] | null {
  const texts = byTag.get(tag)
  return texts === undefined ? null : widgetTextKeys.map((key) => ({ key, text: texts[key] ?? '' }))
}
