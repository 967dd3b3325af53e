import { useFormats } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'

/** Says once per page in which zone its times are. */
export function ZoneNote() {
  const { t } = useTranslation()
  const { zone, isUtc } = useFormats()
  return (
    <p className="mt-5 text-xs text-ink-3">
      {isUtc ? t(($) => $.time.utc) : t(($) => $.time.zone, { zone: zone.replaceAll('_', ' ') })}
    </p>
  )
}
