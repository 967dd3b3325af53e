export interface LateWrites {
  /** Something is to be written within `afterMs`. */
  readonly soon: () => void
  /** Writes at once, after the write that is under way. */
  readonly flush: () => Promise<void>
}

/** Collects what is to be written, so that no request waits for it: one write after the other, `afterMs` after the first reason for it. `write` never rejects. */
export function writeSoon(write: () => Promise<void>, afterMs: number): LateWrites {
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()
  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    writing = writing.then(write)
    return writing
  }
  return {
    soon() {
      timer ??= setTimeout(() => void flush(), afterMs).unref()
    },
    flush,
  }
}
