import { useSite } from '@bollard/site-kit'
import { Alert } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useFormats } from '../words/time-zone.tsx'

/** That admins of what is paid for need a second factor, with the way to one and back; nothing for whoever is not asked for one. */
export function FactorNotice({ from }: { from: string | null }) {
  const { t } = useTranslation()
  const { language, madeAt, urls } = useSite()
  const { pathname } = useLocation()
  const formats = useFormats()
  if (from === null) return null
  const isDue = new Date(from).getTime() <= madeAt
  const returnTo = encodeURIComponent(`${urls.dashboard}${pathname}`)
  return (
    <Alert
      kind="warning"
      title={isDue ? t(($) => $.settings.factor.since) : t(($) => $.settings.factor.from, { date: formats.day(from) })}
      className="mt-5"
    >
      {isDue ? t(($) => $.settings.factor.sinceText) : t(($) => $.settings.factor.fromText)}{' '}
      <a href={`${urls.identity}/${language}/account/security?returnTo=${returnTo}`} className="text-link">
        {t(($) => $.settings.factor.action)}
      </a>
    </Alert>
  )
}
