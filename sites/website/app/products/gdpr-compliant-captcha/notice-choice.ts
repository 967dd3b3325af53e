import { isLanguage, type Language } from '@bollard/i18n'

/** Days for which the log keeps a verification unless its owner chooses otherwise, and what they can choose. */
export const usualRetentionDays = 30
export const retentionDaysMin = 1
export const retentionDaysMax = 365
/** Days for which networks keep a history, where the log is kept no shorter. */
export const historyDaysMax = 30

/** What a paragraph for a privacy notice depends on. */
export interface NoticeChoice {
  language: Language
  /** Whether the owner of the website runs Bollard as well. */
  runBy: 'self' | 'other'
  /** Who runs it, with their address; empty where nobody said. */
  operator: string
  /** Host of the API, such as `captcha.example.org`. */
  host: string
  days: number
  minimalData: boolean
  basis: 'interest' | 'consent'
}

const lengthMax = 200

/** The choice that an address holds; `language` is that of the page. */
export function noticeChoiceOf(query: URLSearchParams, language: Language, host: string): NoticeChoice {
  const text = (name: string) => (query.get(name) ?? '').trim().slice(0, lengthMax)
  const wanted = query.get('text')
  const days = Math.round(Number(query.get('days') ?? usualRetentionDays))
  return {
    language: isLanguage(wanted) ? wanted : language,
    runBy: query.get('runBy') === 'other' ? 'other' : 'self',
    operator: text('operator'),
    host: text('host') || host,
    days: days >= retentionDaysMin && days <= retentionDaysMax ? days : usualRetentionDays,
    minimalData: query.get('minimalData') === 'on',
    basis: query.get('basis') === 'consent' ? 'consent' : 'interest',
  }
}
