/** What one check found. */
export interface Finding {
  /** Stable, for programs that read `--json`. */
  readonly code: string
  /** `skipped`: it could not be looked at here, and `said` tells why. */
  readonly state: 'ok' | 'warning' | 'fault' | 'skipped'
  readonly said: string
  /** What to do; null where nothing is to be done. */
  readonly remedy: string | null
  /** Whose database it is about, where there are several: 1 and up. Omitted: of the installation, or of cell 0. */
  readonly cell?: number
}

/** The same findings, told of a further cell. */
export const ofCell = (cell: number, findings: readonly Finding[]): Finding[] =>
  findings.map((one) => ({ ...one, cell }))

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

/** The same of a further cell. The others go on without it. */
export const cellFault = (error: unknown): Finding =>
  fault(
    'database',
    `It cannot be used, and its captchas are away: ${reasonOf(error)}`,
    'Look at CELL_URLS, at the network, and at the log of PostgreSQL there.',
  )

/** Without an address that may hold a password. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? error.cause.message : ''
  return (cause || error.message || error.name).replaceAll(/\b[a-z]+:\/\/\S+/gu, '…').split('\n', 1)[0] ?? ''
}
