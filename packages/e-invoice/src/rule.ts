/** A rule of EN 16931 by its official id, such as `BR-CO-15`. */
export type RuleId = `BR-${string}`

/** Notes whether a rule holds. */
export type Rule = (id: RuleId, holds: boolean) => void
