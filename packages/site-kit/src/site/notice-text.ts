import type { NoticeTexts } from '@bollard/contracts'
import { type Language, languages } from '@bollard/i18n'

/** What operators announce, in the reader's language or in the first that there is. */
export interface ShownNotice {
  readonly text: string
  readonly language: Language
}

/** The notice as a page in a language shows it; null where there is no text at all. */
export function noticeIn(texts: NoticeTexts, language: Language): ShownNotice | null {
  const shown = [language, ...languages].find((one) => texts[one] !== undefined)
  return shown === undefined ? null : { text: texts[shown] ?? '', language: shown }
}
