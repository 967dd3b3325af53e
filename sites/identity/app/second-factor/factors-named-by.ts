import type { ShownProblem } from '@bollard/site-kit'

export type Factor = 'TOTP' | 'RECOVERY_CODE' | 'PASSKEY'
const known: ReadonlySet<string> = new Set<Factor>(['TOTP', 'RECOVERY_CODE', 'PASSKEY'])

/** The second factors that a `second-factor-required` answer names; none for other answers. */
export function factorsNamedBy({ code, errors = [] }: ShownProblem): Factor[] {
  if (code !== 'second-factor-required') return []
  return errors.map(({ params }) => params?.['kind']).filter(isFactor)
}

export function isFactor(name: unknown): name is Factor {
  return typeof name === 'string' && known.has(name)
}
