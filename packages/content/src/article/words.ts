import { inEachLanguage, type Language } from '@bollard/i18n'
import { readTexts } from '@bollard/i18n/load'

/** What stands around the text of authors. */
export interface Words {
  readonly note: string
  readonly warning: string
  readonly tabs: string
  readonly table: string
  readonly linkTo: string
  readonly sources: string
  readonly copy: string
  readonly copied: string
}

/** The words of every language. Throws where one is missing. */
export const wordsByLanguage: Readonly<Record<Language, Words>> = inEachLanguage((language) => {
  const texts = { ...readTexts('content', language), ...readTexts('library-elements', language) }
  const word = (name: keyof Words): string => {
    const text = texts[name]
    if (typeof text !== 'string') throw new Error(`The texts of articles have no "${name}" in ${language}`)
    return text
  }
  return {
    note: word('note'),
    warning: word('warning'),
    tabs: word('tabs'),
    table: word('table'),
    linkTo: word('linkTo'),
    sources: word('sources'),
    copy: word('copy'),
    copied: word('copied'),
  }
})
