import type { Leave } from '@bollard/http'
import type { Findings, Metrics } from '../messages.ts'

/** What a child process runs. */
export interface RunningPart {
  readonly findings: Findings | null
  metrics(): Promise<Metrics>
  /**
   * Takes no more connections, answers what still comes on the open ones, writes what waits, closes what it opened. Called again with
   * 'soon', it hurries.
   */
  close(leave: Leave): Promise<void>
}

/** After so many milliseconds connections are cut that have not come to an end, such as those of downloads. */
export const drainLimitMs: Readonly<Record<Leave, number>> = { 'as-promised': 5 * 60_000, soon: 8_000 }
