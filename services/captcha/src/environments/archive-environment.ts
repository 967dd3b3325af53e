import { ProblemError } from '@bollard/http'
import type { KeyPorts } from '../keys/key-ports.ts'
import { lockSite } from '../keys/secret-keys.ts'
import { touchSite } from '../store/sites.ts'
import { findEnvironmentNumber, listStoredEnvironments } from './stored-environments.ts'

/** Ends an environment with all keys that are bound to it; what it recorded stays. */
export async function archiveEnvironment({ db, now }: KeyPorts, siteId: number, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockSite(tx, siteId)
    const number = await findEnvironmentNumber(tx, siteId, id)
    if (number === undefined) throw new ProblemError('not-found')
    if ((await listStoredEnvironments(tx, siteId)).length === 1) throw new ProblemError('last-environment')
    const at = new Date(now())
    await tx.query('captcha-environment-archive', 'update captcha.environments set archived_at = $2, updated_at = $2, version = version + 1 where id = $1', [
      number,
      at,
    ])
    await tx.query('captcha-environment-end-api-keys', 'update captcha.api_keys set revoked_at = $2 where environment_id = $1 and revoked_at is null', [
      number,
      at,
    ])
    await tx.query('captcha-environment-end-bypass-keys', 'update captcha.bypass_keys set revoked_at = $2 where environment_id = $1 and revoked_at is null', [
      number,
      at,
    ])
    await touchSite(tx, siteId)
  })
}
