import type { Call, Caller } from '@bollard/access'
import { parseNetwork } from '@bollard/addresses'
import { changesOf } from '@bollard/audit'
import { type ProtectionSettings, protectionSettingsSchema } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { recordAudit } from '../access/record-audit.ts'
import type { ProtectionContext } from '../protection-context.ts'
import { lockSpace } from '../space/space.ts'

/** Throws `not-found` for an unknown solution. */
export async function readSettings(db: Queries, solutionId: string): Promise<ProtectionSettings> {
  const [row] = await db.query('protection-settings', readSql, [solutionId])
  if (row === undefined) throw new ProblemError('not-found')
  // Without what an earlier version stored and nothing asks for any more.
  return protectionSettingsSchema.parse({ ...row.settings, version: row.version })
}

/** Throws `version-conflict`, and `validation-failed` for a proxy that is neither an address nor a network. */
export async function updateSettings(
  { db, now }: Pick<ProtectionContext, 'db' | 'now'>,
  actor: Caller,
  { solutionId, version, ...settings }: ProtectionSettings & { readonly solutionId: string },
  call: Call,
): Promise<ProtectionSettings> {
  assertNetworks(settings.trustedProxies)
  const at = now()
  return db.transaction(async (tx) => {
    await lockSpace(tx, solutionId)
    const { version: former, ...before } = await readSettings(tx, solutionId)
    if (former !== version) throw new ProblemError('version-conflict')
    await tx.query('protection-settings-update', updateSql, [solutionId, JSON.stringify(settings)])
    const changes = changesOf(before, settings)
    await recordAudit(tx, actor, call, at, { solutionId, action: 'protection-settings.changed', ...changes })
    return readSettings(tx, solutionId)
  })
}

function assertNetworks(networks: readonly string[]): void {
  const errors = networks.flatMap((network, index) =>
    parseNetwork(network) === null ? [{ pointer: `/trustedProxies/${index}`, code: 'bad-network' }] : [],
  )
  if (errors.length > 0) throw new ProblemError('validation-failed', undefined, { errors })
}

const readSql = 'select settings, settings_version as version from protection.spaces where solution_id = $1'
const updateSql = `update protection.spaces set settings = $2::jsonb, settings_version = settings_version + 1, policy_version = policy_version + 1
  where solution_id = $1`
