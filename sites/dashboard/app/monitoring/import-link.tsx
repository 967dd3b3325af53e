import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMonitoring } from './use-monitoring.ts'

/** From an empty page to what another product monitors; nothing for those who may import nothing. */
export function ImportLink() {
  const { t } = useTranslation()
  const { base, mayChange } = useMonitoring()
  return mayChange ? (
    <Link to={`${base}/import`} className="text-link">
      {t(($) => $.monitoring.overview.import)}
    </Link>
  ) : null
}
