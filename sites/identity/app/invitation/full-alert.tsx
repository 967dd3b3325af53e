import { Alert } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

interface FullAlertProps {
  to: { kind: 'SOLUTION' | 'ORGANIZATION'; name: string }
  /** Null once they have left. */
  inviter: string | null
  /** The day until which the invitation can be accepted, as people write it. */
  until: string
}

/** Why one cannot get in at the moment, who can change that, and for how long it is worth asking. */
export function FullAlert({ to: { kind, name }, inviter, until }: FullAlertProps) {
  const { t } = useTranslation()
  const whom = inviter ?? t(($) => $.invitation.full.fallback)
  return (
    <Alert kind="warning" title={t(($) => $.invitation.full[kind].title, { name })}>
      {t(($) => $.invitation.full[kind].text, { inviter: whom, date: until })}
    </Alert>
  )
}
