import { SiteError, useSite } from '@bollard/site-kit'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { useTranslation } from 'react-i18next'
import { EntryPage } from '../entry/entry-page.tsx'

/** What stands in the place of the site for whoever is no operator, and where something failed. */
export function ShellFailure() {
  const { t } = useTranslation()
  const { language, urls } = useSite()
  const error = useRouteError()
  if (!isRouteErrorResponse(error) || error.status !== 403) return <SiteError />
  return (
    <EntryPage
      title={t(($) => $.entry.strangerTitle)}
      action={{ href: `${urls.dashboard}/${language}/dashboard`, label: t(($) => $.nav.dashboard) }}
    >
      {t(($) => $.entry.stranger)}
    </EntryPage>
  )
}
