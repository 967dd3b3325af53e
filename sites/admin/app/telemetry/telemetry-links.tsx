import { useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'

/** The pages of the area. */
export function TelemetryLinks() {
  const { t } = useTranslation()
  const { language } = useSite()
  const base = `/${language}/visits`
  const pages = [
    [base, t(($) => $.telemetry.pages)],
    [`${base}/performance`, t(($) => $.telemetry.performance)],
    [`${base}/replays`, t(($) => $.telemetry.replays)],
  ] as const
  return (
    <nav aria-label={t(($) => $.telemetry.title)} className="mb-5 flex flex-wrap gap-x-5 gap-y-1 border-b border-line">
      {pages.map(([to, label]) => (
        <NavLink
          key={to}
          to={to}
          end
          className="inline-flex min-h-11 items-center border-b-2 border-transparent text-sm text-ink-2 hover:text-ink aria-[current=page]:border-amber aria-[current=page]:text-ink"
        >
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
