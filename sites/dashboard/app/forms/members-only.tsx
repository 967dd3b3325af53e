import { Alert } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { NeedsRole } from '../frame/needs-role.tsx'
import { useRights } from '../frame/rights.ts'

/** Why the controls below are switched off; nothing for those who may use them. */
export function MembersOnly() {
  const { t } = useTranslation()
  const { solution, mayChange, mayAnswer } = useRights()
  if (mayChange) return null
  if (mayAnswer) return <Alert kind="info">{t(($) => $.needsRole.readOnly)}</Alert>
  return <NeedsRole needed="MEMBER" solution={solution} />
}
