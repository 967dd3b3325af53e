import { listAudit } from '@bollard/audit'
import { strToU8, zipSync, type Zippable } from 'fflate'
import type { BelongingsPort, ExportPart } from '../belongings.ts'
import type { Database } from '@bollard/database'

/** Everything that is stored about a person, without what would let somebody in: no password, secret, code or token. */
export async function gatherAccount(db: Database, belongings: BelongingsPort, userId: string): Promise<Uint8Array> {
  const own = await Promise.all(
    tables.map(async ({ path, sql }): Promise<ExportPart> => ({ path, content: await db.query(`identity-export-${path}`, sql, [userId]) })),
  )
  const audit: ExportPart = { path: 'account/audit-log.json', content: await wholeAudit(db, userId) }
  const parts = [...own, audit, ...(await belongings.exportParts(userId))]
  const files: Zippable = {}
  for (const { path, content } of parts) {
    files[path] = strToU8(`${JSON.stringify(content, null, 2)}\n`)
    if (isRows(content)) files[path.replace(/\.json$/u, '.csv')] = strToU8(toCsv(content))
  }
  return zipSync(files, { level: 6 })
}

async function wholeAudit(db: Database, userId: string): Promise<unknown[]> {
  const items: unknown[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await listAudit(db, 'ACCOUNT', userId, { limit: 1000, cursor })
    items.push(...page.items)
    cursor = page.nextCursor
  }
  return items
}

function isRows(content: unknown): content is Record<string, unknown>[] {
  return Array.isArray(content) && content.length > 0 && content.every((row) => typeof row === 'object' && row !== null)
}

/** RFC 4180. A cell that a spreadsheet would take for a formula gets an apostrophe in front. */
export function toCsv(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const heads = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cell = (value: unknown): string => {
    const text = value == null ? '' : typeof value === 'string' ? value : value instanceof Date ? value.toISOString() : JSON.stringify(value)
    const harmless = /^[=+\-@\t\r]/u.test(text) ? `'${text}` : text
    return /[",\r\n]/u.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
  }
  return [heads, ...rows.map((row) => heads.map((head) => row[head]))].map((line) => line.map(cell).join(',')).join('\r\n') + '\r\n'
}

/** Columns are named one by one, so that nothing secret comes along with a later column. */
const tables: readonly { readonly path: string; readonly sql: string }[] = [
  {
    path: 'account/profile.json',
    sql: `SELECT id, email, email_verified AS "emailVerified", given_name AS "givenName", language, timezone, theme, is_admin AS "isAdmin",
      created_at AS "createdAt", updated_at AS "updatedAt", deletion_at AS "deletionAt" FROM identity.users WHERE id = $1`,
  },
  {
    path: 'account/sessions.json',
    sql: `SELECT id, network, user_agent AS "userAgent", created_at AS "createdAt", last_active_at AS "lastActiveAt", expires_at AS "expiresAt"
      FROM identity.sessions WHERE user_id = $1 ORDER BY created_at`,
  },
  {
    path: 'account/passkeys.json',
    sql: 'SELECT id, name, created_at AS "createdAt", last_used_at AS "lastUsedAt" FROM identity.passkeys WHERE user_id = $1 ORDER BY created_at',
  },
  {
    path: 'account/second-factors.json',
    sql: `SELECT 'AUTHENTICATOR_APP' AS kind, created_at AS "createdAt", confirmed_at AS "confirmedAt", 1 AS count FROM identity.totp_secrets WHERE user_id = $1
      UNION ALL SELECT 'RECOVERY_CODES', min(created_at), NULL, count(*)::int FROM identity.recovery_codes WHERE user_id = $1 HAVING count(*) > 0`,
  },
  {
    path: 'account/factor-removals.json',
    sql: `SELECT started_at AS "startedAt", mails_sent AS "mailsSent", next_at AS "nextStepAt", removed_at AS "removedAt"
      FROM identity.factor_removals WHERE user_id = $1`,
  },
  {
    path: 'account/browsers.json',
    sql: `SELECT 'KNOWN' AS kind, last_seen_at AS "lastSeenAt", NULL::timestamptz AS "expiresAt" FROM identity.known_browsers WHERE user_id = $1
      UNION ALL SELECT 'TRUSTED', created_at, expires_at FROM identity.trusted_devices WHERE user_id = $1 ORDER BY 2`,
  },
  {
    path: 'account/other-addresses.json',
    sql: `SELECT 'WAITING' AS kind, new_email AS email, expires_at AS "expiresAt" FROM identity.email_changes WHERE user_id = $1
      UNION ALL SELECT 'FORMER', old_email, expires_at FROM identity.email_undos WHERE user_id = $1 ORDER BY 3`,
  },
  {
    path: 'account/notification-preferences.json',
    sql: `SELECT product_news AS "productNews", weekly_report AS "weeklyReport", usage_alerts AS "usageAlerts", billing, alerts,
      weekly_report_day AS "weeklyReportDay" FROM identity.notification_preferences WHERE user_id = $1`,
  },
  {
    path: 'account/advertising.json',
    sql: `SELECT t.id, t.consent, t.landing_path AS "landingPath", t.locale, t.created_at AS "createdAt",
      (SELECT coalesce(json_agg(json_build_object('kind', c.kind, 'state', c.state, 'occurredAt', c.occurred_at)), '[]') FROM identity.conversions c
       WHERE c.token_id = t.id) AS conversions
      FROM identity.advertising_tokens t JOIN identity.users u ON u.advertising_token_id = t.id WHERE u.id = $1`,
  },
]
