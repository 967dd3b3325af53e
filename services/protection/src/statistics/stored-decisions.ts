import { type decisionFilter, idSchema, type StoredDecision } from '@bollard/contracts'
import type { Queries, Reads, RowOf } from '@bollard/database'
import { csvHead, csvLine } from '@bollard/export-file'
import { ProblemError } from '@bollard/http'
import type { z } from 'zod'
import { countedPathMax } from '../record/count-decisions.ts'
import type { Span } from './read-statistics.ts'

export type DecisionFilter = z.output<z.ZodObject<typeof decisionFilter>>

interface OfSite extends Pick<Span, 'from'> {
  readonly solutionId: string
  readonly filter: DecisionFilter
}

/** Of one file. */
export const exportedMax = 100_000
const pageOfExport = 1_000

type OperatorName = (operator: number) => string | null

/** A page of decisions, newest first. Throws `invalid-parameter` for a cursor that is none. */
export async function listDecisions(
  db: Queries,
  { solutionId, from, filter, cursor, limit }: OfSite & { readonly cursor: string | undefined; readonly limit: number },
  operatorName: OperatorName,
): Promise<{ items: StoredDecision[]; nextCursor: string | null }> {
  const after = cursor === undefined ? [null, null] : readCursor(cursor)
  const values = [...valuesOf({ solutionId, from, filter }), ...after, limit + 1]
  const rows = await db.query('protection-decisions-list', listSql, values)
  const items = rows.slice(0, limit).map((row) => toStored(row, operatorName))
  const last = items.at(-1)
  return { items, nextCursor: rows.length > limit && last !== undefined ? writeCursor(last) : null }
}

/** Throws `not-found`. */
export async function readDecision(
  db: Queries,
  { solutionId, decisionId }: { readonly solutionId: string; readonly decisionId: string },
  operatorName: OperatorName,
): Promise<StoredDecision> {
  const [row] = await db.query('protection-decision-find', findSql, [solutionId, decisionId])
  if (row === undefined) throw new ProblemError('not-found')
  return toStored(row, operatorName)
}

/** The text of a file with all that fits, oldest first, in pieces that are read as they are asked for. */
export async function* exportDecisions(
  reads: Reads,
  { format, ...of }: OfSite & { readonly format: 'CSV' | 'JSON' },
  operatorName: OperatorName,
): AsyncGenerator<string> {
  yield format === 'CSV' ? csvHead(columns) : '['
  let after: readonly [string, string] | readonly [null, null] = [null, null]
  for (let written = 0; written < exportedMax;) {
    const values = [...valuesOf(of), ...after, Math.min(pageOfExport, exportedMax - written)]
    const rows: RowOf<'protection-decisions-export'>[] = await reads((db) =>
      db.query('protection-decisions-export', exportSql, values),
    )
    const decisions = rows.map((row) => toStored(row, operatorName))
    const isFirst = written === 0
    if (format === 'CSV') yield decisions.map((one) => csvLine(columns, flat(one))).join('')
    else if (decisions.length > 0)
      yield (isFirst ? '\n' : ',\n') + decisions.map((one) => JSON.stringify(one)).join(',\n')
    written += rows.length
    const last = decisions.at(-1)
    if (last === undefined || rows.length < pageOfExport) break
    after = [last.at, last.id]
  }
  if (format === 'JSON') yield '\n]\n'
}

const columns =
  'id at from conclusion reasons failedOpen control tookMs method host path country operator operatorName visitor browser program purpose verified'
    .split(' ')
    .concat('probe rung solved ending status labels'.split(' '))

function flat({ operator, program, reasons, ...decision }: StoredDecision): Record<string, unknown> {
  return {
    ...decision,
    reasons: reasons.map(({ code, part }) => `${part}:${code}`).join(' '),
    operator: operator?.number,
    operatorName: operator?.name,
    program: program?.name,
    purpose: program?.purpose,
    verified: program?.verified,
  }
}

