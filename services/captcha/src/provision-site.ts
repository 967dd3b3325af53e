import type { Database } from '@bollard/database'
import { createSecretKey, createSiteKey, describeSecretKey, hashSecretKey } from './secret-key.ts'
import { replaceSecretKey } from './store/secret-keys.ts'
import { insertSite } from './store/sites.ts'

export interface ProvisionPorts {
  readonly db: Database
  readonly now: () => number
  readonly randomBytes: (size: number) => Buffer
}

/** Makes the site of a new CAPTCHA solution. The secret key is told this once; only its hash is kept. */
export async function provisionSite(
  { db, now, randomBytes }: ProvisionPorts,
  request: { solutionId: string; domains: readonly string[] },
): Promise<{ siteKey: string; secretKey: string }> {
  const siteKey = createSiteKey(randomBytes)
  const secretKey = createSecretKey(randomBytes)
  const createdAt = new Date(now())
  await db.transaction(async (tx) => {
    const siteId = await insertSite(tx, { solutionId: request.solutionId, siteKey, domains: request.domains, createdAt })
    await replaceSecretKey(tx, { siteId, hash: hashSecretKey(secretKey), ...describeSecretKey(secretKey), createdAt })
  })
  return { siteKey, secretKey }
}

/** Replaces the secret key of a site; the old one ends with the commit. */
export async function rotateSecretKey({ db, now, randomBytes }: ProvisionPorts, siteId: number): Promise<{ secretKey: string }> {
  const secretKey = createSecretKey(randomBytes)
  await db.transaction((tx) => replaceSecretKey(tx, { siteId, hash: hashSecretKey(secretKey), ...describeSecretKey(secretKey), createdAt: new Date(now()) }))
  return { secretKey }
}
