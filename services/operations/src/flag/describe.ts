import { type Flag, flagNames } from '@bollard/contracts'
import type { RowOf } from '@bollard/database'

export const flagColumns = `id, name, scope, scope_id as "scopeId", number, texts, reason, set_by as "setBy", set_at as "setAt",
  ends_at as "endsAt", ended_at as "endedAt"`

/** A flag as operators see it; none for a name that this version does not know. */
export function describeFlag({ name, ...row }: RowOf<'operations-flags'>, now: Date): Flag[] {
  const known = flagNames.find((one) => one === name)
  if (known === undefined) return []
  return [
    {
      ...row,
      name: known,
      setAt: row.setAt.toISOString(),
      endsAt: row.endsAt.toISOString(),
      endedAt: row.endedAt?.toISOString() ?? null,
      holds: row.endedAt === null && row.endsAt > now,
    },
  ]
}
