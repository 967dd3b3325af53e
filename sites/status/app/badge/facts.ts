import type { PublicState } from '@bollard/contracts'
import type { Language } from '@bollard/i18n'
import { formatsFor } from '@bollard/site-kit'
import type { TFunction } from 'i18next'
import { percentOf } from '../look/when.ts'
import type { BadgeTone } from './badge.tsx'

interface Shown {
  readonly t: TFunction
  readonly language: Language
  /** Of the page's posts. */
  readonly days: number
}
interface Fact {
  readonly value: string
  readonly tone: BadgeTone
}

const tones: Readonly<Record<PublicState, BadgeTone>> = {
  UP: 'good',
  DEGRADED: 'doubtful',
  DOWN: 'bad',
  MAINTENANCE: 'informing',
  UNKNOWN: 'unknown',
}
const dayMs = 86_400_000
/** Certificates that are renewed in time never come below it. */
const warningDays = 14

export const stateFact = (state: PublicState, { t }: Shown): Fact => ({
  value: t(($) => $.state[state]),
  tone: tones[state],
})

/** `percent` of the page's days; null where nothing is known. */
export function uptimeFact(percent: number | null, { t, language, days }: Shown): Fact {
  if (percent === null) return unknown(t)
  const value = t(($) => $.badge.uptime, { percent: percentOf(formatsFor(language, 'UTC'), percent), count: days })
  return { value, tone: percent >= 99.9 ? 'good' : percent >= 99 ? 'doubtful' : 'bad' }
}

/**
 * The median of the latest hour in milliseconds; null where the page shows none. It says how long, not whether that
 * is good.
 */
export function latencyFact(ms: number | null, { t, language }: Shown): Fact {
  return ms === null ? unknown(t) : { value: formatsFor(language, 'UTC').duration(ms), tone: 'informing' }
}

/** How long the certificate holds, from `now`; both ISO 8601. */
export function certificateFact(expiresAt: string | null, now: string, { t }: Shown): Fact {
  if (expiresAt === null) return unknown(t)
  const days = Math.floor((Date.parse(expiresAt) - Date.parse(now)) / dayMs)
  if (days < 0) return { value: t(($) => $.badge.expired), tone: 'bad' }
  return { value: t(($) => $.badge.days, { count: days }), tone: days < warningDays ? 'doubtful' : 'good' }
}

const unknown = (t: TFunction): Fact => ({ value: t(($) => $.state.UNKNOWN), tone: 'unknown' })
