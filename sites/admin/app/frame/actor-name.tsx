import type { AuditEntry } from '@bollard/contracts'
import { useTranslation } from 'react-i18next'
import { useOperatorName } from './use-operator-name.ts'

/** Who did what an entry of a log tells of: an operator by name and address, anybody else by name and kind. */
export function ActorName({
  actor: { kind, id, name },
  names,
}: Pick<AuditEntry, 'actor'> & { names: Readonly<Record<string, string>> }) {
  const { t } = useTranslation()
  const operatorName = useOperatorName(names)
  if (kind === 'OPERATOR' && id !== null) return <span title={id}>{names[id] ?? name ?? operatorName(id)}</span>
  const words = t(($) => $.audit.actors[kind])
  return <span title={id ?? undefined}>{name === null ? words : `${name} (${words})`}</span>
}
