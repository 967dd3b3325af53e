import type { Queries } from '@bollard/database'
import { readConversionExport } from './conversion-export.ts'

/**
 * The conversions of a batch as Google Ads imports them from a file; those that were rejected since, or whose click is older than 90
 * days, are not in it. Values that a program could take for a formula are not, either. Throws `not-found`.
 */
export async function writeConversionFile(db: Queries, exportId: string): Promise<string> {
  await readConversionExport(db, exportId)
  const rows = await db.query('identity-conversions-export', fileSql, [exportId])
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

interface FileRow {
  readonly id: string
  readonly gclid: string
  readonly kind: string
  readonly occurredAt: Date
  readonly valueMinor: string | null
  readonly currency: string | null
  readonly personalization: boolean
}

function amountOf({ valueMinor }: FileRow): string {
  return valueMinor === null ? '' : (Number(valueMinor) / 100).toFixed(2)
}

const fileSql = `select c.id, t.gclid, c.kind, c.occurred_at as "occurredAt", c.value_minor::text as "valueMinor", c.currency,
    coalesce((t.consent->>'adPersonalization')::boolean, false) as personalization
  from identity.conversions c join identity.advertising_tokens t on t.id = c.token_id
  where c.export_id = $1 and c.state <> 'REJECTED' and t.gclid is not null order by c.occurred_at, c.id`
