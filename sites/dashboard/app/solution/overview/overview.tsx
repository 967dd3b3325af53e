import { periods } from '@bollard/contracts'
import { apiOf, load, requireId } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { ChartCard } from '../../chart/chart-card.tsx'
import { LivePill } from '../../live/live-pill.tsx'
import { AccuracyCard } from './accuracy-card.tsx'
import { AttackAlert } from './attack-alert.tsx'
import { DomainsCard } from './domains-card.tsx'
import { Figures } from './figures.tsx'
import { HealthLine } from './health-line.tsx'
import { isSaidByAlert } from '../../health/judge-health.ts'
import { KeysCard } from './keys-card.tsx'
import { LatestCard } from './latest-card.tsx'
import { NotUsedYet } from './not-used-yet.tsx'
import { PeriodChoice } from './period-choice.tsx'
import { RefusalReasons } from './refusal-reasons.tsx'
import { UnfetchedAlert } from './unfetched-alert.tsx'
import { useRefreshed } from './use-refreshed.ts'
import { DrawnLater } from '../../frame/drawn-later.tsx'
import { Page, PageTitle } from '../../frame/page.tsx'
import { AgreementHint } from '../../settings/agreement/agreement-hint.tsx'
import { findOpenAgreement } from '../../settings/agreement/find-open-agreement.server.ts'
import { useSolution } from '../use-solution.ts'
import { ZoneNote } from '../../words/zone-note.tsx'
import type { Route } from './+types/overview.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const api = apiOf(context, request)
  const asked = new URL(request.url).searchParams.get('period')
  const period = periods.find((one) => one === asked) ?? '7d'
  const [statistics, latest, accuracy, waitsForAgreement] = await Promise.all([
    load(context, request, api.getStatistics({ solutionId, period })),
    load(context, request, api.listVerifications({ solutionId, limit: 10 })),
    load(context, request, api.getAccuracy({ solutionId, period })),
    findOpenAgreement(context, request, solutionId),
  ])
  return { statistics, latest: latest.items, accuracy, waitsForAgreement, now: Date.now() }
}

export default function Overview({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { site, solution, base, crumb } = useSolution()
  const { statistics, latest, accuracy, waitsForAgreement, now } = loaderData
  useRefreshed()
  const isUsed = site.firstVerificationAt !== null || latest.length > 0
  return (
    <Page title={t(($) => $.overview.title)} crumbs={[crumb]} end={<LivePill />}>
      <PageTitle title={t(($) => $.overview.title)}>
        {isUsed ? <PeriodChoice current={statistics.period} /> : null}
      </PageTitle>
      {waitsForAgreement ? <AgreementHint role={solution.myRole} base={base} /> : null}
      {isUsed ? (
        <>
          {isSaidByAlert(site, statistics) ? null : <HealthLine site={site} statistics={statistics} />}
          <AttackAlert underAttack={site.underAttack} />
          <UnfetchedAlert statistics={statistics} base={base} />
          <Figures statistics={statistics} />
          <div className="mb-4 grid gap-4 xl:grid-cols-[minmax(0,1fr)_330px]">
            <ChartCard statistics={statistics} />
            <RefusalReasons reasons={statistics.refusalReasons} />
          </div>
        </>
      ) : (
        <NotUsedYet base={base} />
      )}
      <DrawnLater>
        {isUsed ? (
          <>
            <LatestCard verifications={latest} base={base} now={now} />
            <AccuracyCard accuracy={accuracy} base={base} />
          </>
        ) : null}
        <div className="grid gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <KeysCard site={site} role={solution.myRole} base={base} />
          <DomainsCard domains={site.domains} />
        </div>
        <ZoneNote />
      </DrawnLater>
    </Page>
  )
}
