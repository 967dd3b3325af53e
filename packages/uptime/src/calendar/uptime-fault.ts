/**
 * What an owner typed and cannot be used: `code` is stable, `field` names where. The message is for people who debug.
 */
export class UptimeFault extends RangeError {
  readonly code: string
  readonly field: string

  constructor(code: string, field: string, message: string) {
    super(message)
    this.name = 'UptimeFault'
    this.code = code
    this.field = field
  }
}

/**
 * `value`, where it is a whole number from `min` to `max`; throws an UptimeFault with the code `out-of-range`
 * otherwise.
 */
export function requireWhole(value: unknown, field: string, min: number, max: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value
  throw new UptimeFault(
    'out-of-range',
    field,
    `${field} must be a whole number from ${min} to ${max}, not ${String(value)}`,
  )
}
