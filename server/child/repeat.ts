/**
 * Runs `work` every `milliseconds` until stopped, never twice at once. A failure is reported and the
 * next turn tries again.
 */
export function repeat(
  milliseconds: number,
  work: () => Promise<void>,
  report: (error: unknown) => void,
): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const plan = () => {
    timer = setTimeout(() => {
      running = work()
        .catch(report)
        .then(() => (stopped ? undefined : plan()))
    }, milliseconds)
  }
  plan()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
