import type { PublicReport } from '@bollard/contracts'
import { notFound, requireId } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { data } from 'react-router'
import { findReport } from '../kept/past.server.ts'
import { keepingHeaders, loadStatusPage } from '../kept/load-status-page.server.ts'
import { orAway } from '../answer/or-away.server.ts'
import type { Route } from './+types/report-page.ts'
import { namesOf, ReportUpdates } from './report-updates.tsx'

interface Shown {
  readonly name: string
  readonly zone: string
  readonly names: readonly (readonly [string, string])[]
  readonly report: PublicReport
}

export async function loader(args: Route.LoaderArgs) {
  const loaded = await loadStatusPage(args)
  const { page, asker, mayBeKept } = loaded
  const { reportId } = args.params
  requireId(args.context, args.request, reportId)
  const onPage = page.content.reports.find(({ id }) => id === reportId)
  const report = onPage ?? (await orAway(asker.scope, findReport(asker, reportId, mayBeKept))) ?? notFound(args)
  const names = [...namesOf(page.content.groups)]
  const shown: Shown = { name: page.name, zone: page.content.timeZone, names, report }
  return data(shown, { headers: keepingHeaders(loaded) })
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

/** One report with all its updates. */
export default function ReportPage({ loaderData: { name, zone, names, report } }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <article className="grid gap-6">
      <title>{`${report.title}: ${name}`}</title>
      <h1 className="text-xl hyphens-auto [overflow-wrap:anywhere]">{report.title}</h1>
      <h2 className="sr-only">{t(($) => $.report.updates)}</h2>
      <ReportUpdates updates={report.updates} names={new Map(names)} zone={zone} />
    </article>
  )
}
