import { reportIds, stories } from '@bollard/content/published'
import type { WebsiteTexts } from '@bollard/i18n'
import { loadSiteTexts } from '@bollard/i18n/load'
import { useFormats, useSite } from '@bollard/site-kit'
import { scopeOf } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { Page, PageTitle } from '../frame/page.tsx'
import { RecordTable } from '../frame/record-table.tsx'
import { ContentLinks } from './content-links.tsx'
import type { Route } from './+types/published.ts'

interface Published {
  /** Path on the website, without the language. */
  readonly path: string
  readonly title: string
}
interface PublishedLists {
  readonly reports: readonly Published[]
  /** `date` is an ISO date, `decision` the number of the decision behind it. */
  readonly highlights: readonly (Published & { readonly date: string; readonly decision: string })[]
}

/** With the titles that the website shows in the language of the page. */
export function loader({ request, context }: Route.LoaderArgs): PublishedLists {
  const texts = loadSiteTexts('website', scopeOf(context, request).language).merged as unknown as WebsiteTexts
  return {
    reports: reportIds.map((id) => ({ path: `reports/${id}`, title: texts.reports.items[id].title })),
    highlights: stories.map(({ id, date, decision }) => ({
      path: `highlights#${id}`,
      title: texts.highlights.stories[id].title,
      date,
      decision,
    })),
  }
}

/** What the website publishes beside its articles. It comes with a release, so nothing is changed here. */
export default function PublishedPages({ loaderData: { reports, highlights } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { day } = useFormats()
  return (
    <Page title={t(($) => $.content.published.title)}>
      <PageTitle title={t(($) => $.content.published.title)} subtitle={t(($) => $.content.published.subtitle)} />
      <ContentLinks />
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
