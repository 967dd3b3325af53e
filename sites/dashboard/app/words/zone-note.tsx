import { useTranslation } from 'react-i18next'
import { useFormats, useZoneIsCertain } from './time-zone.tsx'

/** Says once per page in which zone its times are. */
export function ZoneNote() {
  const { t } = useTranslation()
  const { zone } = useFormats()
  const certain = useZoneIsCertain()
  return (
    <p className="mt-5 text-xs text-ink-3">{certain && zone !== 'UTC' ? t(($) => $.time.zone, { zone: zone.replaceAll('_', ' ') }) : t(($) => $.time.utc)}</p>
  )
}