/** In the order of the conditions below. */
function valuesOf({ solutionId, from, filter }: OfSite): unknown[] {
  const flag = (value: 'true' | 'false' | undefined): boolean | undefined =>
    value === undefined ? undefined : value === 'true'
  const values: Record<keyof DecisionFilter, unknown> = {
    conclusion: filter.conclusion,
    dryRun: filter.dryRun,
    from: filter.from,
    part: filter.part,
    partConclusion: filter.partConclusion,
    reason: filter.reason,
    host: filter.host?.toLowerCase(),
    path: filter.path && `${filter.path.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`,
    method: filter.method,
    country: filter.country,
    operator: filter.operator,
    program: filter.program,
    visitor: filter.visitor,
    failedOpen: flag(filter.failedOpen),
    control: flag(filter.control),
    probe: flag(filter.probe),
    solved: flag(filter.solved),
    rung: filter.rung,
    purpose: filter.purpose,
    stopped: flag(filter.stopped),
    tookMsMin: filter.tookMsMin,
    exactPath: filter.exactPath,
    notBefore: filter.notBefore,
    before: filter.before,
  }
  return [solutionId, from, ...Object.values(values).map((value) => value ?? null)]
}

/** The place after a decision, opaque to the caller. It says no more than the decision that the caller has seen. */
function writeCursor({ at, id }: Pick<StoredDecision, 'at' | 'id'>): string {
  return Buffer.from(`${Date.parse(at)} ${id}`).toString('base64url')
}

function readCursor(cursor: string): [string, string] {
  const [ms = '', id = ''] = Buffer.from(cursor, 'base64url').toString('latin1').split(' ')
  if (!/^\d{1,15}$/u.test(ms) || !idSchema.safeParse(id).success)
    throw new ProblemError('invalid-parameter', 'The cursor is not one of an earlier answer.')
  return [new Date(Number(ms)).toISOString(), id]
}

function toStored(row: RowOf<'protection-decision-find'>, operatorName: OperatorName): StoredDecision {
  const { operator, at, ...rest } = row
  return {
    ...rest,
    at: at.toISOString(),
    operator: operator === null ? null : { number: operator, name: operatorName(operator) },
  }
}

const shown = `d.id, d.at, d.source as "from", d.conclusion, d.reasons, d.parts, d.failed_open as "failedOpen", d.control, d.took_ms as "tookMs",
    d.method, d.host, d.path, d.country, d.operator::float8 as operator, encode(d.visitor, 'hex') as visitor, d.browser, d.program, d.probe, d.rung,
    d.solved, d.ending, d.status, d.labels`
const fits = `d.solution_id = $1 and d.at >= $2 and ($3::text is null or d.conclusion = $3) and ($4::text is null or d.dry_run = $4)
    and ($5::text is null or d.source = $5)
    and ($6::text is null or exists (select from jsonb_array_elements(d.parts) p where p ->> 'part' = $6 and p ->> 'state' <> 'NOT_RUN'
      and ($7::text is null or p ->> 'conclusion' = $7)))
    and ($8::text is null or d.reasons @> jsonb_build_array(jsonb_build_object('code', $8::text)))
    and ($9::text is null or d.host = $9) and ($10::text is null or d.path like $10) and ($11::text is null or d.method = $11)
    and ($12::text is null or coalesce(d.country, 'ZZ') = $12) and ($13::bigint is null or coalesce(d.operator, 0) = $13) and ($14::text is null or d.program ->> 'name' = $14)
    and ($15::text is null or coalesce(encode(d.visitor, 'hex'), 'unknown') = $15) and ($16::boolean is null or d.failed_open = $16)
    and ($17::boolean is null or d.control = $17) and ($18::boolean is null or d.probe = $18) and ($19::boolean is null or d.solved = $19)
    and ($20::text is null or d.rung = $20) and ($21::text is null or d.program ->> 'purpose' = $21)
    and ($22::boolean is null or (d.conclusion <> 'ALLOW') = $22) and ($23::float8 is null or d.took_ms >= $23)
    and ($24::text is null or left(d.path, ${countedPathMax}) = $24) and ($25::timestamptz is null or d.at >= $25)
    and ($26::timestamptz is null or d.at < $26)`
const listSql = `select ${shown} from protection.decisions d where ${fits}
    and (d.at, d.id) < (coalesce($27::timestamptz, 'infinity'), coalesce($28::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
  order by d.at desc, d.id desc limit $29`
const exportSql = `select ${shown} from protection.decisions d where ${fits}
    and (d.at, d.id) > (coalesce($27::timestamptz, '-infinity'), coalesce($28::uuid, '00000000-0000-0000-0000-000000000000'))
  order by d.at, d.id limit $29`
const findSql = `select ${shown} from protection.decisions d where d.solution_id = $1 and d.id = $2`
