import type { PublicMaintenance, PublicReport } from '@bollard/contracts'
import { formatsFor, useSite } from '@bollard/site-kit'
import { useLanguageQuery } from '../shell/languages.tsx'
import { spanOf } from '../look/when.ts'
import { ReportUpdates } from './report-updates.tsx'

interface Listed {
  readonly base: string
  readonly names: ReadonlyMap<string, string>
  readonly zone: string
}

/** Reports with what was said last or, where `whole`, with everything. */
export function ReportList({
  reports,
  whole = false,
  base,
  ...shown
}: Listed & { reports: readonly PublicReport[]; whole?: boolean }) {
  const query = useLanguageQuery()
  return (
    <ul className="grid gap-4">
      {reports.map((report) => (
        <li key={report.id} className="grid gap-3 rounded-md border border-line bg-surface px-5 py-4">
          <h3 className="text-lg hyphens-auto [overflow-wrap:anywhere]">
            <a href={`${base}/reports/${report.id}${query}`} className="text-link">
              {report.title}
            </a>
          </h3>
          <ReportUpdates updates={whole ? report.updates : report.updates.slice(0, 1)} {...shown} />
        </li>
      ))}
    </ul>
  )
}

/** Times at which something is worked on. */
export function MaintenanceList({
  maintenance,
  names,
  zone,
}: Omit<Listed, 'base'> & { maintenance: readonly PublicMaintenance[] }) {
  const { language } = useSite()
  const formats = formatsFor(language, zone)
  return (
    <ul className="grid gap-3">
      {maintenance.map(({ id, title, from, to, componentIds }) => (
        <li key={id} className="grid gap-1 rounded-md border border-line bg-surface px-5 py-4">
          <h3 className="text-base font-[560] hyphens-auto [overflow-wrap:anywhere]">{title}</h3>
          <p className="tabular text-sm text-ink-2">{spanOf(formats, from, to)}</p>
          <p className="text-sm text-ink-3">{componentIds.flatMap((one) => names.get(one) ?? []).join(', ')}</p>
        </li>
      ))}
    </ul>
  )
}
