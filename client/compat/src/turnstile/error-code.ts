/** A code of Turnstile's families, and whether it says that another try may help. */
export interface TurnstileCode {
  readonly code: string
  readonly retry: boolean
}

const codes: Readonly<Record<string, TurnstileCode>> = {
  'site-key-unknown': { code: '110100', retry: false },
  'validation-failed': { code: '110100', retry: false },
  'site-paused': { code: '110110', retry: false },
  'solution-locked': { code: '110110', retry: false },
  'origin-not-allowed': { code: '110200', retry: false },
  unsupported: { code: '110500', retry: false },
  'challenge-expired': { code: '110600', retry: true },
  'challenge-invalid': { code: '102000', retry: true },
  'widget-unavailable': { code: '200500', retry: true },
  offline: { code: '300010', retry: true },
  unavailable: { code: '300020', retry: true },
  'rate-limited': { code: '300030', retry: true },
  throttled: { code: '300030', retry: true },
  refused: { code: '600010', retry: true },
}

/** Our code of a failed check in Turnstile's numbers; what has none of its own is a "generic client execution error". */
export function turnstileCodeOf(code: string): TurnstileCode {
  return (Object.hasOwn(codes, code) ? codes[code] : undefined) ?? { code: '300000', retry: true }
}
