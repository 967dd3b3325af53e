/**
 * How a site was set when a visitor came, and what a rule asked for, one bit each: in a challenge (all fit into 8 bits) and in
 * the rows of the log. Settings may change between start and answer, or be older in another process; nobody is held to what
 * was not asked of them.
 */
export const rowFlags = {
  /** No verdicts were asked for. */
  minimalData: 1,
  /** Nothing but the work decides. */
  scoringOff: 2,
  /** A rule asks for a second round in any case. */
  extraWork: 4,
  /** A rule marks the visitor. */
  flagged: 8,
  /** The form field that people do not see does not count. */
  honeypotOff: 16,
  /** The second round is one of Equi-X. */
  equix: 32,
  /** No visitor, but a probe of our own monitoring with its pass. */
  probe: 64,
} as const

/** Whether nothing of the visitor was looked at, by a row's flags. */
export function isMinimal(flags: number): boolean {
  return (flags & (rowFlags.minimalData | rowFlags.scoringOff)) !== 0
}
