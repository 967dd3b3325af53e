import type { Environment } from '@bollard/contracts'
import type { Queries } from '@bollard/database'

/** An environment as people see it; `number` is the one inside this service. */
export interface ListedEnvironment extends Omit<Environment, 'createdAt' | 'updatedAt'> {
  readonly number: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** The environments of a site that are not archived, the oldest first. */
export async function listStoredEnvironments(db: Queries, siteId: number): Promise<ListedEnvironment[]> {
  return db.query(
    'captcha-environments-list',
    `select id as number, public_id as id, name, site_key as "siteKey", domains, active, version, created_at as "createdAt", updated_at as "updatedAt"
     from captcha.environments where site_id = $1 and archived_at is null order by captcha.environments.id`,
    [siteId],
  )
}

/** Number of an environment that is not archived. */
export async function findEnvironmentNumber(db: Queries, siteId: number, id: string): Promise<number | undefined> {
  const [row] = await db.query(
    'captcha-environment-number',
    'select id as number from captcha.environments where site_id = $1 and public_id = $2 and archived_at is null',
    [siteId, id],
  )
  return row?.number
}

/** What the audit log records about an environment. */
export function auditedEnvironment({
  name,
  siteKey,
  domains,
  active,
}: Pick<Environment, 'name' | 'siteKey' | 'domains' | 'active'>) {
  return { name, siteKey, domains, active }
}

export function toEnvironment(listed: ListedEnvironment): Environment {
  const { number: _, createdAt, updatedAt, ...rest } = listed
  return { ...rest, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}
