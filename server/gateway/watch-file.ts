/** How often a file is read for changes; it is small, and events of file systems miss links that are swapped above it. */
const lookMs = 3_000

/** Calls `look` now and then, one call at a time, until the answer is called. */
export function watchFile(look: () => Promise<void>, everyMs = lookMs): () => void {
  let isLooking = false
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    void look().finally(() => (isLooking = false))
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
