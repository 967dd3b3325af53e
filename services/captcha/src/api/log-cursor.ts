import { ProblemError } from '@bollard/http'
import type { LogPosition } from '../store/list-verifications.ts'
import { issuedAtOf } from '../verification-id.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/u

/** The place after an item, opaque to the caller. It names the item, so inserts do not shift pages. */
export function encodeCursor(position: LogPosition): string {
  return Buffer.from(`${position.issuedAt.getTime()} ${position.id}`).toString('base64url')
}

export function decodeCursor(cursor: string): LogPosition {
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString('latin1').split(' ')
  if (!uuid.test(id) || issuedAtOf(id) !== Number(time)) throw new ProblemError('invalid-parameter', 'The cursor is not one of an earlier answer.')
  return { issuedAt: new Date(Number(time)), id }
}
