import { createMonitor, monitoring } from './monitor.ts'
import { watchPage } from './watch-page.ts'

/** The page as the reports name it: its address without the language. */
const page = () => ({ path: location.pathname.slice(3), language: document.documentElement.lang })

/** Survives the end of the page, takes no turn from what is being loaded, and reads no answer. */
function report(address: string, body: object): void {
  navigator.sendBeacon(address, new Blob([JSON.stringify(body)], { type: 'application/json' }))
}

/** The host that led here; null for none, and for this site. */
function referrer(): string | null {
  const host = URL.canParse(document.referrer) ? new URL(document.referrer).hostname : ''
  return host === '' || host === location.hostname ? null : host
}

function countView(): void {
  report('/measuring/page-views', { ...page(), referrer: referrer() })
}

/** Reports that a page was opened, and how fast it was, as far as the server has written that it may. Keeps nothing in the browser. */
class PageReports extends HTMLElement {
  connectedCallback(): void {
    if (this.dataset['views'] !== undefined) {
      countView()
      // Somebody came back to a page that the browser had kept.
      addEventListener('pageshow', ({ persisted }) => persisted && countView())
    }
    if (this.dataset['performance'] === undefined || Math.random() >= monitoring.sampleRate) return
    const { path } = page()
    watchPage(
      createMonitor({
        now: () => performance.now(),
        later: (work, milliseconds) => setTimeout(work, milliseconds),
        send: (events) => report('/measuring/performance-events', { path, events }),
      }),
    )
  }
}

customElements.define('page-reports', PageReports)
