/** A setting that cannot be used: `code` is stable, `field` names where. The message is for people who debug. */
export class LimitFault extends RangeError {
  readonly code: string
  readonly field: string

  constructor(code: string, field: string, message: string) {
    super(message)
    this.name = 'LimitFault'
    this.code = code
    this.field = field
  }
}

/** Throws a LimitFault with the code `out-of-range` unless `value` is a whole number from `min` to `max`. */
export function requireWhole(value: unknown, field: string, min: number, max: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value
  throw new LimitFault(
    'out-of-range',
    field,
    `${field} must be a whole number from ${min} to ${max}, not ${String(value)}`,
  )
}
