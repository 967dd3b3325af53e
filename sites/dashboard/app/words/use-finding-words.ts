import type { FieldVerdictAnswer } from '@bollard/contracts'
import { fillText } from '@bollard/i18n'
import { useFormats, useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'
import { nameOfCode, nameOfScript } from './name-of-code.ts'
import { textAt } from './reason-words.ts'

type Finding = Pick<FieldVerdictAnswer['findings'][number], 'code' | 'detail'>
type Value = Finding['detail'][string]

/** Here two letters are what was typed, not the name of a country. */
const letters = new Set(['iban-country-unknown', 'iban-length', 'vat-country-unknown'])

/** What is found in a form, in the reader's words: by name alone, and with what was found. */
export function useFindingWords() {
  const { t } = useTranslation()
  const formats = useFormats()
  const { language } = useSite()
  const texts: { names: unknown; sentences: unknown; kinds: unknown } = t(($) => $.findings, { returnObjects: true })
  const list = new Intl.ListFormat(language, { type: 'conjunction' })

  function shown(code: string, name: string, value: Value): string {
    const isList = Array.isArray(value)
    const text = isList ? '' : String(value)
    if (name === 'percent' || name === 'share') return formats.share(Number(value) / 100)
    if (typeof value === 'number') return formats.whole(value)
    if (name === 'country' && !letters.has(code)) return nameOfCode('region', text, language)
    if (name === 'language') return nameOfCode('language', text, language)
    if (name === 'kinds' && isList) return list.format(value.map((kind) => textAt(texts.kinds, kind) ?? kind))
    if (name === 'scripts' && isList) return list.format(value.map((script) => nameOfScript(script, language)))
    return isList ? list.format(value) : text
  }

  const nameOf = (code: string): string => textAt(texts.names, code) ?? code
  return {
    /** A code newer than these texts is shown as it is. */
    name: nameOf,
    /** Null where a code is newer than these texts. */
    sentence({ code, detail }: Finding): string | null {
      const sentence = textAt(texts.sentences, code) ?? textAt(texts.names, code)
      if (sentence === null) return null
      const values = Object.entries(detail).map(([name, value]) => [name, shown(code, name, value)])
      return fillText(sentence, Object.fromEntries(values))
    },
  }
}
