import type { NoticeTexts } from '@bollard/contracts'
import { type Language, languages } from '@bollard/i18n'
import { textOf } from '@bollard/site-kit'

/** The texts of a notice that a form has, without the languages that were left empty. */
export function noticeTextsOf(form: FormData): NoticeTexts {
  const texts: Partial<Record<Language, string>> = {}
  for (const language of languages) {
    const text = textOf(form, `text-${language}`).trim()
    if (text !== '') texts[language] = text
  }
  return texts
}

/** When a flag ends that begins now; now, which is refused, where the form does not say for how long. */
export function endOf(form: FormData): string {
  const hours = Number(textOf(form, 'hours'))
  return new Date(Date.now() + (Number.isFinite(hours) ? hours : 0) * 3_600_000).toISOString()
}
