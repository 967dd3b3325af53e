import { sealChains, useAuditKey } from '@bollard/audit'
import { openDatabase } from '@bollard/database'
import { ensureSignIn } from '@bollard/database/roles'
import type { RunningPart } from './child/running-part.ts'
import type { Task } from './messages.ts'
import { otherKeysOf } from './supervise/key-ring.ts'
import { migrateEverySchema } from './migrate-every-schema.ts'

/** Brings the database up to date as its owner and lets the other processes sign in; what is left to do is to end. */
export async function composeMigrate({
  databaseUrl,
  databases,
  encryptionKey,
  formerEncryptionKeys,
}: Extract<Task, { name: 'migrate' }>): Promise<RunningPart> {
  const db = openDatabase({ connectionString: databaseUrl, max: 2, applicationName: 'bollard migrate' })
  try {
    await migrateEverySchema(db)
    await ensureSignIn(db.pool, databases)
    useAuditKey(encryptionKey, otherKeysOf({ formerEncryptionKeys: formerEncryptionKeys && [...formerEncryptionKeys] }))
    const { sealed, broken } = await sealChains(db)
    if (sealed > 0)
      process.stdout.write(`Signed the audit logs of ${sealed} scopes with the key of this installation.\n`)
    for (const chain of broken)
      process.stderr.write(`The audit log of ${chain} was changed before it was signed; it stays reported as broken.\n`)
  } finally {
    await db.close()
  }
  return { findings: null, metrics: async () => [], close: async () => {} }
}
