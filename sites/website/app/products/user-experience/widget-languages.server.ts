import type { Language } from '@bollard/i18n'

/** A language of the widget: its name in the reader's language, and how the widget says “I’m a person” in it. */
export interface WidgetLanguage {
  tag: string
  name: string
  sample: string
}

/** The widget's own texts, of which the page shows one. */
const samples = import.meta.glob<string>('../../../../../client/widget/i18n/*.json', { eager: true, import: 'ready' })

/** All languages that the widget speaks, by name. */
export function widgetLanguages(language: Language): WidgetLanguage[] {
  const names = new Intl.DisplayNames([language], { type: 'language' })
  return Object.entries(samples)
    .map(([path, sample]) => ({ tag: path.slice(path.lastIndexOf('/') + 1, -'.json'.length), sample }))
    .map(({ tag, sample }) => ({ tag, sample, name: names.of(tag) ?? tag }))
    .toSorted((one, other) => one.name.localeCompare(other.name, language))
}
