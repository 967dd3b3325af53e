import { useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'
import { EntryPage } from './entry-page.tsx'

/** For whoever is no administrator of the installation. */
export function StrangerPage() {
  const { t } = useTranslation()
  const { language, urls } = useSite()
  const action = { href: `${urls.dashboard}/${language}/dashboard`, label: t(($) => $.nav.dashboard) }
  return (
    <EntryPage title={t(($) => $.entry.strangerTitle)} action={action}>
      {t(($) => $.entry.stranger)}
    </EntryPage>
  )
}
