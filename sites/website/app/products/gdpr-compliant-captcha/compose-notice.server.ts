import { textsFor } from '@bollard/site-kit/server'
import { historyDaysMax, type NoticeChoice } from './notice-choice.ts'

/** Paragraphs for a privacy notice, in the language that was chosen. They say what the software does, and nothing else. */
export function composeNotice(choice: NoticeChoice): string[] {
  const { t } = textsFor('website', choice.language)
  const { runBy, host, days, minimalData, basis } = choice
  const operator = choice.operator || t(($) => $.products.gdpr.notice.text.operatorMissing)
  return [
    sentences(
      t(($) => $.products.gdpr.notice.text.purpose),
      t(($) => $.products.gdpr.notice.text.task, { host }),
      minimalData
        ? t(($) => $.products.gdpr.notice.text.minimalSignals)
        : t(($) => $.products.gdpr.notice.text.signals),
      t(($) => $.products.gdpr.notice.text.noCookies),
    ),
    sentences(
      t(($) => $.products.gdpr.notice.text.stored, { count: days }),
      ...(minimalData
        ? []
        : [t(($) => $.products.gdpr.notice.text.history, { count: Math.min(days, historyDaysMax) })]),
    ),
    sentences(
      t(($) => $.products.gdpr.notice.text.basis[basis]),
      runBy === 'self'
        ? t(($) => $.products.gdpr.notice.text.bySelf)
        : t(($) => $.products.gdpr.notice.text.byOther, { operator }),
      t(($) => $.products.gdpr.notice.text.rights),
    ),
  ]
}

function sentences(...all: string[]): string {
  return all.join(' ')
}
