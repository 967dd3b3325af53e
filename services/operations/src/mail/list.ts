import { maskEmail } from '@bollard/audit'
import type { Bounce, MailState, OutboxMail } from '@bollard/contracts'
import { decodeCursor, encodeCursor } from '@bollard/http'
import type { OperationsContext } from '../operations-context.ts'

const bouncesMax = 100
type MailContext = Pick<OperationsContext, 'mails'>

/** A page of the outbox, newest first. Addresses are masked, unless the list is about one of them. */
export async function listOutboxMails(
  { mails }: MailContext,
  {
    limit,
    cursor,
    state = null,
    address = null,
  }: {
    readonly limit: number
    readonly cursor?: string | undefined
    readonly state?: MailState | null | undefined
    readonly address?: string | null | undefined
  },
): Promise<{ items: OutboxMail[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : decodeCursor(cursor)
  const rows = await mails.listOutbox({ limit: limit + 1, after, state, address })
  const items = rows.slice(0, limit).map(({ createdAt, endedAt, nextTryAt, ...row }) => ({
    ...row,
    to: address === null ? maskEmail(row.to) : row.to,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    nextTryAt: nextTryAt?.toISOString() ?? null,
  }))
  const last = items.at(-1)
  return { items, nextCursor: rows.length > limit && last ? encodeCursor(last.id) : null }
}

/** Addresses that were refused, the latest first. */
export async function listBounces(
  { mails }: MailContext,
  { address = null }: { readonly address?: string | null | undefined },
): Promise<{ items: Bounce[] }> {
  const rows = await mails.listBounces({ limit: bouncesMax, address })
  return {
    items: rows.map(({ at, ...row }) => ({
      ...row,
      address: address === null ? maskEmail(row.address) : row.address,
      at: at.toISOString(),
    })),
  }
}
