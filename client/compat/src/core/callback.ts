/** What a page may give as a callback: a function, or the name of a global one. */
export type Callback = unknown

/** The function meant; a name is looked up when it is needed, as pages define theirs after our script has run. */
export function functionOf(callback: Callback): Function | undefined {
  const found: unknown =
    typeof callback === 'string'
      ? callback.split('.').reduce<unknown>((from, name) => Object(from)[name], globalThis)
      : callback
  return typeof found === 'function' ? found : undefined
}

/**
 * Calls what the page gave, if anything. What it throws is the page's: it reaches the page's log as an uncaught error, and the
 * widget goes on.
 */
export function call(callback: Callback, ...values: readonly unknown[]): unknown {
  try {
    return functionOf(callback)?.(...values)
  } catch (error) {
    throwLater(error)
    return undefined
  }
}

/** Reports an error as uncaught, without ending what runs now. */
export function throwLater(error: unknown): void {
  setTimeout(() => {
    throw error
  })
}
