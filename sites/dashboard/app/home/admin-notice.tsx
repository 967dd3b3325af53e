import { useSite } from '@bollard/site-kit'
import { Alert } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

/** That an administrator of the installation needs a second factor, with the way to one and back. */
export function AdminNotice() {
  const { t } = useTranslation()
  const { language, urls } = useSite()
  const returnTo = encodeURIComponent(`${urls.dashboard}/${language}/dashboard`)
  return (
    <Alert kind="warning" title={t(($) => $.dashboard.admin.title)} className="mb-5">
      {t(($) => $.dashboard.admin.text)}{' '}
      <a href={`${urls.identity}/${language}/account/security?returnTo=${returnTo}`} className="text-link">
        {t(($) => $.settings.factor.action)}
      </a>
    </Alert>
  )
}
