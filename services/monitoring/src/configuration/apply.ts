import type { Call, Caller } from '@bollard/access'
import type { ConfigurationChanges, MonitoringConfiguration } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { recordAudit } from '../access/record-audit.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { judgePlaces } from '../service/places.ts'
import { planOf } from '../service/plan.ts'
import { lockSpace } from '../service/stored-services.ts'
import { assertNamesFree } from './assert-alerting.ts'
import { assertFileLinked } from './assert-file-linked.ts'
import { assertSound, assertWithinPlan } from './assert-sound.ts'
import { compare, toChanges } from './compare.ts'
import { readStored, type Stored, withKeysForIds } from './stored-configuration.ts'
import { hashPasswords, lookUpChannels, prepareAlerting, writeAlerting } from './write-alerting.ts'
import { prepareRows, writeDifference } from './write.ts'

export type ApplyContext = Pick<
  MonitoringContext,
  | 'db'
  | 'now'
  | 'newId'
  | 'box'
  | 'billing'
  | 'browser'
  | 'captcha'
  | 'randomBytes'
  | 'channels'
  | 'status'
  | 'allowPrivate'
>

export interface Applied {
  readonly solutionId: string
  readonly file: MonitoringConfiguration
  readonly dryRun: boolean
  readonly deleteMissing: boolean
  /** What it was compared with before; null where nobody has looked. */
  readonly revision: string | null
  readonly action: 'monitoring.configured' | 'monitoring.imported'
  /** Fits the file to what there is, before they are compared. */
  readonly fit?: (tx: Queries, file: MonitoringConfiguration, stored: Stored) => Promise<MonitoringConfiguration>
  /** Writes what else belongs to services that were created, by their keys. */
  readonly also?: (tx: Queries, created: ReadonlyMap<string, string>) => Promise<void>
}

/** Of each list, so many names are kept in the audit log. */
const namesMax = 50

/**
 * Makes a solution monitor what a file says, in one transaction, or tells what that would change. Throws `validation-failed`,
 * `quota-exceeded` and `version-conflict`.
 */
export async function applyFile(
  context: ApplyContext,
  actor: Caller,
  { solutionId, file: given, dryRun, deleteMissing, revision, action, fit, also }: Applied,
  call: Call,
): Promise<ConfigurationChanges> {
  const { db, now, billing } = context
  const at = now()
  await assertFileLinked(context, actor, solutionId, given)
  const plan = await planOf(billing, solutionId)
  const hashes = dryRun ? new Map<string, Buffer>() : await hashPasswords(context, given)
  const looked = dryRun ? new Map() : await lookUpChannels(context.channels, solutionId, given)
  return db.transaction(async (tx) => {
    await lockSpace(tx, solutionId)
    const stored = await readStored(tx, solutionId)
    if (revision !== null && revision !== stored.revision) throw new ProblemError('version-conflict')
    const named = withKeysForIds(given, stored)
    const file = (await fit?.(tx, named, stored)) ?? named
    const difference = compare(file, stored)
    const judge = await judgePlaces(tx, solutionId)
    const judged = { file, stored, difference, deleteMissing }
    assertSound({ ...judged, judge, context })
    assertWithinPlan({ ...judged, plan })
    await assertNamesFree(tx, judged)
    const changes = toChanges(difference, { applied: !dryRun, deleteMissing, revision: stored.revision })
    const prepared = prepareRows(context, difference, stored)
    const alerting = prepareAlerting(context, difference, stored)
    if (dryRun) return changes
    const { created, changed, deleted } = changes
    if (created.length + changed.length + deleted.length === 0) return changes
    const made = await writeDifference(context, tx, difference, { ...prepared, solutionId, at, deleteMissing })
    const where = { solutionId, at, deleteMissing, serviceIds: prepared.ids, hashes, looked }
    await writeAlerting(context, tx, difference, { ...where, ...alerting })
    await also?.(tx, made)
    const listed = (all: readonly { readonly name: string }[]) => ({
      count: all.length,
      names: all.slice(0, namesMax).map(({ name }) => name),
    })
    await recordAudit(tx, actor, call, at, {
      solutionId,
      action,
      after: { created: listed(created), changed: listed(changed), deleted: listed(deleted) },
    })
    return changes
  })
}
