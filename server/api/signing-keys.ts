import { createHash } from 'node:crypto'
import { StartupFault } from '../startup-fault.ts'

/**
 * Keys with the number by which a challenge names the one that signed it. The number follows from the
 * key itself, so that it stays the same when an older key is taken off the list. The first one signs. One behind a "+" only verifies: it
 * comes next, once every process knows it.
 */
export function signingKeys(keys: readonly string[]): { id: number; secret: Buffer; isNext: boolean }[] {
  const numbered = keys
    .toSorted((one, other) => Number(one.startsWith('+')) - Number(other.startsWith('+')))
    .map((key) => {
      const secret = Buffer.from(key.replace('+', ''), 'hex')
      return { id: createHash('sha256').update(secret).digest().readUInt8(0), secret, isNext: key.startsWith('+') }
    })
  if (new Set(numbered.map(({ id }) => id)).size === numbered.length) return numbered
  throw new StartupFault(
    'CAPTCHA_SIGNING_KEYS: two of the keys cannot be used together; make a new one in place of the newest.',
  )
}
