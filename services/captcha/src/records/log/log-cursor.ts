import { ProblemError } from '@bollard/http'
import { issuedAtOf } from '../store/verification-id.ts'

/** A place in the log; what is older comes after it. */
export interface LogPosition {
  readonly issuedAt: Date
  readonly id: string
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/u

/** The place after an item, opaque to the caller. It names the item, so inserts do not shift pages. */
export function encodeCursor(position: LogPosition): string {
  return Buffer.from(`${position.issuedAt.getTime()} ${position.id}`).toString('base64url')
}

export function decodeCursor(cursor: string): LogPosition {
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString('latin1').split(' ')
  if (!uuid.test(id) || issuedAtOf(id) !== Number(time))
    throw new ProblemError('invalid-parameter', 'The cursor is not one of an earlier answer.')
  return { issuedAt: new Date(Number(time)), id }
}

/** The place between everything that was issued at a time (milliseconds since 1970) or later and everything older. */
export function positionBelow(at: number): LogPosition {
  const time = at.toString(16).padStart(12, '0')
  return { issuedAt: new Date(at), id: `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000` }
}

export function isBelow(a: LogPosition, b: LogPosition): boolean {
  return a.issuedAt < b.issuedAt || (a.issuedAt.getTime() === b.issuedAt.getTime() && a.id < b.id)
}
