import { reportIds } from '@bollard/content/published'
import { locales } from '@bollard/i18n'
import { PageHead, useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'
import { Breadcrumbs } from '../page/breadcrumbs.tsx'
import { longDate } from '../page/long-date.ts'
import { PageTitle } from '../page/page-section.tsx'
import type { Route } from './+types/overview.ts'
import { readReport } from './read-report.server.ts'

/** Plain HTML. */
export const handle = { hydrate: false, sameForAll: true }

export const loader = () => ({
  reports: reportIds.map((id) => {
    const { measuredOn, charts, rows } = readReport(id)
    return { id, date: measuredOn.at(-1) ?? '', charts: charts.length, rows: rows.length }
  }),
})

export default function Reports({ loaderData: { reports } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  return (
    <div className="mx-auto grid max-w-[860px] gap-10 px-5 pt-8 pb-20 sm:px-8">
      <div>
        <PageHead title={t(($) => $.reports.pageTitle)} description={t(($) => $.reports.description)} />
        <Breadcrumbs
          above={[{ name: t(($) => $.integrations.captcha), path: '/products/captcha' }]}
          name={t(($) => $.reports.name)}
        />
        <PageTitle title={t(($) => $.reports.title)} lead={t(($) => $.reports.lead)} />
      </div>
      <ul className="grid gap-4">
        {reports.map(({ id, date, charts, rows }) => (
          <li
            key={id}
            className="relative grid gap-2 rounded-lg border border-line bg-surface p-5 hover:border-line-strong has-focus-visible:outline-3 has-focus-visible:outline-amber sm:p-[26px]"
          >
            <h2 className="text-[1.375rem] tracking-[-.02em]">
              <a
                href={`/${language}/reports/${id}`}
                className="outline-none after:absolute after:inset-0 after:content-['']"
              >
                {t(($) => $.reports.items[id].title)}
              </a>
            </h2>
            <p className="max-w-[46em] text-ink-2">{t(($) => $.reports.items[id].description)}</p>
            <p className="text-sm text-ink-3">
              {t(($) => $.reports.about, { date: longDate(date, locales[language]), charts, rows })}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}
