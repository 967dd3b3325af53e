import { useSite } from '@bollard/site-kit'
import { Alert } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { PutAsideForm } from '../frame/put-aside-form.tsx'
import { useSignedIn } from '../frame/use-signed-in.ts'

/** That an administrator of the installation needs a second factor, with the way to one and back. */
export function AdminNotice() {
  const { t } = useTranslation()
  const { language, urls } = useSite()
  const isPutAside = useSignedIn()?.putAside.includes('admin') ?? false
  if (isPutAside) return null
  const returnTo = encodeURIComponent(`${urls.dashboard}/${language}/dashboard`)
  return (
    <Alert kind="warning" title={t(($) => $.dashboard.admin.title)} className="mb-5">
      <p>{t(($) => $.dashboard.admin.text)}</p>
      <div className="flex flex-wrap items-center gap-x-5">
        <a
          href={`${urls.identity}/${language}/account/security?returnTo=${returnTo}`}
          className="text-link inline-flex items-center touch:min-h-11"
        >
          {t(($) => $.settings.factor.action)}
        </a>
        <PutAsideForm notice="admin" />
      </div>
    </Alert>
  )
}
