import type { ShownProblem } from '@bollard/site-kit'
import { Alert } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

/** Whether one cannot join because of the number of organizations that one belongs to already. */
export function isOwnQuota(problem: ShownProblem | null | undefined): boolean {
  return problem?.code === 'quota-exceeded' && (problem.errors ?? []).some(({ code }) => code === 'own-organizations')
}

export function OwnQuotaAlert() {
  const { t } = useTranslation()
  return (
    <Alert kind="warning" title={t(($) => $.invitation.full.own.title)}>
      {t(($) => $.invitation.full.own.text)}
    </Alert>
  )
}
