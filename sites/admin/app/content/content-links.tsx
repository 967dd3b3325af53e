import { useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'
import { AreaLinks } from '../frame/area-links.tsx'

/** The pages of the area. */
export function ContentLinks() {
  const { t } = useTranslation()
  const { language } = useSite()
  const base = `/${language}/content`
  return (
    <AreaLinks
      label={t(($) => $.content.title)}
      pages={[
        [base, t(($) => $.content.readers)],
        [`${base}/notice`, t(($) => $.content.notice.title)],
        [`${base}/coverage`, t(($) => $.content.coverage.title)],
        [`${base}/published`, t(($) => $.content.published.title)],
      ]}
    />
  )
}
