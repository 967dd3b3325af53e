import type { OtherKey } from '@bollard/audit'

const shape = /^([0-9a-f]{64})(?:@(\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z)?))?$/u

/** Whether a text is an encryption key beside the current one: 64 hexadecimal digits, with a date or without, as in `ab…@2027-01-31`. */
export function isOtherKey(text: string): boolean {
  const found = shape.exec(text)
  return found !== null && (found[2] === undefined || !Number.isNaN(Date.parse(found[2])))
}

export function writeOtherKey({ secret, endsUntil }: OtherKey): string {
  return endsUntil === null ? secret : `${secret}@${endsUntil.toISOString()}`
}

/** Null for a text that is none. */
export function readOtherKey(text: string): OtherKey | null {
  const [, secret, until] = shape.exec(text) ?? []
  return secret === undefined ? null : { secret, endsUntil: until === undefined ? null : new Date(until) }
}
