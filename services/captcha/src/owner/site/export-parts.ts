import type { Database, Queries } from '@bollard/database'
import { csvHead, csvLine, type ExportPart } from '@bollard/export-file'
import { findExport, readPart, type StoredExport } from '../../records/export/exports.ts'
import { gzipFile } from '../../records/export/gzip-parts.ts'
import { readSettings } from '../../records/sites/sites.ts'
import { dimensions } from '../../records/statistics/dimensions.ts'
import { findAlertSettings } from '../alerts/alert-settings.ts'
import { describeForms, readForms } from '../rules/rule-forms.ts'
import { listStoredRules, toRule } from '../rules/stored-rules.ts'

interface PartContext {
  readonly db: Database
  readonly now: () => Date
}

/** Rows of the statistics that are read at a time. */
const pageRows = 5_000

/**
 * What an owner takes along of a captcha: settings, environments, rules, keys without their secrets, alerts, statistics by day, and the
 * log where `exportId` names a finished file of it. Nothing for an unknown solution. The caller has checked who asks.
 */
export async function* exportParts(
  { db, now }: PartContext,
  { solutionId, exportId }: { readonly solutionId: string; readonly exportId: string | null },
): AsyncGenerator<ExportPart> {
  const [site] = await db.query('captcha-parts-site', siteSql, [solutionId])
  if (site === undefined) return
  const rows = (name: string, sql: string) => db.query(`captcha-parts-${name}`, sql, [site.id])
  yield { path: 'captcha/settings.json', content: { version: site.version, ...readSettings(site.settings) } }
  yield { path: 'captcha/environments.json', content: await rows('environments', environmentsSql) }
  yield { path: 'captcha/rules.json', content: (await listStoredRules(db, site.id)).map(toRule) }
  yield { path: 'captcha/rule-forms.json', content: describeForms(await readForms(db, site.id), now().getTime()) }
  yield { path: 'captcha/api-keys.json', content: await rows('api-keys', apiKeysSql) }
  yield { path: 'captcha/bypass-keys.json', content: await rows('bypass-keys', bypassKeysSql) }
  yield { path: 'captcha/alert-settings.json', content: (await findAlertSettings(db, site.id)).settings }
  yield { path: 'captcha/webhooks.json', content: await rows('webhooks', webhooksSql) }
  yield { path: 'captcha/statistics.csv', content: statistics(db, site.id) }
  const log = exportId === null ? undefined : await findExport(db, { siteId: site.id, id: exportId })
  if (log?.status === 'DONE')
    yield { path: 'captcha/verifications.json.gz', content: gzipFile(partsOf(db, log), log), isPacked: true }
}

const statisticsColumns = [
  'day',
  'environmentId',
  'dimension',
  'value',
  'n',
  'passed',
  'flagged',
  'refused',
  'fetched',
] as const
const dimensionNames = new Map<number, string>(Object.entries(dimensions).map(([name, number]) => [number, name]))

interface StatisticsRow {
  readonly dimension: number
  readonly day: string
  readonly environment: number
  readonly value: string
}

async function* statistics(db: Queries, siteId: number): AsyncGenerator<string> {
  yield csvHead(statisticsColumns)
  for (let last: StatisticsRow | null = null; ;) {
    const after: unknown[] =
      last === null ? [null, null, null, null] : [last.dimension, last.day, last.environment, last.value]
    const rows: StatisticsRow[] = await db.query('captcha-parts-statistics', statisticsSql, [
      siteId,
      ...after,
      pageRows,
    ])
    yield rows
      .map((row) =>
        csvLine(statisticsColumns, { ...row, dimension: dimensionNames.get(row.dimension) ?? row.dimension }),
      )
      .join('')
    last = rows.at(-1) ?? null
    if (rows.length < pageRows) return
  }
}

async function* partsOf(db: Queries, { id, parts }: StoredExport): AsyncGenerator<Buffer> {
  for (let number = 0; number < parts; number += 1) {
    const part = await readPart(db, id, number)
    // Deleted meanwhile: a file that breaks off is told from a whole one, one that is too short is not.
    if (part === undefined) throw new Error(`part ${number} of the export is gone`)
    yield part
  }
}

const siteSql = 'select id, settings, version from captcha.sites where solution_id = $1'
const environmentsSql = `select public_id as id, name, site_key as "siteKey", domains, active, created_at as "createdAt", archived_at as "archivedAt"
  from captcha.environments where site_id = $1 order by captcha.environments.id`
// By name, so that no secret comes along with a later column.
const apiKeysSql = `select k.public_id as id, k.name, k.prefix, k.last4, k.scopes, k.networks::text[] as networks, e.public_id as "environmentId",
    k.created_at as "createdAt", k.created_by as "createdBy", k.expires_at as "expiresAt", k.last_used_at as "lastUsedAt", k.revoked_at as "revokedAt"
  from captcha.api_keys k left join captcha.environments e on e.id = k.environment_id where k.site_id = $1 order by k.id`
const bypassKeysSql = `select k.id, k.name, k.prefix, k.last4, e.public_id as "environmentId", k.origins, k.networks::text[] as networks,
    k.uses_per_day as "usesPerDay", k.created_at as "createdAt", k.created_by as "createdBy", k.expires_at as "expiresAt", k.revoked_at as "revokedAt"
  from captcha.bypass_keys k left join captcha.environments e on e.id = k.environment_id where k.site_id = $1 order by k.number`
const webhooksSql = `select id, url, description, events, active, inactive_reason as "inactiveReason", created_at as "createdAt", updated_at as "updatedAt"
  from captcha.webhooks where site_id = $1 order by created_at, id`
// Along the primary key, so that a page costs what it is long.
const statisticsSql = `select r.dimension, r.day::text as day, r.environment_id as environment, e.public_id as "environmentId", r.value, r.n::float8 as n,
    r.passed::float8 as passed, r.flagged::float8 as flagged, r.refused::float8 as refused, r.fetched::float8 as fetched
  from captcha.rollup_daily r left join captcha.environments e on e.id = r.environment_id
  where r.site_id = $1 and ($2::smallint is null or (r.dimension, r.day, r.environment_id, r.value) > ($2, $3::date, $4::int, $5::text))
  order by r.dimension, r.day, r.environment_id, r.value limit $6`
