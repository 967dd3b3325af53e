import { sealChains, useAuditKey } from '@bollard/audit'
import { becomeCell } from '@bollard/captcha-service/own-cell'
import { type Database, openDatabase } from '@bollard/database'
import { ensureSignIn, type RoleAddresses } from '@bollard/database/roles'
import { isDatabaseAway } from '@bollard/http/is-database-away'
import type { RunningPart } from './child/running-part.ts'
import type { Task } from './messages.ts'
import { otherKeysOf } from './supervise/key-ring.ts'
import { migrateEverySchema, schemas, schemasOfCell } from './migrate-every-schema.ts'

/** Brings the databases up to date as their owner and lets the other processes sign in; what is left to do is to end. */
export async function composeMigrate({
  databaseUrl,
  databases,
  encryptionKey,
  formerEncryptionKeys,
  cells = [],
}: Extract<Task, { name: 'migrate' }>): Promise<RunningPart> {
  useAuditKey(encryptionKey, otherKeysOf({ formerEncryptionKeys: formerEncryptionKeys && [...formerEncryptionKeys] }))
  await prepare(databaseUrl, databases, 0)
  for (const [index, cell] of cells.entries())
    try {
      await prepare(cell.databaseUrl, cell.databases, index + 1)
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      // A cell that is away must keep nobody of the others: processes take it up once it is back, if it is of this release.
      process.stderr.write(`Cell ${index + 1} does not answer. Its captchas are away until it does.\n`)
    }
  return { findings: null, metrics: async () => [], close: async () => {} }
}

async function prepare(databaseUrl: string, databases: RoleAddresses, cell: number): Promise<void> {
  const db = openDatabase({ connectionString: databaseUrl, max: 2, applicationName: 'bollard migrate' })
  try {
    await migrateEverySchema(db, cell === 0 ? schemas : schemasOfCell)
    await becomeCell(db, cell)
    await ensureSignIn(db.pool, databases)
    await seal(db)
  } finally {
    await db.close()
  }
}

async function seal(db: Database): Promise<void> {
  const { sealed, broken } = await sealChains(db)
  if (sealed > 0) process.stdout.write(`Signed the audit logs of ${sealed} scopes with the key of this installation.\n`)
  for (const chain of broken)
    process.stderr.write(`The audit log of ${chain} was changed before it was signed; it stays reported as broken.\n`)
}
