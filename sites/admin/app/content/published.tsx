import { useFormats, useSite } from '@bollard/site-kit'
import { scopeOf } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { AreaLinks } from '../frame/area-links.tsx'
import { Page, PageTitle } from '../frame/page.tsx'
import { RecordTable } from '../frame/record-table.tsx'
import { listPublished, type Published, type PublishedLists } from './list-published.server.ts'
import type { Route } from './+types/published.ts'

export const loader = ({ request, context }: Route.LoaderArgs): PublishedLists =>
  listPublished(scopeOf(context, request).language)

/** What the website publishes beside its articles. It comes with a release, so nothing is changed here. */
export default function PublishedPages({ loaderData: { reports, highlights } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { day } = useFormats()
  return (
    <Page title={t(($) => $.content.published.title)}>
      <PageTitle title={t(($) => $.content.published.title)} subtitle={t(($) => $.content.published.subtitle)} />
      <AreaLinks area="content" />
      <h2 className="mb-3 text-lg">{t(($) => $.content.published.reports)}</h2>
      <RecordTable
        label={t(($) => $.content.published.reports)}
        empty={t(($) => $.content.published.noReports)}
        columns={[{ label: t(($) => $.content.page) }]}
        rows={reports.map((report) => ({ key: report.path, cells: [<PublicLink key="page" {...report} />] }))}
      />
      <h2 className="mt-8 mb-3 text-lg">{t(($) => $.content.published.highlights)}</h2>
      <RecordTable
        label={t(($) => $.content.published.highlights)}
        empty={t(($) => $.content.published.noHighlights)}
        columns={[
          { label: t(($) => $.content.page) },
          { label: t(($) => $.content.published.date) },
          { label: t(($) => $.content.published.decision) },
        ]}
        rows={highlights.map(({ path, title, date, decision }) => ({
          key: path,
          cells: [<PublicLink key="page" path={path} title={title} />, day(`${date}T12:00:00Z`), decision],
        }))}
      />
    </Page>
  )
}

function PublicLink({ path, title }: Published) {
  const { urls, language } = useSite()
  return (
    <a className="text-link" href={`${urls.website}/${language}/${path}`}>
      {title}
    </a>
  )
}
