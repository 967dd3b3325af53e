/** Resolves after some milliseconds, to nothing: what a question that got no answer in time is worth. */
export function pause(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, ms, undefined))
}
