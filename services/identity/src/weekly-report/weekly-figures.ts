/** A solution in the week of a report and the one before. */
export interface SolutionWeek {
  readonly name: string
  /** Verifications with a result, by what it was; `passed` has those that were let through with a mark. */
  readonly week: { readonly passed: number; readonly refused: number }
  readonly before: { readonly passed: number; readonly refused: number }
  /** Alerts that last at this moment. */
  readonly openAlerts: number
}

/** Seven whole days `from` … `to`, and the seven from `before` on, in the time zone of a person. */
export interface ReportWeeks {
  readonly before: Date
  readonly from: Date
  readonly to: Date
}

/** What happened on the solutions that a person is a member of. */
export type WeeklyFigures = (userId: string, weeks: ReportWeeks) => Promise<readonly SolutionWeek[]>

/** Whether there is anything to tell. */
export function isWorthTelling({ week, before, openAlerts }: SolutionWeek): boolean {
  return week.passed + week.refused + before.passed + before.refused + openAlerts > 0
}
