import type { OperatorSession } from '@bollard/contracts'
import { operatorSessionMs } from './lifetime.ts'

export interface ChangeColumns {
  readonly changeUntil: Date | null
  readonly changeReason: string | null
  readonly changeTicket: string | null
}

/** A session of the admin site as its operator sees it at `now`. */
export function describeSession(
  { openedAt, ...change }: ChangeColumns & { readonly openedAt: Date },
  now: Date,
): OperatorSession {
  const changeMode = changeModeIn(change, now)
  return {
    openedAt: openedAt.toISOString(),
    endsAt: new Date(openedAt.getTime() + operatorSessionMs).toISOString(),
    changeMode: changeMode && { ...changeMode, until: changeMode.until.toISOString() },
  }
}

/** The change mode of a row; null where it is over or never began. */
export function changeModeIn({ changeUntil, changeReason, changeTicket }: ChangeColumns, now: Date) {
  return changeUntil === null || changeReason === null || changeUntil <= now
    ? null
    : { reason: changeReason, ticket: changeTicket, until: changeUntil }
}
