import type { Role } from '@bollard/contracts'
import { Icon } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

interface NeedsRoleProps {
  /** The least role that may do it. */
  role: Exclude<Role, 'VIEWER'>
  /** The reader's own. */
  own: Role
  /** Names of those who have it, as far as the page knows them. */
  people?: readonly string[]
}

/** Says beside controls that somebody may not use which role is needed, and who has it. */
export function NeedsRole({ role, own, people = [] }: NeedsRoleProps) {
  const { t } = useTranslation()
  return (
    <p className="flex items-start gap-2 text-sm text-ink-2">
      <Icon name="lock" className="mt-0.5 size-4 shrink-0 text-ink-3" />
      <span>
        {t(($) => $.needsRole[role], { role: t(($) => $.roles[own]) })}
        {people.length > 0 ? ` ${t(($) => $.needsRole.who, { people: people.join(', ') })}` : null}
      </span>
    </p>
  )
}
