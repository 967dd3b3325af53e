import { listActs, listAudit } from '@bollard/audit'
import type { Database } from '@bollard/database'
import { type ExportPart, filesOf, type ZipFile, zipFiles } from '@bollard/export-file'
import type { ExportParts } from '../identity-context.ts'
import { readUser } from '../users/user.ts'

/** Everything that is stored about a person, without what would let somebody in: no password, secret, code or token. A ZIP file; `at` is the time of its files. */
export async function gatherAccount(
  db: Database,
  exportParts: ExportParts,
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
  const parts = [...own, audit, acts, ...(await exportParts({ userId, email }))]
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
    sql: `select id, email, email_verified as "emailVerified", given_name as "givenName", language, timezone, theme, is_admin as "isAdmin",
      created_at as "createdAt", updated_at as "updatedAt", terms_version as "termsVersion",
      terms_accepted_at as "termsAcceptedAt", deletion_at as "deletionAt", suspended_at as "suspendedAt", suspension_reason as "suspensionReason" from identity.users where id = $1`,
  },
  {
    path: 'account/sessions.json',
    sql: `select s.id, s.network, s.user_agent as "userAgent", s.created_at as "createdAt", s.last_active_at as "lastActiveAt", s.expires_at as "expiresAt",
      o.opened_at as "adminSiteOpenedAt", o.last_active_at as "adminSiteLastActiveAt", o.change_until as "changesUntil", o.change_reason as "changesReason",
      o.change_ticket as "changesTicket" from identity.sessions s left join identity.operator_sessions o on o.session_id = s.id
      where s.user_id = $1 order by s.created_at`,
  },
  {
    path: 'account/passkeys.json',
    sql: 'select id, name, created_at as "createdAt", last_used_at as "lastUsedAt" from identity.passkeys where user_id = $1 order by created_at',
  },
  {
    path: 'account/second-factors.json',
    sql: `select 'AUTHENTICATOR_APP' as kind, created_at as "createdAt", confirmed_at as "confirmedAt", 1 as count from identity.totp_secrets where user_id = $1
      union all select 'RECOVERY_CODES', min(created_at), null, count(*)::int from identity.recovery_codes where user_id = $1 having count(*) > 0`,
  },
  {
    path: 'account/factor-removals.json',
    sql: `select started_at as "startedAt", mails_sent as "mailsSent", next_at as "nextStepAt", removed_at as "removedAt"
      from identity.factor_removals where user_id = $1`,
  },
  {
    path: 'account/browsers.json',
    sql: `select 'KNOWN' as kind, last_seen_at as "lastSeenAt", null::timestamptz as "expiresAt" from identity.known_browsers where user_id = $1
      union all select 'TRUSTED', created_at, expires_at from identity.trusted_devices where user_id = $1 order by 2`,
  },
  {
    path: 'account/other-addresses.json',
    sql: `select 'WAITING' as kind, new_email as email, expires_at as "expiresAt" from identity.email_changes where user_id = $1
      union all select 'FORMER', old_email, expires_at from identity.email_undos where user_id = $1 order by 3`,
  },
  {
    path: 'account/password.json',
    sql: `select created_at as "createdAt", updated_at as "changedAt" from identity.accounts where user_id = $1`,
  },
  {
    path: 'account/open-links.json',
    sql: `select 'CONFIRM_ADDRESS' as kind, expires_at as "expiresAt" from identity.email_tokens where user_id = $1
      union all select 'CONFIRM_ADDRESS_BY_CODE', expires_at from identity.email_codes where user_id = $1
      union all select 'NEW_PASSWORD', expires_at from identity.password_resets where user_id = $1
      union all select 'UNDO_NEW_FACTOR', expires_at from identity.new_factor_undos where user_id = $1
      union all select 'SIGN_IN', expires_at from identity.pending_sign_ins where user_id = $1
      union all select 'NEW_PASSKEY', expires_at from identity.passkey_challenges where registers = $1 order by 2`,
  },
  {
    path: 'account/what-operators-did.json',
    sql: `select 'VIEW' as kind, reason, created_at as at, expires_at as "until" from identity.account_views where user_id = $1
      union all select kind, reason, asked_at, expires_at from identity.operator_requests where user_id = $1 order by 3`,
  },
  {
    path: 'account/exports.json',
    sql: `select id, status, created_at as "createdAt", expires_at as "expiresAt" from identity.account_exports where user_id = $1 order by id`,
  },
  {
    path: 'account/notification-preferences.json',
    sql: `select weekly_report as "weeklyReport", usage_alerts as "usageAlerts", billing, alerts,
      weekly_report_day as "weeklyReportDay" from identity.notification_preferences where user_id = $1`,
  },
  {
    path: 'account/weekly-reports.json',
    sql: `select to_char(day, 'YYYY-MM-DD') as "lastDay" from identity.weekly_reports where user_id = $1`,
  },
  {
    path: 'account/advertising.json',
    sql: `select t.id, t.consent, t.landing_path as "landingPath", t.locale, t.created_at as "createdAt",
      (select coalesce(json_agg(json_build_object('kind', c.kind, 'state', c.state, 'occurredAt', c.occurred_at)), '[]') from identity.conversions c
       where c.token_id = t.id) as conversions
      from identity.advertising_tokens t join identity.users u on u.advertising_token_id = t.id where u.id = $1`,
  },
]
