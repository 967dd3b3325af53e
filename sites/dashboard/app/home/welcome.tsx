import { Alert } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

export function Welcome({ hasSolutions }: { hasSolutions: boolean }) {
  const { t } = useTranslation()
  return (
    <Alert kind="success" title={t(($) => $.dashboard.welcomeTitle)} className="mb-5">
      {hasSolutions ? t(($) => $.dashboard.welcomeBack) : t(($) => $.dashboard.welcome)}
    </Alert>
  )
}
