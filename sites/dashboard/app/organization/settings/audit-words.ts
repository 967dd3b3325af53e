import type { AuditEntry } from '@bollard/contracts'

/** One line of what changed: a field and what it was and is. */
export interface Change {
  field: string
  before: string | null
  after: string | null
}

/** What an entry of the audit log says of before and after, by field; what is the same on both sides is left out. */
export function changesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): Change[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields.flatMap((field) => {
    const change = { field, before: sayValue(before?.[field]), after: sayValue(after?.[field]) }
    return change.before === change.after ? [] : [change]
  })
}

function sayValue(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value)) return value.length === 0 ? null : value.map((one) => sayValue(one) ?? '–').join(', ')
  if (typeof value === 'object') {
    const parts = Object.values(value).flatMap((one) => sayValue(one) ?? [])
    return parts.length === 0 ? null : parts.join(', ')
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}
