import type { Findings, Metrics } from '../messages.ts'

/** What a child process runs. */
export interface RunningPart {
  readonly findings: Findings | null
  metrics(): Promise<Metrics>
  /** Takes no more requests, finishes those it has, writes what waits, closes what it opened. */
  close(): Promise<void>
}
