import type { Call, Caller } from '@bollard/access'
import type { ReportTemplate } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { recordAudit } from '../access/record-audit.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { lockSpace } from '../service/stored-services.ts'

interface Templates {
  readonly items: ReportTemplate[]
  readonly version: number
}

/** Texts that reports of a solution begin with; version 0 until there were any. */
export async function readTemplates(db: Queries, solutionId: string): Promise<Templates> {
  const [row] = await db.query('monitoring-report-templates', findSql, [solutionId])
  return row ?? { items: [], version: 0 }
}

/** Replaces them. Throws `version-conflict`. */
export async function putTemplates(
  { db, now }: Pick<MonitoringContext, 'db' | 'now'>,
  actor: Caller,
  { solutionId, items, version }: Templates & { readonly solutionId: string },
  call: Call,
): Promise<Templates> {
  const at = now()
  return db.transaction(async (tx) => {
    await lockSpace(tx, solutionId)
    const former = await readTemplates(tx, solutionId)
    if (former.version !== version) throw new ProblemError('version-conflict')
    await tx.query('monitoring-report-templates-put', putSql, [solutionId, JSON.stringify(items)])
    const names = (all: readonly ReportTemplate[]) => ({ templates: all.map(({ name }) => name) })
    const [before, after] = [names(former.items), names(items)]
    await recordAudit(tx, actor, call, at, { solutionId, action: 'report-templates.changed', before, after })
    return readTemplates(tx, solutionId)
  })
}

const findSql = 'select items, version from monitoring.report_templates where solution_id = $1'
const putSql = `insert into monitoring.report_templates (solution_id, items, version) values ($1, $2::jsonb, 1)
  on conflict (solution_id) do update set items = excluded.items, version = report_templates.version + 1`
