import type { TFunction } from 'i18next'
import { reasonWords, textAt } from './reason-words.ts'

/** Why a request was decided so. How a browser speaks has codes of the captcha's score. */
export function decisionReason(t: TFunction, code: string): string {
  const words: unknown = t(($) => $.decisions.reasons, { returnObjects: true })
  return textAt(words, code) ?? reasonWords(t, code)
}

/** What programs of a kind are for. */
export function programPurpose(t: TFunction, purpose: string): string {
  const words: unknown = t(($) => $.protection.settings.purposes, { returnObjects: true })
  return textAt(words, purpose) ?? purpose
}

/** A part of a decision: one of ours in words, a limit by the name that its owner gave it, also where an edit of it runs dry beside it. */
export function decisionPart(t: TFunction, part: string): string {
  const [, name = '', round = ''] = /^(.+)\.TRIAL-(\d+)$/u.exec(part) ?? []
  if (name !== '') return t(($) => $.decisions.tried, { name, round })
  const words: unknown = t(($) => $.decisions.parts, { returnObjects: true })
  return textAt(words, part) ?? part
}
