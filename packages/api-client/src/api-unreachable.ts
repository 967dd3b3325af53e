/** Why there is no answer: no connection, none in time, or one that no service of ours would give. */
export type UnreachableReason = 'network' | 'timeout' | 'foreign-answer'

/** A call that got no answer of the service. Whether it was carried out is not known. */
export class ApiUnreachable extends Error {
  readonly reason: UnreachableReason
  /** Id of the method that was called. */
  readonly method: string

  constructor(method: string, reason: UnreachableReason, cause: unknown) {
    super(`No answer to ${method} (${reason})`, { cause })
    this.name = 'ApiUnreachable'
    this.reason = reason
    this.method = method
  }
}
