import type { Role } from '@bollard/contracts'
import { Alert } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

/** Says above controls that somebody may only look at which role they take, and who has it; `holders` are names, maybe none. */
export function NeedsRole({ needed, mine, holders }: { needed: Role; mine: Role; holders: readonly string[] }) {
  const { t } = useTranslation()
  const names = {
    needed: t(($) => $.needsRole.roles[needed]),
    mine: t(($) => $.roles[mine]),
    holders: holders.join(', '),
  }
  return (
    <Alert title={t(($) => $.needsRole.title, names)}>
      {holders.length === 0 ? t(($) => $.needsRole.text, names) : t(($) => $.needsRole.textWithNames, names)}
    </Alert>
  )
}
