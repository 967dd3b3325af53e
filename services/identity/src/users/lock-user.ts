import type { User } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { userColumns } from './user.ts'

/**
 * Reads a user and lets changes to the security of this account wait for each other until the transaction ends. Null when the
 * account is gone.
 */
export async function lockUser(tx: Queries, userId: string): Promise<User | null> {
  const [user] = await tx.query<User>(
    'identity-user-lock',
    `select ${userColumns} from identity.users where id = $1 for no key update`,
    [userId],
  )
  return user ?? null
}
