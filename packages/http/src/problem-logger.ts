/** Takes pino's shape, fields first. */
export interface ProblemLogger {
  /** Hears of calls that were refused for who makes them. */
  warn?(fields: object, message: string): void
  error(fields: object, message: string): void
}
