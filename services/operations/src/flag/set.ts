import type { Actor, Call } from '@bollard/access'
import { formatNetwork, parseNetwork } from '@bollard/addresses'
import { type Flag, flagDaysMax, flagKinds, type FlagNew, type FlagScope } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { OperationsContext } from '../operations-context.ts'
import { recordOperation } from '../record-operation.ts'
import { describeFlag, flagColumns } from './describe.ts'

type SetContext = Pick<OperationsContext, 'db' | 'now' | 'newId' | 'solution'>

/** Sets a flag in place of the one that holds for the same scope. Throws `validation-failed` where its parts do not fit together. */
export async function setFlag(context: SetContext, actor: Actor, input: FlagNew, call: Call): Promise<Flag> {
  const { db, now, newId } = context
  const at = now()
  const scopeId = await scopeOf(context, input)
  refuseValue(input)
  const endsAt = endOf(input, at)
  return db.transaction(async (tx) => {
    // Two at once for the same scope would both hold.
    await tx.query('operations-flag-lock', `select pg_advisory_xact_lock(hashtext('operations.flags'))`, [])
    await tx.query('operations-flag-replace', replaceSql, [input.name, input.scope, scopeId, at])
    const texts = input.texts === null ? null : JSON.stringify(input.texts)
    const [row] = await tx.query('operations-flag-insert', insertSql, [
      newId(),
      input.name,
      input.scope,
      scopeId,
      input.number,
      texts,
      input.reason,
      actor.userId,
      at,
      endsAt,
    ])
    const [flag] = row === undefined ? [] : describeFlag(row, at)
    if (flag === undefined) throw new Error('An insert gave no row')
    const { name, scope, number, reason } = input
    const after = { name, scope, scopeId, number, texts: input.texts, reason, endsAt: endsAt.toISOString() }
    const target = { kind: 'flag', id: flag.id }
    await recordOperation(tx, actor, call, at, { action: 'flag.set', target, after })
    return flag
  })
}

function refuse(pointer: string, code: string, detail: string): never {
  throw new ProblemError('validation-failed', detail, { errors: [{ pointer, code }] })
}

/** Wider networks would be the whole internet. */
const prefixMin = { 4: 8, 6: 16 } as const

async function scopeOf({ solution }: SetContext, { name, scope, scopeId }: FlagNew): Promise<string | null> {
  const scopes: readonly FlagScope[] = flagKinds[name].scopes
  if (!scopes.includes(scope)) refuse('/scope', 'invalid', `This flag can be set for ${scopes.join(' or ')}.`)
  if (scope === 'INSTALLATION') {
    if (scopeId !== null) refuse('/scopeId', 'invalid', 'The whole installation has no id.')
    return null
  }
  if (scopeId === null) refuse('/scopeId', 'required', 'Say for which network or solution.')
  if (scope === 'SOLUTION') {
    const known = /^[0-9a-f-]{36}$/iu.test(scopeId) && (await solution.findLabel(scopeId)) !== null
    return known ? scopeId.toLowerCase() : refuse('/scopeId', 'unknown', 'There is no solution with this id.')
  }
  const network = parseNetwork(scopeId)
  if (network === null || network.prefix < prefixMin[network.family])
    refuse('/scopeId', 'invalid', 'Give a network such as 203.0.113.0/24, no wider than /8, or /16 of IPv6.')
  return formatNetwork(network)
}

function refuseValue({ name, number, texts }: FlagNew): void {
  const kind: { value: string; min?: number; max?: number } = flagKinds[name]
  if (kind.value === 'number') {
    const { min = 0, max = 0 } = kind
    if (number === null || number < min || number > max)
      refuse('/number', 'invalid', `Give a number from ${min} to ${max}.`)
  } else if (number !== null) refuse('/number', 'invalid', 'This flag takes no number.')
  const hasText = texts !== null && Object.values(texts).some((text) => text !== undefined)
  if (kind.value === 'texts' && !hasText) refuse('/texts', 'required', 'Write the notice in at least one language.')
  if (kind.value !== 'texts' && texts !== null) refuse('/texts', 'invalid', 'This flag takes no text.')
}

function endOf({ endsAt }: FlagNew, now: Date): Date {
  const end = new Date(endsAt)
  if (end <= now) refuse('/endsAt', 'in-the-past', 'A flag ends later than now.')
  if (end.getTime() > now.getTime() + flagDaysMax * 86_400_000)
    refuse('/endsAt', 'too-late', `A flag lasts ${flagDaysMax} days at most.`)
  return end
}

const replaceSql = `update operations.flags set ended_at = $4
  where name = $1 and scope = $2 and scope_id is not distinct from $3 and ended_at is null and ends_at > $4`
const insertSql = `insert into operations.flags (id, name, scope, scope_id, number, texts, reason, set_by, set_at, ends_at)
  values ($1, $2, $3, $4, $5, $6::jsonb, $7, $8, $9, $10) returning ${flagColumns}`
