import type { Monitor } from './monitor.ts'

interface LayoutShift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
}
interface Interaction extends PerformanceEntry {
  readonly interactionId: number
}

/** Shorter ones nobody notices. */
const interactionMsMin = 40

/**
 * Tells `monitor` how the page loads at once, and when it is hidden for the first time what had to be waited for: the largest paint, how far
 * things moved, the slowest interaction. Browsers that measure one of them not tell nothing of it.
 */
export function watchPage(monitor: Monitor): void {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const largest = { paint: 0, interaction: 0 }
  const shifts = createShiftSum()
  observe<PerformanceEntry>('largest-contentful-paint', ({ startTime }) => (largest.paint = startTime))
  observe<LayoutShift>('layout-shift', (shift) => shift.hadRecentInput || shifts.add(shift.startTime, shift.value))
  observe<Interaction>('event', ({ interactionId, duration }) => {
    if (!(interactionId > 0)) return
    largest.interaction = Math.max(largest.interaction, duration)
    monitor.interaction(duration)
  })
  const tellLoad = () => {
    if (load === undefined) return
    monitor.add('TTFB', load.responseStart)
    monitor.add('DOM_READY', load.domContentLoadedEventEnd)
    monitor.add('LOAD', load.loadEventEnd)
  }
  // The event ends after its listeners.
  if (document.readyState === 'complete') tellLoad()
  else addEventListener('load', () => setTimeout(tellLoad), { once: true })
  let isTold = false
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return
    if (!isTold) {
      isTold = true
      if (largest.paint > 0) monitor.add('LCP', largest.paint)
      if (PerformanceObserver.supportedEntryTypes.includes('layout-shift')) monitor.add('CLS', shifts.most() * 1_000)
      if (largest.interaction > 0) monitor.add('INP', largest.interaction)
    }
    monitor.end()
  })
}

function observe<Entry extends PerformanceEntry>(type: string, see: (entry: Entry) => unknown): void {
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return
  new PerformanceObserver((list) => (list.getEntries() as Entry[]).forEach(see)).observe({
    type,
    buffered: true,
    durationThreshold: interactionMsMin,
  } as PerformanceObserverInit)
}

/** Adds up shifts that follow each other within a second, for five seconds at most, and tells the largest of these sums. */
export function createShiftSum(): { add(time: number, value: number): void; most(): number } {
  let most = 0
  let current = { began: 0, last: Number.NEGATIVE_INFINITY, sum: 0 }
  return {
    add(time, value) {
      if (time - current.last >= 1_000 || time - current.began >= 5_000) current = { began: time, last: time, sum: 0 }
      current.last = time
      current.sum += value
      most = Math.max(most, current.sum)
    },
    most: () => most,
  }
}
