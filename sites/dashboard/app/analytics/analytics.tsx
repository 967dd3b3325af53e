import type { ProtectionStatistics } from '@bollard/contracts'
import { useSite } from '@bollard/site-kit'
import { apiOf, load, requireId } from '@bollard/site-kit/server'
import { ButtonLink, Card, EmptyState } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Page, PageTitle } from '../frame/page.tsx'
import { useSolution } from '../solution/use-solution.ts'
import { decisionPart, decisionReason, programPurpose } from '../words/request-words.ts'
import { nameOfCode } from '../words/name-of-code.ts'
import { NetworkSources } from '../words/network-sources.tsx'
import { ZoneNote } from '../words/zone-note.tsx'
import { periodOf } from './decision-search.ts'
import type { Log } from './in-log.tsx'
import { PeriodNav } from './period-nav.tsx'
import { Ranking } from './ranking.tsx'
import { RequestsChart } from './requests-chart.tsx'
import { MoreFigures, Mistakes, StatisticsTiles } from './statistics-tiles.tsx'
import type { Route } from './+types/analytics.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const period = periodOf(new URL(request.url).searchParams)
  const statistics = await load(
    context,
    request,
    apiOf(context, request).getProtectionStatistics({ solutionId, period }),
  )
  return { statistics }
}

export default function Analytics({ loaderData: { statistics } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { base, crumb } = useSolution()
  const title = t(($) => $.analytics.title)
  const { period, totals, previous } = statistics
  const log: Log = { address: `${base}/analytics/decisions`, period }
  const isEmpty = totals.requests + totals.probes + totals.savedMessages === 0
  return (
    <Page title={title} crumbs={[crumb]}>
      <PageTitle title={title} subtitle={t(($) => $.analytics.about)}>
        <PeriodNav period={period} />
        <ButtonLink asChild size="dense">
          <Link to={`${log.address}?period=${period}`}>{t(($) => $.analytics.toLog)}</Link>
        </ButtonLink>
      </PageTitle>
      {isEmpty ? (
        <Nothing base={base} isNew={previous.requests === 0 && period === '30d'} />
      ) : (
        <Figures statistics={statistics} log={log} base={base} />
      )}
      <ZoneNote />
    </Page>
  )
}

function Figures({ statistics, log, base }: { statistics: ProtectionStatistics; log: Log; base: string }) {
  const { t } = useTranslation()
  const { language } = useSite()
  const words = t(($) => $.analytics.rankings, { returnObjects: true })
  const shared = { log }
  return (
    <>
      <StatisticsTiles statistics={statistics} log={log} />
      <RequestsChart statistics={statistics} log={log} />
      <div
        className={`mb-4 grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 ${statistics.rungs.length === 0 ? 'xl:grid-cols-4' : 'xl:grid-cols-3'}`}
      >
        <Mistakes statistics={statistics} log={log} blocked={`${base}/protection/validations/blocked`} />
        <MoreFigures statistics={statistics} log={log} reviews={`${base}/protection/validations/reviews`} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-2">
        <Ranking
          {...shared}
          title={words.parts}
          lines={statistics.parts}
          filter="part"
          conclusion="partConclusion"
          words={(part) => decisionPart(t, part)}
        />
        <Ranking
          {...shared}
          title={words.reasons}
          lines={statistics.reasons}
          filter="reason"
          words={(code) => decisionReason(t, code)}
        />
        <Ranking {...shared} title={words.paths} lines={statistics.paths} filter="exactPath" />
        <Ranking {...shared} title={words.hosts} lines={statistics.hosts} filter="host" />
        <Ranking
          {...shared}
          title={words.countries}
          lines={statistics.countries}
          filter="country"
          unknown="ZZ"
          words={(code) => nameOfCode('region', code, language)}
        />
        <Ranking {...shared} title={words.operators} lines={statistics.operators} filter="operator" unknown="0" />
        <Ranking
          {...shared}
          title={words.visitors}
          lines={statistics.visitors}
          filter="visitor"
          unknown="unknown"
          words={(name) => `${name.slice(0, 12)}…`}
        />
        <Ranking
          {...shared}
          title={words.purposes}
          lines={statistics.purposes}
          filter="purpose"
          words={(purpose) => programPurpose(t, purpose)}
        />
        <Ranking {...shared} title={words.programs} lines={statistics.programs} filter="program" />
      </div>
      <NetworkSources />
    </>
  )
}

/** A period without requests leads to a longer one, and a site without any to its connection. */
function Nothing({ base, isNew }: { base: string; isNew: boolean }) {
  const { t } = useTranslation()
  const words = t(($) => $.analytics.empty, { returnObjects: true })
  return (
    <Card padded={false}>
      <EmptyState
        title={words.title}
        action={
          <ButtonLink asChild variant={isNew ? 'primary' : 'line'}>
            <Link to={isNew ? `${base}/protection/start` : '?period=30d'}>{isNew ? words.connect : words.longer}</Link>
          </ButtonLink>
        }
      >
        {words.about}
      </EmptyState>
    </Card>
  )
}
