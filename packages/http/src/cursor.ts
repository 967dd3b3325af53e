import { ProblemError } from '@bollard/contracts'

/** The place after an entry of a list, opaque to the caller. It holds nothing but the entry's UUID, so a made-up one shows nothing new. */
export function encodeCursor(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
}

/** The id in a cursor; throws `invalid-parameter` for anything that `encodeCursor` has not made. */
export function decodeCursor(cursor: string): string {
  const hex = Buffer.from(cursor, 'base64url').toString('hex')
  if (hex.length !== 32 || !/^[\w-]{22}$/u.test(cursor))
    throw new ProblemError('invalid-parameter', 'The cursor is not one of an earlier answer.')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-')
}
