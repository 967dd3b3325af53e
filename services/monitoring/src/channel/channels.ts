import type { Call, Caller } from '@bollard/access'
import { changesOf } from '@bollard/audit'
import { type Channel, type ChannelChange, type ChannelMade, type ChannelNew, channelsMax } from '@bollard/contracts'
import type { Queries, RowOf } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { endOfQuiet } from '@bollard/uptime'
import { askAddresses, lookUp } from '../alert-address/ask-addresses.ts'
import { addressesOf, findAddresses } from '../alert-address/stored-addresses.ts'
import { recordAudit } from '../access/record-audit.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { lockSpace } from '../service/stored-services.ts'
import { assertChannel } from './assert-channel.ts'
import { type SealedChannel, sealChannel } from './channel-secrets.ts'

type ChannelContext = Pick<MonitoringContext, 'db' | 'now' | 'newId' | 'box' | 'randomBytes' | 'channels'>
export type DeleteContext = Pick<MonitoringContext, 'db' | 'now'>
export interface Named {
  readonly solutionId: string
  readonly id: string
}

/** All channels of a solution, the oldest first. */
export async function listChannels(db: Queries, solutionId: string): Promise<{ items: Channel[]; nextCursor: null }> {
  const rows = await db.query('monitoring-channels', listSql, [solutionId, null])
  const known = await findAddresses(db, solutionId)
  return { items: rows.map((row) => toChannel(row, known)), nextCursor: null }
}

/** Makes a channel. Throws `quota-exceeded` and `validation-failed`. */
export async function createChannel(
  context: ChannelContext,
  actor: Caller,
  { solutionId, ...input }: ChannelNew & { readonly solutionId: string },
  call: Call,
): Promise<ChannelMade> {
  assertQuiet(input, context.now())
  assertChannel(context.channels, input.target)
  const looked = await lookUp(context.channels, solutionId, input.target)
  const [at, id] = [context.now(), context.newId()]
  const sealed = sealChannel(context, input.target, id, null)
  return context.db.transaction(async (tx) => {
    await lockSpace(tx, solutionId)
    const known = await tx.query('monitoring-channels', listSql, [solutionId, null])
    if (known.length >= channelsMax)
      throw new ProblemError('quota-exceeded', `A solution may have ${channelsMax} channels.`)
    await insertChannel(tx, { id, solutionId, at }, input, sealed)
    const { language, active } = input
    await askAddresses(tx, context, { ...looked, solutionId, language, active, before: [], at })
    const channel = await readChannel(tx, { solutionId, id })
    const target = { kind: 'channel', id }
    await recordAudit(tx, actor, call, at, { solutionId, action: 'channel.created', target, after: audited(channel) })
    return { ...channel, signingSecret: sealed.made }
  })
}

/** Changes a channel; what waits for another try is tried at once. Throws `version-conflict` and `validation-failed`. */
export async function putChannel(
  context: ChannelContext,
  actor: Caller,
  { solutionId, id, version, ...input }: ChannelChange & Named,
  call: Call,
): Promise<Channel> {
  assertQuiet(input, context.now())
  assertChannel(context.channels, input.target)
  const looked = await lookUp(context.channels, solutionId, input.target)
  const at = context.now()
  return context.db.transaction(async (tx) => {
    await lockSpace(tx, solutionId)
    const former = await lockChannel(tx, { solutionId, id })
    if (former.version !== version) throw new ProblemError('version-conflict')
    if (former.target.kind !== input.target.kind) {
      const errors = [{ pointer: '/target/kind', code: 'unchangeable' }]
      throw new ProblemError('validation-failed', 'The kind of a channel stays as it is.', { errors })
    }
    const before = await readChannel(tx, { solutionId, id })
    const sealed = sealChannel(context, input.target, id, former)
    if (sealed.made !== null) {
      const errors = [{ pointer: '/target/secret', code: 'required' }]
      throw new ProblemError('validation-failed', undefined, { errors })
    }
    await rewriteChannel(tx, { id, solutionId, at }, input, sealed)
    const { language, active } = input
    await askAddresses(tx, context, { ...looked, solutionId, language, active, before: askedBefore(before), at })
    const channel = await readChannel(tx, { solutionId, id })
    const target = { kind: 'channel', id }
    const changes = changesOf(audited(before), audited(channel))
    await recordAudit(tx, actor, call, at, { solutionId, action: 'channel.changed', target, ...changes })
    return channel
  })
}

/** Deletes a channel with its messages. Throws `in-use` for one that a rule or a schedule has. */
export async function deleteChannel(context: DeleteContext, actor: Caller, named: Named, call: Call): Promise<void> {
  const { db, now } = context
  const { solutionId, id } = named
  await db.transaction(async (tx) => {
    await lockSpace(tx, solutionId)
    const { name } = await readChannel(tx, { solutionId, id })
    await removeChannel(tx, named)
    const target = { kind: 'channel', id }
    await recordAudit(tx, actor, call, now(), { solutionId, action: 'channel.deleted', target, before: { name } })
  })
}

interface Written extends Named {
  readonly at: Date
}

/** Addresses that were asked when a channel was saved as it is: none while it is switched off. */
export function askedBefore({ active, target }: Pick<ChannelNew | Channel, 'active' | 'target'>): readonly string[] {
  return active && target.kind === 'EMAIL' ? target.addresses : []
}

