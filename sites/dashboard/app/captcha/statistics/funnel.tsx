import { useFormats } from '@bollard/site-kit'
import type { Statistics } from '@bollard/contracts'
import { Alert, Card, CardHeader, classNames } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { checkedIn, isMostlyUnfetched } from '../../health/judge-health.ts'
import { useShownSearch } from './below-the-chart.tsx'
import { logSearch, scopeOf } from './statistics-search.ts'
import { InLog } from './tiles.tsx'

/** How far visitors come, from the widget to the customer's server, and what to do about tokens that nobody verifies. */
export function Funnel({ statistics, base }: { statistics: Statistics; base: string }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { totals } = statistics
  const checked = checkedIn(totals)
  const log = `${base}/captcha/verifications`
  const search = useShownSearch()
  // The funnel has no filters but the environment.
  const whole = { statistics, log, search: scopeOf(search) }
  const unlogged = totals.blockedUnlogged + totals.refusedUnlogged
  const count = (n: number) => ({ count: n, shown: formats.whole(n) })
  return (
    <Card className="min-w-0">
      <CardHeader title={t(($) => $.statistics.funnel.title)} className="!mb-1" />
      <p className="mb-4 text-sm text-ink-2">{t(($) => $.statistics.funnel.text)}</p>
      <ol className="grid gap-3.5">
        <Stage name={t(($) => $.statistics.funnel.started)} count={totals.started} of={totals.started} before={null}>
          {formats.whole(totals.started)}
        </Stage>
        <Stage
          name={t(($) => $.statistics.funnel.checked)}
          count={checked}
          of={totals.started}
          before={totals.started}
          lost={[
            totals.expired > 0 ? t(($) => $.statistics.funnel.expired, count(totals.expired)) : null,
            totals.open > 0 ? t(($) => $.statistics.funnel.open, count(totals.open)) : null,
            unlogged > 0 ? t(($) => $.statistics.funnel.unlogged, count(unlogged)) : null,
          ]}
        >
          <InLog {...whole} count={checked} />
        </Stage>
        <Stage
          name={t(($) => $.statistics.funnel.issued)}
          count={totals.solved}
          of={totals.started}
          before={checked}
          lost={[totals.refused > 0 ? t(($) => $.statistics.funnel.refused, count(totals.refused)) : null]}
        >
          <InLog {...whole} count={totals.solved} more={{ outcome: 'PASSED,FLAGGED' }} />
        </Stage>
        <Stage
          name={t(($) => $.statistics.funnel.verified)}
          count={totals.fetched}
          of={totals.started}
          before={totals.solved}
        >
          <InLog {...whole} count={totals.fetched} more={{ outcome: 'PASSED,FLAGGED', fetched: 'FETCHED' }} />
        </Stage>
      </ol>
      <NeverVerified statistics={statistics} base={base} />
    </Card>
  )
}

function Stage({
  name,
  count,
  of,
  before,
  lost = [],
  children,
}: {
  name: string
  count: number
  of: number
  /** Of the stage above; null for the first. */
  before: number | null
  lost?: readonly (string | null)[]
  children: ReactNode
}) {
  const { t } = useTranslation()
  const formats = useFormats()
  const said = lost.filter((words) => words !== null)
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1 text-sm">
      <span>{name}</span>
      <span className="tabular self-end text-end">
        <b className="font-[560]">{children}</b>
        {before === null || before === 0 ? null : (
          <span className="text-xs text-ink-3">
            {' '}
            · {t(($) => $.statistics.funnel.ofStage, { share: formats.share(count / before) })}
          </span>
        )}
      </span>
      <span aria-hidden="true" className="col-span-2 h-2.5 rounded-post bg-sunken">
        <span
          className={classNames('block h-2.5 rounded-post bg-series-human', count > 0 && 'min-w-2.5')}
          style={{ width: `${of === 0 ? 0 : Math.min(100, (count / of) * 100)}%` }}
        />
      </span>
      {said.length > 0 ? <span className="col-span-2 text-xs text-ink-3">{said.join(' · ')}</span> : null}
    </li>
  )
}

/** The most common fault of an integration shows here: tokens are issued, and nobody asks for what they say. */
function NeverVerified({ statistics, base }: { statistics: Statistics; base: string }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const search = useShownSearch()
  const { totals } = statistics
  if (totals.solved === 0) return null
  const words = {
    count: totals.neverFetched,
    shown: formats.whole(totals.neverFetched),
    share: formats.share(totals.neverFetched / totals.solved),
  }
  const isNone = totals.fetched === 0
  const many = isNone || isMostlyUnfetched(totals)
  return (
    <Alert kind={many ? 'warning' : 'info'} title={t(($) => $.statistics.funnel.never, words)} className="mt-5">
      {totals.neverFetched === 0 ? (
        t(($) => $.statistics.funnel.neverNone)
      ) : (
        <>
          <p className="mb-1.5">
            {isNone
              ? t(($) => $.statistics.funnel.neverAll)
              : many
                ? t(($) => $.statistics.funnel.neverMany)
                : t(($) => $.statistics.funnel.neverFew)}
          </p>
          <p className="flex flex-wrap gap-x-5 gap-y-1">
            <Link
              className="text-link touch:py-3"
              to={`${base}/captcha/verifications${logSearch(scopeOf(search), statistics, { outcome: 'PASSED,FLAGGED', fetched: 'NEVER' })}`}
            >
              {t(($) => $.statistics.funnel.neverLog)}
            </Link>
            {many ? (
              <Link className="text-link touch:py-3" to={`${base}/set-up#server`}>
                {t(($) => $.overview.unfetched.action)}
              </Link>
            ) : null}
          </p>
        </>
      )}
    </Alert>
  )
}
