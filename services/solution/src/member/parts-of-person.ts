import type { Queries } from '@bollard/database'
import type { ExportPart } from '@bollard/export-file'
import { listBelongings } from './belongings.ts'

/** What is kept of a person: what they belong to, and the invitations to their address and by them. */
export async function partsOfPerson(
  db: Queries,
  { userId, email }: { readonly userId: string; readonly email: string },
): Promise<ExportPart[]> {
  return [
    { path: 'solutions/memberships.json', content: await listBelongings(db, userId) },
    {
      path: 'solutions/invitations-received.json',
      content: await db.query('person-invitations-to', receivedSql, [email]),
    },
    { path: 'solutions/invitations-sent.json', content: await db.query('person-invitations-by', sentSql, [userId]) },
  ]
}

const columns = `id, solution_id as "solutionId", organization_id as "organizationId", role, language, message, status, created_at as "createdAt",
  expires_at as "expiresAt", decided_at as "decidedAt"`
const receivedSql = `select ${columns} from solution.invitations where email = $1 order by id`
const sentSql = `select ${columns}, email from solution.invitations where invited_by = $1 order by id`
