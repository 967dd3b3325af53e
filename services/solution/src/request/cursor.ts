import { ProblemError } from '@bollard/http'

/** The place after a solution, opaque to the caller. It holds nothing but an id, so a made-up one shows nothing new. */
export function encodeCursor(solutionId: string): string {
  return Buffer.from(solutionId.replaceAll('-', ''), 'hex').toString('base64url')
}

export function decodeCursor(cursor: string): string {
  const hex = Buffer.from(cursor, 'base64url').toString('hex')
  if (hex.length !== 32 || !/^[\w-]{22}$/u.test(cursor)) throw new ProblemError('invalid-parameter', 'The cursor is not one of an earlier answer.')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-')
}
