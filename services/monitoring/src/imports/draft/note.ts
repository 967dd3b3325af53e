import type { Unmapped } from '@bollard/contracts'

/** Notes something that does not come along as it was. */
export type Note = (reason: Unmapped['reason'], field?: string | null, value?: unknown) => void
