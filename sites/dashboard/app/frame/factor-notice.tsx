import { useFormats, useSite } from '@bollard/site-kit'
import { Alert } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { PutAsideForm } from './put-aside-form.tsx'
import { useSignedIn } from './use-signed-in.ts'

/**
 * That admins of what is paid for need a second factor, with the way to one and back; nothing for anyone who is not asked for one. Until
 * it is due it can be put aside for a day, and on a phone it is as short as it can be.
 */
export function FactorNotice({ from }: { from: string | null }) {
  const { t } = useTranslation()
  const { language, madeAt, urls } = useSite()
  const { pathname } = useLocation()
  const formats = useFormats()
  const isPutAside = useSignedIn()?.putAside.includes('factor') ?? false
  if (from === null) return null
  const isDue = new Date(from).getTime() <= madeAt
  if (isPutAside && !isDue) return null
  const here = `${urls.dashboard}${pathname}`
  return (
    <Alert
      kind="warning"
      title={isDue ? t(($) => $.settings.factor.since) : t(($) => $.settings.factor.from, { date: formats.day(from) })}
      className="mt-5 max-sm:px-3 max-sm:py-2"
    >
      <p className="max-sm:hidden">
        {isDue ? t(($) => $.settings.factor.sinceText) : t(($) => $.settings.factor.fromText)}
      </p>
      <div className="flex flex-wrap items-center gap-x-5">
        <a
          href={`${urls.identity}/${language}/account/security?returnTo=${encodeURIComponent(here)}`}
          className="text-link inline-flex items-center touch:min-h-11"
        >
          {t(($) => $.settings.factor.action)}
        </a>
        {isDue ? null : <PutAsideForm notice="factor" />}
      </div>
    </Alert>
  )
}
