import type { Language } from '@bollard/i18n'

/** A language, country or script in words. Some engines know fewer than others: then the code itself. */
export function nameOfCode(type: 'language' | 'region' | 'script', code: string, language: Language): string {
  try {
    return `${new Intl.DisplayNames(language, { type }).of(code) ?? code}`
  } catch {
    return code
  }
}

/** Scripts by their names in Unicode, with their codes in ISO 15924. */
const scripts: Readonly<Record<string, string>> = {
  Latin: 'Latn',
  Cyrillic: 'Cyrl',
  Greek: 'Grek',
  Arabic: 'Arab',
  Hebrew: 'Hebr',
  Han: 'Hani',
  Hiragana: 'Hira',
  Katakana: 'Kana',
  Hangul: 'Hang',
  Thai: 'Thai',
  Devanagari: 'Deva',
  Armenian: 'Armn',
  Georgian: 'Geor',
  Bengali: 'Beng',
  Tamil: 'Taml',
  Telugu: 'Telu',
  Ethiopic: 'Ethi',
  Khmer: 'Khmr',
  Cherokee: 'Cher',
}

/** A script by its name in Unicode, in the reader's words. */
export function nameOfScript(name: string, language: Language): string {
  const code = scripts[name]
  return code === undefined ? name : nameOfCode('script', code, language)
}
