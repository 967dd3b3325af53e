import { createContext, type ReactNode, use, useEffect, useSyncExternalStore } from 'react'
import { useSite } from '@bollard/site-kit'
import { type Formats, formatsFor, isTimeZone } from './formats.ts'
import { timeZoneCookie } from './time-zone-cookie.ts'

/** Null until the browser has told its zone. */
const ZoneContext = createContext<string | null>(null)

/**
 * Server and hydration use the zone of the cookie, so both find the same words. On the very first visit that is UTC, and the
 * browser's own zone follows right after hydration.
 */
export function TimeZoneProvider({ fromCookie, children }: { fromCookie: string | null; children: ReactNode }) {
  const zone = useSyncExternalStore(neverChanges, browserZone, () => fromCookie)
  useEffect(() => {
    if (zone !== null && zone !== fromCookie) document.cookie = timeZoneCookie(zone)
  }, [zone, fromCookie])
  return <ZoneContext value={zone}>{children}</ZoneContext>
}

function browserZone(): string | null {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return isTimeZone(zone) ? zone : null
}

function neverChanges(): () => void {
  return () => {}
}

/** Formats of the page's language and the visitor's zone. */
export function useFormats(): Formats {
  const { language } = useSite()
  return formatsFor(language, use(ZoneContext) ?? 'UTC')
}

/** Whether times are the visitor's own. */
export function useZoneIsCertain(): boolean {
  return use(ZoneContext) !== null
}
