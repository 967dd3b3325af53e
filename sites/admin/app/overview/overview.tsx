import type { Overview as OverviewFacts } from '@bollard/contracts'
import { Moment } from '@bollard/site-kit'
import { apiOf, load } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { AreaLinks } from '../frame/area-links.tsx'
import { Page, PageTitle } from '../frame/page.tsx'
import { BurnFigures, GrowthFigures, HotPathFigures, LockFigures, QueueFigures } from './figures.tsx'
import type { Route } from './+types/overview.ts'

export async function loader({ request, context }: Route.LoaderArgs): Promise<OverviewFacts> {
  return load(context, request, apiOf(context, request).getOverview())
}

/** Where an operator begins: figures, each with its period, each a link to where it is dealt with. */
export default function Overview({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { at, watched, signUps, activated, queues, locks, overdueInvoices } = loaderData
  return (
    <Page title={t(($) => $.overview.title)}>
      <PageTitle title={t(($) => $.overview.title)} subtitle={t(($) => $.overview.subtitle)} />
      <AreaLinks area="overview" />
      <p className="mb-4 text-sm text-ink-3">
        {t(($) => $.overview.asOf)} <Moment at={at} />
      </p>
      <div className="grid gap-6">
        <GrowthFigures signUps={signUps} activated={activated} />
        <HotPathFigures watched={watched} />
        <BurnFigures watched={watched} />
        <QueueFigures queues={queues} />
        <LockFigures locks={locks} overdueInvoices={overdueInvoices} />
      </div>
    </Page>
  )
}
