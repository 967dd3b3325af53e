import type { Call, Caller } from '@bollard/access'
import { changesOf } from '@bollard/audit'
import {
  type ProtectedForm,
  type ProtectedFormChange,
  type ProtectedFormNew,
  protectedFormsMax,
} from '@bollard/contracts'
import type { Queries, RowOf } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { recordAudit } from '../access/record-audit.ts'
import type { FormContext } from '../form-context.ts'
import { lockSpace } from '../space/space.ts'

type WriteContext = Pick<FormContext, 'db' | 'now'>

/** One form of a solution. */
interface Named {
  readonly solutionId: string
  readonly id: string
}

/** A form as validations go by it. */
export type JudgedForm = Pick<
  ProtectedForm,
  'id' | 'name' | 'mode' | 'fields' | 'reviewFrom' | 'refuseFrom' | 'keepDays'
>

/** All forms of a solution, oldest first. */
export async function listForms(
  { db, now }: WriteContext,
  solutionId: string,
): Promise<{ items: ProtectedForm[]; nextCursor: null }> {
  const rows = await db.query('protection-forms', listSql, [solutionId, null, now()])
  return { items: rows.map(toForm), nextCursor: null }
}

/** Throws `not-found`. */
export async function readForm(db: Queries, { solutionId, id }: Named, at: Date): Promise<ProtectedForm> {
  const [row] = await db.query('protection-forms', listSql, [solutionId, id, at])
  if (row === undefined) throw new ProblemError('not-found')
  return toForm(row)
}

/** By the name that code and pages use. Throws `not-found`. */
export async function findFormByName(db: Queries, solutionId: string, name: string): Promise<JudgedForm> {
  const [form] = await db.query('protection-form-by-name', byNameSql, [solutionId, name])
  if (form === undefined) throw new ProblemError('not-found', `No form of this solution is called ${name}.`)
  return form
}

/** Throws `quota-exceeded`, and `in-use` for a name that another form has. */
export async function createForm(
  { db, now, newId }: WriteContext & Pick<FormContext, 'newId'>,
  actor: Caller,
  { solutionId, ...form }: ProtectedFormNew & { readonly solutionId: string },
  call: Call,
): Promise<ProtectedForm> {
  const [at, id] = [now(), newId()]
  return db.transaction(async (tx) => {
    await lockSpace(tx, solutionId)
    const [known] = await tx.query('protection-forms-count', countSql, [solutionId])
    if ((known?.count ?? 0) >= protectedFormsMax)
      throw new ProblemError('quota-exceeded', `A solution may have ${protectedFormsMax} forms.`)
    await assertFree(tx, { solutionId, id, name: form.name })
    await tx.query('protection-form-insert', insertSql, [id, solutionId, ...valuesOf(form), at])
    const event = { solutionId, action: 'protected-form.created', target: { kind: 'protected-form', id }, after: form }
    await recordAudit(tx, actor, call, at, event)
    return call.keepAnswer(tx, await readForm(tx, { solutionId, id }, at))
  })
}

/** Throws `version-conflict`, and `in-use` for a name that another form has. */
export async function updateForm(
  { db, now }: WriteContext,
  actor: Caller,
  { solutionId, id, version, ...form }: ProtectedFormChange & Named,
  call: Call,
): Promise<ProtectedForm> {
  const at = now()
  return db.transaction(async (tx) => {
    await lockSpace(tx, solutionId)
    const former = await readForm(tx, { solutionId, id }, at)
    if (former.version !== version) throw new ProblemError('version-conflict')
    await assertFree(tx, { solutionId, id, name: form.name })
    await tx.query('protection-form-update', updateSql, [id, ...valuesOf(form), at])
    const { name, mode, fields, reviewFrom, refuseFrom, keepDays } = former
    const changes = changesOf({ name, mode, fields, reviewFrom, refuseFrom, keepDays }, form)
    const target = { kind: 'protected-form', id }
    await recordAudit(tx, actor, call, at, { solutionId, action: 'protected-form.changed', target, ...changes })
    return readForm(tx, { solutionId, id }, at)
  })
}

/** Deletes a form with its reviews; what they taught stays. Throws `not-found`. */
export async function deleteForm(
  { db, now }: WriteContext,
  actor: Caller,
  { solutionId, id }: Named,
  call: Call,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [before] = await tx.query('protection-form-delete', deleteSql, [solutionId, id])
    if (before === undefined) throw new ProblemError('not-found')
    const target = { kind: 'protected-form', id }
    await recordAudit(tx, actor, call, now(), { solutionId, action: 'protected-form.deleted', target, before })
  })
}

async function assertFree(tx: Queries, { solutionId, id, name }: Named & { readonly name: string }): Promise<void> {
  const [other] = await tx.query('protection-form-by-name', byNameSql, [solutionId, name])
  if (other !== undefined && other.id !== id) throw new ProblemError('in-use', `Another form is called ${name}.`)
}

function valuesOf({ name, mode, fields, reviewFrom, refuseFrom, keepDays }: ProtectedFormNew): unknown[] {
  return [name, mode, JSON.stringify(fields), reviewFrom, refuseFrom, keepDays]
}

function toForm({ createdAt, updatedAt, pass, flag, fail, unknown, ...row }: RowOf<'protection-forms'>): ProtectedForm {
  return {
    ...row,
    lastDays: { pass, flag, fail, unknown },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

const judged =
  'id, name, mode, fields, review_from as "reviewFrom", refuse_from as "refuseFrom", keep_days as "keepDays"'
const sumOf = (column: string) =>
  `(select coalesce(sum(d.${column}), 0)::int from protection.form_days d where d.form_id = f.id
    and d.day > ($3::timestamptz at time zone 'UTC')::date - 30) as ${column}`
const listSql = `select ${judged}, ${['pass', 'flag', 'fail', 'unknown'].map(sumOf).join(', ')},
    (select count(*)::int from protection.reviews r where r.form_id = f.id and r.state = 'WAITING') as waiting,
    created_at as "createdAt", updated_at as "updatedAt", version
  from protection.forms f where solution_id = $1 and ($2::uuid is null or id = $2) order by id`
const byNameSql = `select ${judged} from protection.forms where solution_id = $1 and name = $2`
const countSql = 'select count(*)::int as count from protection.forms where solution_id = $1'
const insertSql = `insert into protection.forms (id, solution_id, name, mode, fields, review_from, refuse_from, keep_days, created_at, updated_at)
  values ($1, $2, $3, $4, $5::jsonb, $6, $7, $8, $9, $9)`
const updateSql = `update protection.forms set name = $2, mode = $3, fields = $4::jsonb, review_from = $5, refuse_from = $6, keep_days = $7,
  updated_at = $8, version = version + 1 where id = $1`
const deleteSql = `delete from protection.forms where solution_id = $1 and id = $2 returning ${judged}`
