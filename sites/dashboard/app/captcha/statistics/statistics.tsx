import { TimeZoneProvider } from '@bollard/site-kit'
import type { Accuracy, Statistics as Figures } from '@bollard/contracts'
import { apiOf, attempt, load, requireId } from '@bollard/site-kit/server'
import { ButtonLink, Card, EmptyState } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link, redirect, useNavigation, useSearchParams } from 'react-router'
import { Page, PageTitle } from '../../frame/page.tsx'
import { LivePill } from '../../live/live-pill.tsx'
import { NotUsedYet } from '../../solution/overview/not-used-yet.tsx'
import { useRefreshed } from '../../solution/overview/use-refreshed.ts'
import { useSolution } from '../../solution/use-solution.ts'
import { BelowTheChart, ShownSearch } from './below-the-chart.tsx'
import { Breakdowns } from './breakdowns.tsx'
import { Extras, type MoreFigures } from './extras.tsx'
import { FilterChips } from './filter-chips.tsx'
import { Funnel } from './funnel.tsx'
import { queryOf, readPeriod, wrongFilters } from './load-statistics.server.ts'
import { MatchingTiles, Tiles } from './tiles.tsx'
import { OtherEvents } from './other-events.tsx'
import { OutcomesCard } from './outcomes-card.tsx'
import { PeriodBar } from './period-bar.tsx'
import { ScoreHistogram } from './score-histogram.tsx'
import { dayAt, propertiesOf } from './statistics-search.ts'
import type { Route } from './+types/statistics.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const api = apiOf(context, request)
  const { searchParams: search } = new URL(request.url)
  const wrong = wrongFilters(search)
  if (wrong.length > 0) {
    for (const name of wrong) search.delete(name)
    throw redirect(`/${params.language}/solutions/${solutionId}/captcha/statistics?${search.toString()}`)
  }
  const { period, fault } = readPeriod(search)
  const [statistics, { threshold }, environments] = await Promise.all([
    load(context, request, api.getStatistics({ solutionId, ...period, ...queryOf(search) })),
    load(context, request, api.getSiteSettings({ solutionId })),
    load(context, request, api.listEnvironments({ solutionId })),
  ])
  // Not waited for: the figures above are there first.
  const more = attempt(
    Promise.all([
      api.getAccuracy({ solutionId, period: accuracyPeriod(period) }),
      api.listOutages({ solutionId, limit: 100 }),
    ]),
  ).then((answer): MoreFigures | null =>
    answer.ok ? { accuracy: answer.value[0], outages: answer.value[1].items } : null,
  )
  return {
    statistics,
    threshold,
    environments: environments.items.map(({ id, name }) => ({ id, name })),
    more,
    fault,
    today: dayAt(Date.now(), statistics.range.timeZone),
  }
}

/** Labels are counted for three periods only; the answer says for which. */
function accuracyPeriod({ period, from }: { period: string; from?: string | undefined }): Accuracy['period'] {
  return from === undefined && (period === '24h' || period === '7d') ? period : '30d'
}

export default function Statistics({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { site, base, crumb } = useSolution()
  const { statistics, threshold, environments, more, fault, today } = loaderData
  const [search] = useSearchParams()
  const isLoading = useNavigation().state === 'loading'
  useRefreshed()
  const { totals } = statistics
  const isUsed = site.firstVerificationAt !== null || totals.started > 0
  if (!isUsed)
    return (
      <Page title={t(($) => $.statistics.title)} crumbs={[crumb]} end={<LivePill />}>
        <PageTitle title={t(($) => $.statistics.title)} />
        <NotUsedYet base={base} />
      </Page>
    )
  const hasComparison = search.get('compare') !== 'off'
  return (
    <Page title={t(($) => $.statistics.title)} crumbs={[crumb]} end={<LivePill />}>
      <PageTitle title={t(($) => $.statistics.title)} />
      {/* Days are those of the solution, so their names and hours are too. */}
      <TimeZoneProvider zone={statistics.range.timeZone}>
        <PeriodBar statistics={statistics} environments={environments} today={today} fault={fault} />
        <FilterChips statistics={statistics} environments={environments} />
        <div aria-busy={isLoading} className={isLoading ? 'opacity-60 transition-opacity delay-200' : undefined}>
          <ShownSearch value={search}>
            <Content statistics={statistics} threshold={threshold} hasComparison={hasComparison} base={base} />
          </ShownSearch>
          <Extras more={more} statistics={statistics} base={base} />
        </div>
      </TimeZoneProvider>
    </Page>
  )
}

function Content({
  statistics,
  threshold,
  hasComparison,
  base,
}: {
  statistics: Figures
  threshold: number
  hasComparison: boolean
  base: string
}) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const { matching, totals } = statistics
  const properties = propertiesOf(search)
  const log = `${base}/captcha/verifications`
  if (totals.started === 0 && properties.length === 0) return <NothingInPeriod />
  return (
    <>
      {matching ? (
        <MatchingTiles matching={matching} statistics={statistics} log={log} />
      ) : (
        <Tiles statistics={statistics} hasComparison={hasComparison} log={log} />
      )}
      <OutcomesCard statistics={statistics} hasComparison={hasComparison} log={log} />
      {properties.length > 0 ? (
        <p className="mt-8 mb-4 max-w-[44rem] text-sm text-ink-2">{t(($) => $.statistics.belowAll)}</p>
      ) : null}
      <BelowTheChart statistics={statistics}>
        {(shown) => (
          <>
            <div className="mb-4 grid gap-4 xl:grid-cols-2">
              <Funnel statistics={shown} base={base} />
              <ScoreHistogram scores={shown.scores} threshold={threshold} />
            </div>
            <Breakdowns statistics={shown} log={log} />
            <OtherEvents totals={shown.totals} statistics={shown} log={log} />
          </>
        )}
      </BelowTheChart>
    </>
  )
}

function NothingInPeriod() {
  const { t } = useTranslation()
  return (
    <Card padded={false} className="mb-4">
      <EmptyState
        title={t(($) => $.statistics.emptyTitle)}
        action={
          <ButtonLink asChild>
            <Link to="?period=91d">{t(($) => $.statistics.emptyAction)}</Link>
          </ButtonLink>
        }
      >
        {t(($) => $.statistics.empty)}
      </EmptyState>
    </Card>
  )
}
