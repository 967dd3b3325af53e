import { ButtonLink, Icon } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMonitoring } from '../use-monitoring.ts'

/** The way to a new service; nothing for those who may make none. */
export function NewServiceLink() {
  const { t } = useTranslation()
  const { base, mayChange } = useMonitoring()
  return mayChange ? (
    <ButtonLink asChild size="dense" variant="primary">
      <Link to={`${base}/services/new`}>
        <Icon name="plus" />
        {t(($) => $.monitoring.new.title)}
      </Link>
    </ButtonLink>
  ) : null
}
