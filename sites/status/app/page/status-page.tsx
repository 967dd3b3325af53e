import type { PublicContent } from '@bollard/contracts'
import { textsFor } from '@bollard/site-kit/server'
import { Alert } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { data } from 'react-router'
import { MaintenanceList, ReportList } from '../report/report-list.tsx'
import { namesOf } from '../report/report-updates.tsx'
import { useLanguageQuery } from '../shell/languages.tsx'
import type { Route } from './+types/status-page.ts'
import { ComponentsOfPage, drawGroups, type DrawnGroup } from './components-of-page.tsx'
import { keepingHeaders, loadStatusPage } from '../kept/load-status-page.server.ts'
import { Overall, useOverall } from './overall.tsx'
import { UptimeFormula } from './uptime-formula.tsx'

interface Shown {
  readonly name: string
  readonly base: string
  readonly content: Omit<PublicContent, 'groups'>
  readonly groups: readonly DrawnGroup[]
}

export async function loader(args: Route.LoaderArgs) {
  const loaded = await loadStatusPage(args)
  const { page, base, asker } = loaded
  const { language } = asker.scope
  // What the loader answers is written twice, so the days are drawn here and left out.
  const { groups: _, ...content } = page.content
  const drawn = drawGroups(page.content, language, textsFor('status', language).t)
  const shown: Shown = { name: page.name, base, content, groups: drawn }
  return data(shown, { headers: keepingHeaders(loaded) })
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

/** How everything is: the sentence, what was announced, what goes wrong, then every component. */
export default function StatusPage({ loaderData: { name, base, content, groups } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const sentence = useOverall(content.state, groups)
  const query = useLanguageQuery()
  const zone = content.timeZone
  const names = namesOf(groups)
  const open = content.reports.filter(({ resolvedAt }) => resolvedAt === null)
  const ended = content.reports.filter(({ resolvedAt }) => resolvedAt !== null)
  return (
    <>
      <title>{`${name}: ${sentence}`}</title>
      {content.description === null ? null : <meta name="description" content={content.description.slice(0, 200)} />}
      {(['rss', 'atom'] as const).map((kind) => (
        <link key={kind} rel="alternate" type={`application/${kind}+xml`} title={name} href={`${base}/feed.${kind}`} />
      ))}
      <Overall state={content.state} sentence={sentence} zone={zone} />
      {content.announcement === null ? null : (
        <Alert kind="info">
          <p className="hyphens-auto whitespace-pre-line [overflow-wrap:anywhere]">{content.announcement}</p>
        </Alert>
      )}
      {content.description === null ? null : (
        <p className="max-w-[68ch] whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]">{content.description}</p>
      )}
      <Part title={t(($) => $.report.open)} isShown={open.length > 0}>
        <ReportList reports={open} whole base={base} names={names} zone={zone} />
      </Part>
      <Part title={t(($) => $.maintenance.title)} isShown={content.maintenance.length > 0}>
        <MaintenanceList maintenance={content.maintenance} names={names} zone={zone} />
      </Part>
      <ComponentsOfPage groups={groups} />
      <Part title={t(($) => $.report.ended)} isShown={ended.length > 0}>
        <ReportList reports={ended} base={base} names={names} zone={zone} />
      </Part>
      <p className="flex flex-wrap gap-x-5 gap-y-2 text-sm">
        <a href={`${base}/history${query}`} className="text-link">
          {t(($) => $.history.link)}
        </a>
        {(
          [
            ['feed.rss', 'RSS'],
            ['feed.atom', 'Atom'],
            ['status.json', 'JSON'],
            ['maintenance.ics', t(($) => $.maintenance.calendar)],
          ] as const
        ).map(([file, text]) => (
          <a key={file} href={`${base}/${file}`} className="text-link">
            {text}
          </a>
        ))}
      </p>
      <UptimeFormula weights={content.weights} />
    </>
  )
}

function Part({ title, isShown, children }: { title: string; isShown: boolean; children: ReactNode }) {
  if (!isShown) return null
  return (
    <section className="grid gap-4">
      <h2 className="text-xl">{title}</h2>
      {children}
    </section>
  )
}
