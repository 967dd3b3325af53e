import { useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'
import { AreaLinks } from '../frame/area-links.tsx'

/** The pages of the area. */
export function TelemetryLinks() {
  const { t } = useTranslation()
  const { language } = useSite()
  const base = `/${language}/visits`
  return (
    <AreaLinks
      label={t(($) => $.telemetry.title)}
      pages={[
        [base, t(($) => $.telemetry.pages)],
        [`${base}/performance`, t(($) => $.telemetry.performance)],
        [`${base}/replays`, t(($) => $.telemetry.replays)],
      ]}
    />
  )
}