/** Stores a channel that is new. */
export async function insertChannel(
  tx: Queries,
  { id, solutionId, at }: Written,
  input: ChannelNew,
  sealed: SealedChannel,
): Promise<void> {
  await tx.query('monitoring-channel-insert', insertSql, [id, solutionId, at, ...valuesOf(input, sealed)])
}

/** Stores a channel anew; what waits for another try is tried at once. */
export async function rewriteChannel(
  tx: Queries,
  { id, solutionId, at }: Written,
  input: ChannelNew,
  sealed: SealedChannel,
): Promise<void> {
  await tx.query('monitoring-channel-update', updateSql, [id, solutionId, at, ...valuesOf(input, sealed)])
  await tx.query('monitoring-notifications-hurry', hurrySql, [id, at])
}

/** Removes a channel with its messages. Throws `in-use` for one that a rule or a schedule has. */
export async function removeChannel(tx: Queries, { solutionId, id }: Named): Promise<void> {
  const used = await tx.query('monitoring-channel-used', usedSql, [solutionId, id])
  if (used.length > 0) throw new ProblemError('in-use', `Others need it: ${used.map((one) => one.name).join(', ')}.`)
  await tx.query('monitoring-channel-delete', 'delete from monitoring.channels where id = $1', [id])
}

/** Channels of a solution among these ids. */
export async function knownChannels(
  tx: Queries,
  solutionId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query('monitoring-channels-known', knownSql, [solutionId, ids])
  return new Set(rows.map(({ id }) => id))
}

/** A channel with what is sealed, locked until the end of the transaction. Throws `not-found`. */
export async function lockChannel(
  tx: Queries,
  { solutionId, id }: Named,
): Promise<RowOf<'monitoring-channel-lock'> & SealedChannel> {
  const [row] = await tx.query('monitoring-channel-lock', lockSql, [solutionId, id])
  if (row === undefined) throw new ProblemError('not-found')
  return row
}

async function readChannel(tx: Queries, { solutionId, id }: Named): Promise<Channel> {
  const [row] = await tx.query('monitoring-channels', listSql, [solutionId, id])
  if (row === undefined) throw new ProblemError('not-found')
  return toChannel(row, await findAddresses(tx, solutionId))
}

function toChannel(
  { failingSince, createdAt, updatedAt, ...row }: RowOf<'monitoring-channels'>,
  known: Awaited<ReturnType<typeof findAddresses>>,
): Channel {
  return {
    ...row,
    addresses: addressesOf(row.target, known),
    failingSince: failingSince?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

function valuesOf(input: ChannelNew, { target, secret, secretKeyId, secretNames }: SealedChannel): unknown[] {
  const quiet = input.quietHours && JSON.stringify(input.quietHours)
  return [input.name, input.language, input.active, JSON.stringify(target), secret, secretKeyId, secretNames, quiet]
}

/** Neither addresses nor templates: both often open something. */
function audited({ name, language, active, target, quietHours }: Channel) {
  const preset = target.kind === 'PRESET' ? { preset: target.preset } : {}
  const addresses = target.kind === 'EMAIL' ? { addresses: target.addresses.length } : {}
  return { name, language, active, kind: target.kind, ...preset, ...addresses, quietHours: quietHours !== null }
}

/** Hours that never end would keep everything back. */
export function assertQuiet({ quietHours }: Pick<ChannelNew, 'quietHours'>, now: Date): void {
  if (quietHours === null || endOfQuiet(quietHours.hours, quietHours.timeZone, now.getTime()) !== null) return
  const errors = [{ pointer: '/quietHours/hours', code: 'never-end' }]
  throw new ProblemError('validation-failed', undefined, { errors })
}

const listSql = `select id, name, language, active, quiet_hours as "quietHours", target, secret_names as secrets, last_result as "lastResult",
    failing_since as "failingSince", created_at as "createdAt", updated_at as "updatedAt", version
  from monitoring.channels where solution_id = $1 and ($2::uuid is null or id = $2) order by id`
const lockSql = `select id, name, language, target, secret, secret_key_id as "secretKeyId", secret_names as "secretNames", version
  from monitoring.channels where solution_id = $1 and id = $2 for no key update`
const written = 'name, language, active, target, secret, secret_key_id, secret_names, quiet_hours'
const insertSql = `insert into monitoring.channels (id, solution_id, created_at, updated_at, ${written})
  values ($1, $2, $3, $3, $4, $5, $6, $7::jsonb, $8, $9, $10::text[], $11::jsonb)`
const updateSql = `update monitoring.channels set (${written}) = row ($4, $5, $6, $7::jsonb, $8, $9, $10::text[], $11::jsonb), updated_at = $3,
    version = version + 1 where id = $1 and solution_id = $2`
const hurrySql = `update monitoring.notifications set next_at = $2 where channel_id = $1 and state = 'PENDING' and next_at > $2`
const usedSql = `select name from monitoring.alert_rules where solution_id = $1
    and jsonb_path_exists(steps, '$[*].targets[*] ? (@.kind == "CHANNEL" && @.id == $id)', jsonb_build_object('id', $2::text))
  union all select name from monitoring.on_call_schedules where solution_id = $1
    and (jsonb_path_exists(layers, '$[*].channelIds[*] ? (@ == $id)', jsonb_build_object('id', $2::text))
      or jsonb_path_exists(overrides, '$[*] ? (@.channelId == $id)', jsonb_build_object('id', $2::text))) limit 5`
const knownSql = 'select id from monitoring.channels where solution_id = $1 and id = any ($2::uuid[])'
