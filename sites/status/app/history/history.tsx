import { locales } from '@bollard/i18n'
import { useSite } from '@bollard/site-kit'
import { notFound } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { data } from 'react-router'
import { findMonth, type History } from '../kept/past.server.ts'
import { keepingHeaders, loadStatusPage } from '../kept/load-status-page.server.ts'
import { MaintenanceList, ReportList } from '../report/report-list.tsx'
import { namesOf } from '../report/report-updates.tsx'
import { useLanguageQuery } from '../shell/languages.tsx'
import { orAway } from '../answer/or-away.server.ts'
import type { Route } from './+types/history.ts'
import { monthAfter, monthBefore } from './months.ts'

interface Shown {
  readonly name: string
  readonly base: string
  readonly zone: string
  readonly names: readonly (readonly [string, string])[]
  readonly history: History
  readonly before: string | null
  readonly after: string | null
}

export async function loader(args: Route.LoaderArgs) {
  const loaded = await loadStatusPage(args)
  const { page, base, asker } = loaded
  const { content } = page
  const current = page.at.slice(0, 7)
  const month = new URL(args.request.url).searchParams.get('month') ?? current
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/u.test(month) || month > current || month < content.firstMonth) notFound(args)
  const history = (await orAway(asker.scope, findMonth(asker, month, loaded.mayBeKept))) ?? notFound(args)
  const shown: Shown = {
    name: page.name,
    base,
    zone: content.timeZone,
    names: [...namesOf(content.groups)],
    history,
    before: month > content.firstMonth ? monthBefore(month) : null,
    after: month < current ? monthAfter(month) : null,
  }
  return data(shown, { headers: keepingHeaders(loaded) })
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

/** What went wrong and what was worked on in a month. */
export default function HistoryPage({ loaderData }: Route.ComponentProps) {
  const { name, base, zone, history, before, after } = loaderData
  const { t } = useTranslation()
  const { language } = useSite()
  const names = new Map(loaderData.names)
  const title = new Intl.DateTimeFormat(locales[language], { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${history.month}-01T00:00:00Z`),
  )
  const isEmpty = history.reports.length === 0 && history.maintenance.length === 0
  return (
    <>
      <title>{`${title}: ${name}`}</title>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h1 className="text-xl">{t(($) => $.nav.history)}</h1>
        <nav aria-label={t(($) => $.history.months)} className="flex gap-5 text-sm">
          <MonthLink base={base} month={before} text={t(($) => $.history.before)} />
          <MonthLink base={base} month={after} text={t(($) => $.history.after)} />
        </nav>
      </div>
      <h2 className="text-lg">{title}</h2>
      {isEmpty ? <p className="text-ink-2">{t(($) => $.history.none)}</p> : null}
      <ReportList reports={history.reports} whole base={base} names={names} zone={zone} />
      {history.maintenance.length === 0 ? null : (
        <section className="grid gap-4">
          <h2 className="text-lg">{t(($) => $.maintenance.title)}</h2>
          <MaintenanceList maintenance={history.maintenance} names={names} zone={zone} />
        </section>
      )}
    </>
  )
}

function MonthLink({ base, month, text }: { base: string; month: string | null; text: string }) {
  const language = useLanguageQuery()
  if (month === null) return null
  return (
    <a href={`${base}/history${language}${language === '' ? '?' : '&'}month=${month}`} className="text-link">
      {text}
    </a>
  )
}
