import { Moment, useFormats } from '@bollard/site-kit'
import type { AlertEvent, AlertFacts } from '@bollard/contracts'
import { Card, CardHeader, EmptyState, Icon, Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

const meanings = { RAISED: 'doubt', REMINDER: 'info', ENDED: 'human' } as const
const hourMs = 3_600_000

/** What was raised and what ended, the newest first. */
export function History({ events, base }: { events: readonly AlertEvent[]; base: string }) {
  const { t } = useTranslation()
  const words = useFactWords()
  return (
    <Card padded={false} className="overflow-hidden">
      <CardHeader title={t(($) => $.alerts.history.title)} className="!mb-0 border-b border-line px-4 py-3.5 sm:px-5" />
      {events.length === 0 ? (
        <EmptyState title={t(($) => $.alerts.history.none)}>{t(($) => $.alerts.history.noneAbout)}</EmptyState>
      ) : (
        <ol className="divide-y divide-line">
          {events.map(({ id, at, raisedAt, change, facts }) => (
            <li
              key={id}
              className="grid gap-x-5 gap-y-1.5 px-4 py-3.5 text-sm sm:grid-cols-[11rem_minmax(0,1fr)] sm:px-5"
            >
              <p className="tabular text-ink-3">
                <Moment at={at} />
              </p>
              <div className="grid min-w-0 justify-items-start gap-1">
                <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                  <b className="font-[560]">{t(($) => $.alerts.history.kinds[facts.kind])}</b>
                  <Pill meaning={meanings[change]}>{t(($) => $.alerts.history.changes[change])}</Pill>
                </p>
                <p className="text-ink-2">{words(facts)}</p>
                {facts.kind === 'USAGE' ? null : (
                  <Link to={logOf(base, raisedAt, at)} className="text-link inline-flex items-center gap-1">
                    {t(($) => $.alerts.history.log)}
                    <Icon name="chevron-right" className="size-3.5" />
                  </Link>
                )}
              </div>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

/** The log from an hour before an alert was raised to an hour after this change of it. */
function logOf(base: string, raisedAt: string, at: string): string {
  const from = new Date(new Date(raisedAt).getTime() - hourMs).toISOString()
  const to = new Date(new Date(at).getTime() + hourMs).toISOString()
  return `${base}/captcha/verifications?${new URLSearchParams({ from, to })}`
}

function useFactWords(): (facts: AlertFacts) => string {
  const { t } = useTranslation()
  const { whole, share } = useFormats()
  return (facts) => {
    switch (facts.kind) {
      case 'ATTACK': {
        const figures = {
          count: facts.count,
          shown: whole(facts.count),
          usual: whole(facts.usual),
          minutes: facts.minutes,
        }
        return t(($) => $.alerts.history.facts[facts.signal], figures)
      }
      case 'PASS_RATE_FALLING':
        return t(($) => $.alerts.history.facts.PASS_RATE_FALLING, {
          rate: share(facts.rate),
          before: share(facts.before),
          visitors: whole(facts.visitors),
          hours: facts.hours,
        })
      case 'RESULTS_NEVER_FETCHED':
        return t(($) => $.alerts.history.facts.RESULTS_NEVER_FETCHED, {
          never: whole(facts.neverFetched),
          results: whole(facts.results),
        })
      case 'USAGE':
        return t(($) => $.alerts.history.facts.USAGE, {
          month: facts.month,
          percent: share(facts.percent / 100),
          used: whole(facts.used),
          monthly: whole(facts.monthly),
        })
      case 'UNDER_ATTACK':
        return t(($) => $.alerts.history.facts.UNDER_ATTACK, { times: whole(facts.times) })
    }
  }
}
