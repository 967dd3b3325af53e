/** What one check found. */
export interface Finding {
  /** Stable, for programs that read `--json`. */
  readonly code: string
  /** `skipped`: it could not be looked at here, and `said` tells why. */
  readonly state: 'ok' | 'warning' | 'fault' | 'skipped'
  readonly said: string
  /** What to do; null where nothing is to be done. */
  readonly remedy: string | null
}

export const ok = (code: string, said: string): Finding => ({ code, state: 'ok', said, remedy: null })
export const skipped = (code: string, said: string): Finding => ({ code, state: 'skipped', said, remedy: null })
export const warning = (code: string, said: string, remedy: string): Finding => ({
  code,
  state: 'warning',
  said,
  remedy,
})
export const fault = (code: string, said: string, remedy: string): Finding => ({ code, state: 'fault', said, remedy })

/** What a database that cannot be used is to both the doctor and an upgrade. */
export const databaseFault = (error: unknown): Finding =>
  fault(
    'database',
    `It cannot be used: ${reasonOf(error)}`,
    'Look at DATABASE_URL, or at the folder of the built-in database.',
  )

/** Without an address that may hold a password. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? error.cause.message : ''
  return (cause || error.message || error.name).replaceAll(/\b[a-z]+:\/\/\S+/gu, '…').split('\n', 1)[0] ?? ''
}
