import type { Conversion } from '@bollard/contracts'

/** A conversion as the statements of this folder select it; the table's checks hold the unions. */
export interface ConversionRow {
  readonly id: string
  readonly kind: Conversion['kind']
  readonly state: Conversion['state']
  readonly reason: string | null
  readonly occurredAt: Date
  readonly valueMinor: string | null
  readonly currency: string | null
  readonly attempts: number
  readonly nextAttemptAt: Date | null
  readonly sentAt: Date | null
}

export const conversionColumns = `c.id, c.kind, c.state, c.reason, c.occurred_at as "occurredAt", c.value_minor::text as "valueMinor", c.currency, c.attempts,
  c.next_attempt_at as "nextAttemptAt", c.sent_at as "sentAt"`

export function toConversion(row: ConversionRow): Conversion {
  return {
    conversionId: row.id,
    kind: row.kind,
    state: row.state,
    reason: row.reason,
    occurredAt: row.occurredAt.toISOString(),
    value:
      row.valueMinor === null || row.currency === null
        ? null
        : { amountMinor: Number(row.valueMinor), currency: row.currency },
    attempts: row.attempts,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    sentAt: row.sentAt?.toISOString() ?? null,
  }
}
