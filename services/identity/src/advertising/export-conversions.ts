import type { Queries } from '@bollard/database'

/** Conversions that may be sent, as Google Ads imports them from a file. Values that a program could take for a formula are not in it. */
export async function exportConversions(db: Queries): Promise<string> {
  const rows = await db.query<ExportRow>('identity-conversions-export', exportSql)
  const lines = rows.map((row) =>
    [
      row.gclid,
      row.kind,
      `${row.occurredAt.toISOString().slice(0, 19).replace('T', ' ')}+0000`,
      amountOf(row),
      row.currency ?? '',
      row.id,
      'Granted',
      row.personalization ? 'Granted' : 'Denied',
    ].join(','),
  )
  return ['Parameters:TimeZone=+0000', heads.join(','), ...lines, ''].join('\r\n')
}

const heads = [
  'Google Click ID',
  'Conversion Name',
  'Conversion Time',
  'Conversion Value',
  'Conversion Currency',
  'Order ID',
  'Ad User Data',
  'Ad Personalization',
]

interface ExportRow {
  readonly id: string
  readonly gclid: string
  readonly kind: string
  readonly occurredAt: Date
  readonly valueMinor: string | null
  readonly currency: string | null
  readonly personalization: boolean
}

function amountOf({ valueMinor }: ExportRow): string {
  return valueMinor === null ? '' : (Number(valueMinor) / 100).toFixed(2)
}

const exportSql = `SELECT c.id, t.gclid, c.kind, c.occurred_at AS "occurredAt", c.value_minor::text AS "valueMinor", c.currency,
    coalesce((t.consent->>'adPersonalization')::boolean, false) AS personalization
  FROM identity.conversions c JOIN identity.advertising_tokens t ON t.id = c.token_id
  WHERE c.state IN ('ELIGIBLE', 'FAILED_RETRY') AND t.gclid IS NOT NULL ORDER BY c.occurred_at, c.id LIMIT 2000`
