export type NotificationType = 'INFO' | 'SUCCESS' | 'WARNING' | 'DANGER'

/** So many toasts are in sight at most. */
export const shownMax = 5
/** The bar goes from 100 to 0 in steps of this size. */
export const progressStep = 0.1
const defaultSeconds = 6
/** A page in the background gets no frames, and the time that nobody looked does not count. */
const frameMsMax = 250

/** How long a toast is shown, in seconds; null until it is closed, as for DANGER unless it says so itself. */
export function secondsOf(toast: { type: NotificationType; displaySeconds?: number | undefined }): number | null {
  return toast.displaySeconds ?? (toast.type === 'DANGER' ? null : defaultSeconds)
}

/** How much of the bar is left, in percent, after `elapsedMs` of a display time in seconds. */
export function remainingPercent(elapsedMs: number, displaySeconds: number): number {
  const ticks = Math.floor((elapsedMs / (displaySeconds * 1000)) * (100 / progressStep))
  return Math.max(0, 100 - ticks * progressStep)
}

/**
 * Runs the display time of a toast down, in seconds, and its bar with it; calls `done` at zero. The clock stands still while somebody
 * points at the toast or is in it with the keyboard, and ends with the toast. Returns how to end it before.
 */
export function countDown(toast: HTMLElement, seconds: number, done: () => void): () => void {
  const bar = toast.querySelector<HTMLElement>('[data-slot="toast-bar"]')
  let elapsedMs = 0
  let before = performance.now()
  let frame = requestAnimationFrame(function step(now) {
    if (!toast.isConnected) return
    if (!toast.matches(':hover, :focus-within')) elapsedMs += Math.min(now - before, frameMsMax)
    before = now
    const percent = remainingPercent(elapsedMs, seconds)
    if (bar !== null) bar.style.transform = `scaleX(${percent / 100})`
    if (percent <= 0) done()
    else frame = requestAnimationFrame(step)
  })
  return () => cancelAnimationFrame(frame)
}
