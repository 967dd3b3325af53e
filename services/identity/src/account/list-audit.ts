import { listAudit, type AuditQuery } from '@bollard/audit'
import type { AuditEntry } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import type { IdentityContext } from '../identity-context.ts'
import type { Actor } from '../session/actor.ts'
import { findPeople } from '../users/people.ts'

/** What happened to the account of the signed-in person, newest first. */
export async function listAccountAudit(
  context: IdentityContext,
  { userId }: Actor,
  query: AuditQuery,
): Promise<{ items: AuditEntry[]; nextCursor: string | null }> {
  return nameActors(context.db, await listAudit(context.db, 'ACCOUNT', userId, query))
}

/** A page of the log with the names of the people in it. */
export async function nameActors(
  db: Queries,
  { items, nextCursor }: Awaited<ReturnType<typeof listAudit>>,
): Promise<{ items: AuditEntry[]; nextCursor: string | null }> {
  const ids = new Set(items.flatMap(({ actor }) => actor.id ?? []))
  const names = new Map((await findPeople(db, [...ids])).map((person) => [person.userId, person.givenName]))
  return {
    items: items.map((item) => ({ ...item, actor: { ...item.actor, name: names.get(item.actor.id ?? '') ?? null } })),
    nextCursor,
  }
}
