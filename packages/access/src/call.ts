/** Where a call came from, for the audit log. */
export interface CallOrigin {
  /** The whole address; the audit log keeps its network only. */
  readonly ip: string
  readonly userAgent: string | null
  /** As in the logs. */
  readonly requestId: string
}

/** The part of a database or a transaction that named statements need. */
export interface Statements {
  query<Row extends object>(name: string, text: string, values?: readonly unknown[]): Promise<Row[]>
}

/**
 * Stores the answer of a repeatable call in the transaction `tx` that has its effect, and returns it. Call it last. Throws
 * `state-conflict`, which is to undo the transaction, where another attempt with the same key has taken over. Without an
 * `Idempotency-Key` it only returns the answer.
 */
export type KeepAnswer = <Answer>(tx: Statements, answer: Answer) => Promise<Answer>

/** What came with a call besides its input and who makes it. */
export interface Call {
  readonly from: CallOrigin
  readonly keepAnswer: KeepAnswer
}
