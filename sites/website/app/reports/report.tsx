import { locales } from '@bollard/i18n'
import { PageHead, publicOrigin, useSite } from '@bollard/site-kit'
import { notFound } from '@bollard/site-kit/server'
import { ButtonLink } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Breadcrumbs } from '../page/breadcrumbs.tsx'
import { JsonLd } from '../page/json-ld.tsx'
import { longDate } from '../page/long-date.ts'
import { MarkedText } from '../page/marked-text.tsx'
import { PageSection, PageTitle } from '../page/page-section.tsx'
import { Points } from '../page/points.tsx'
import type { Route } from './+types/report.ts'
import { BarChart } from './bar-chart.tsx'
import { Citation } from './citation.tsx'
import { readReport } from './read-report.server.ts'
import { findReport } from './report-ids.ts'

/** Plain HTML. */
export const handle = { hydrate: false, sameForAll: true }

export function loader(args: Route.LoaderArgs) {
  const id = findReport(args.params.reportId)
  if (id === null) notFound(args)
  const { rows, ...shown } = readReport(id)
  return { ...shown, rowCount: rows.length }
}

/** A study: what was found, how it was measured, charts, what they don't say, the data, and how to quote it. */
export default function ReportPage({ loaderData }: Route.ComponentProps) {
  const { id, measuredOn, machine, charts, values, rowCount } = loaderData
  const { t } = useTranslation()
  const site = useSite()
  const locale = locales[site.language]
  const title = t(($) => $.reports.items[id].title)
  const description = t(($) => $.reports.items[id].description)
  const written = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value.toLocaleString(locale, { maximumFractionDigits: 1 })]),
  )
  const texts = t(($) => $.reports.items[id], { returnObjects: true, ...written })
  const address = `${publicOrigin(site)}/${site.language}/reports/${id}`
  const last = measuredOn.at(-1) ?? ''
  return (
    <article className="mx-auto grid max-w-[860px] grid-cols-[minmax(0,1fr)] gap-12 px-5 pt-8 pb-20 sm:px-8">
      <div>
        <PageHead title={`${title} · Bollard`} description={description} />
        <JsonLd
          data={{
            '@type': 'Dataset',
            name: title,
            description,
            url: address,
            dateModified: last,
            inLanguage: locale,
            isAccessibleForFree: true,
            creator: { '@type': 'Organization', name: 'Bollard' },
            distribution: [
              { '@type': 'DataDownload', encodingFormat: 'text/csv', contentUrl: `${address}/data.csv` },
              { '@type': 'DataDownload', encodingFormat: 'application/json', contentUrl: `${address}/data.json` },
            ],
          }}
        />
        <Breadcrumbs above={[{ name: t(($) => $.reports.name), path: '/reports' }]} name={title} />
        <PageTitle title={title} lead={texts.lead}>
          <p className="text-sm text-ink-3">
            {t(($) => $.reports.measured, {
              dates: measuredOn.map((date) => longDate(date, locale)).join(', '),
              machine,
            })}
          </p>
        </PageTitle>
      </div>
      <PageSection id="findings" title={t(($) => $.reports.findings)}>
        <Points points={texts.findings} />
      </PageSection>
      <PageSection id="method" title={t(($) => $.reports.method)}>
        <Points points={texts.method} />
      </PageSection>
      <PageSection id="charts" title={t(($) => $.reports.chartsTitle)}>
        {charts.map((chart) => (
          <BarChart key={chart.id} chart={chart} />
        ))}
      </PageSection>
      <PageSection id="limits" title={t(($) => $.reports.limits)}>
        <Points points={texts.limits} />
      </PageSection>
      <PageSection id="data" title={t(($) => $.reports.data)}>
        <p className="max-w-[46em] text-ink-2">
          <MarkedText text={t(($) => $.reports.dataText, { rows: rowCount, program: texts.program })} />
        </p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink download={`bollard-${id}.csv`} href={`/${site.language}/reports/${id}/data.csv`}>
            {t(($) => $.reports.csv)}
          </ButtonLink>
          <ButtonLink download={`bollard-${id}.json`} href={`/${site.language}/reports/${id}/data.json`}>
            {t(($) => $.reports.json)}
          </ButtonLink>
        </div>
      </PageSection>
      <Citation id={id} title={title} date={last} address={address} />
    </article>
  )
}
