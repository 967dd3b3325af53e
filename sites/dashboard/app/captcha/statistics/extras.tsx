import { useFormats } from '@bollard/site-kit'
import type { Accuracy, Outage, Statistics } from '@bollard/contracts'
import { Card, CardHeader, Skeleton } from '@bollard/ui'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Await, Link, useLocation } from 'react-router'
import { AccuracyCard } from '../../solution/overview/accuracy-card.tsx'

/** What labels say about mistakes, and when the service was away. */
export interface MoreFigures {
  readonly accuracy: Accuracy
  readonly outages: readonly Outage[]
}

/** What comes a moment later than the figures: how often the captcha was wrong, and when the service was away. */
export function Extras({
  more,
  statistics,
  base,
}: {
  more: Promise<MoreFigures | null>
  statistics: Statistics
  base: string
}) {
  const { t } = useTranslation()
  const { search } = useLocation()
  return (
    <Suspense
      // Anew for each period and filter: otherwise their figures would wait for what comes after them.
      key={search}
      fallback={
        <Card className="mb-4 grid gap-3">
          <span className="sr-only">{t(($) => $.statistics.loading)}</span>
          <Skeleton className="h-5 w-64 max-w-full" />
          <Skeleton className="h-16 w-full" />
        </Card>
      }
    >
      <Await resolve={more}>
        {(loaded) =>
          loaded === null ? (
            <Missing />
          ) : (
            <>
              <AccuracyCard accuracy={loaded.accuracy} base={base} />
              <Outages outages={loaded.outages} statistics={statistics} />
            </>
          )
        }
      </Await>
    </Suspense>
  )
}

function Missing() {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  return (
    <Card className="mb-4">
      <p className="text-sm text-ink-2">
        {t(($) => $.statistics.missing)}{' '}
        <Link to={`${pathname}${search}`} className="text-link" preventScrollReset>
          {t(($) => $.failure.retry)}
        </Link>
      </p>
    </Card>
  )
}

/** Outages that touch the period; most periods have none. */
function Outages({ outages, statistics }: { outages: readonly Outage[]; statistics: Statistics }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const within = outages.filter(({ from, to }) => from < statistics.to && (to === null || to > statistics.from))
  return (
    <Card className="mb-4">
      <CardHeader title={t(($) => $.statistics.outages.title)} className="!mb-1.5" />
      {within.length === 0 ? (
        <p className="text-sm text-ink-2">{t(($) => $.statistics.outages.none)}</p>
      ) : (
        <>
          <p className="mb-3 max-w-[44rem] text-sm text-ink-2">{t(($) => $.statistics.outages.text)}</p>
          <ul className="grid gap-2 text-sm">
            {within.map(({ id, from, to }) => (
              <li key={id} className="tabular">
                {to === null
                  ? t(($) => $.statistics.outages.open, { from: formats.moment(from) })
                  : t(($) => $.statistics.outages.closed, {
                      from: formats.moment(from),
                      time: formats.duration(Date.parse(to) - Date.parse(from)),
                    })}
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}
