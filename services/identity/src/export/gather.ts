import { listActs, listAudit } from '@bollard/audit'
import type { Database } from '@bollard/database'
import { type ExportPart, filesOf, type ZipFile, zipFiles } from '@bollard/export-file'
import type { BelongingsPort } from '../deletion/belongings.ts'
import { readUser } from '../users/user.ts'

/** Everything that is stored about a person, without what would let somebody in: no password, secret, code or token. A ZIP file; `at` is the time of its files. */
export async function gatherAccount(
  db: Database,
  belongings: BelongingsPort,
  userId: string,
  at: Date,
): Promise<Uint8Array> {
  const { email } = await readUser(db, userId)
  const own = await Promise.all(
    tables.map(async ({ path, sql }): Promise<ExportPart> => ({
      path,
      content: await db.query(`identity-export-${path}`, sql, [userId]),
    })),
  )
  const audit: ExportPart = { path: 'account/audit-log.json', content: await wholeAudit(db, userId) }
  const acts: ExportPart = { path: 'account/what-you-did.json', content: await listActs(db, userId) }
  const parts = [...own, audit, acts, ...(await belongings.exportParts({ userId, email }))]
  const head = { format: 'bollard-account', version: 1, id: userId, exportedAt: at.toISOString() }
  const files = parts.flatMap((part) => filesOf(part))
  const manifest = filesOf({ path: 'export.json', content: { ...head, files: files.map(({ path }) => path) } })
  return Buffer.concat(await Array.fromAsync(zipFiles(each([...files, ...manifest]), at)))
}

async function* each(files: readonly ZipFile[]): AsyncGenerator<ZipFile> {
  yield* files
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

/** Columns are named one by one, so that nothing secret comes along with a later column. */
const tables: readonly { readonly path: string; readonly sql: string }[] = [
  {
    path: 'account/profile.json',
    sql: `SELECT id, email, email_verified AS "emailVerified", given_name AS "givenName", language, timezone, theme, is_admin AS "isAdmin",
      created_at AS "createdAt", updated_at AS "updatedAt", terms_version AS "termsVersion",
      terms_accepted_at AS "termsAcceptedAt", deletion_at AS "deletionAt" FROM identity.users WHERE id = $1`,
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
    path: 'account/password.json',
    sql: `SELECT created_at AS "createdAt", updated_at AS "changedAt" FROM identity.accounts WHERE user_id = $1`,
  },
  {
    path: 'account/open-links.json',
    sql: `SELECT 'CONFIRM_ADDRESS' AS kind, expires_at AS "expiresAt" FROM identity.email_tokens WHERE user_id = $1
      UNION ALL SELECT 'CONFIRM_ADDRESS_BY_CODE', expires_at FROM identity.email_codes WHERE user_id = $1
      UNION ALL SELECT 'NEW_PASSWORD', expires_at FROM identity.password_resets WHERE user_id = $1
      UNION ALL SELECT 'UNDO_NEW_FACTOR', expires_at FROM identity.new_factor_undos WHERE user_id = $1
      UNION ALL SELECT 'SIGN_IN', expires_at FROM identity.pending_sign_ins WHERE user_id = $1
      UNION ALL SELECT 'NEW_PASSKEY', expires_at FROM identity.passkey_challenges WHERE registers = $1 ORDER BY 2`,
  },
  {
    path: 'account/exports.json',
    sql: `SELECT id, status, created_at AS "createdAt", expires_at AS "expiresAt" FROM identity.account_exports WHERE user_id = $1 ORDER BY id`,
  },
  {
    path: 'account/notification-preferences.json',
    sql: `SELECT weekly_report AS "weeklyReport", usage_alerts AS "usageAlerts", billing, alerts,
      weekly_report_day AS "weeklyReportDay" FROM identity.notification_preferences WHERE user_id = $1`,
  },
  {
    path: 'account/weekly-reports.json',
    sql: `SELECT to_char(day, 'YYYY-MM-DD') AS "lastDay" FROM identity.weekly_reports WHERE user_id = $1`,
  },
  {
    path: 'account/advertising.json',
    sql: `SELECT t.id, t.consent, t.landing_path AS "landingPath", t.locale, t.created_at AS "createdAt",
      (SELECT coalesce(json_agg(json_build_object('kind', c.kind, 'state', c.state, 'occurredAt', c.occurred_at)), '[]') FROM identity.conversions c
       WHERE c.token_id = t.id) AS conversions
      FROM identity.advertising_tokens t JOIN identity.users u ON u.advertising_token_id = t.id WHERE u.id = $1`,
  },
]
