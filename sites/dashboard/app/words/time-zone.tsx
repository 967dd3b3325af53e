import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { useSite } from '@bollard/site-kit'
import { type Formats, formatsFor, isTimeZone } from './formats.ts'
import { timeZoneCookie } from './time-zone-cookie.ts'

interface Zone {
  zone: string
  /** False until the browser has told its zone; times are UTC then, and say so. */
  certain: boolean
}
const ZoneContext = createContext<Zone>({ zone: 'UTC', certain: false })

/**
 * Server and first rendering use the zone of the cookie, so hydration finds the same words. On the very first visit that is
 * UTC, and the browser's own zone follows after hydration.
 */
export function TimeZoneProvider({ fromCookie, children }: { fromCookie: string | null; children: ReactNode }) {
  const [zone, setZone] = useState<Zone>({ zone: fromCookie ?? 'UTC', certain: fromCookie !== null })
  useEffect(() => {
    const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
    if (!isTimeZone(own)) return
    if (own !== fromCookie) document.cookie = timeZoneCookie(own)
    setZone((before) => (before.zone === own && before.certain ? before : { zone: own, certain: true }))
  }, [fromCookie])
  return <ZoneContext value={zone}>{children}</ZoneContext>
}

/** Formats of the page's language and the visitor's zone. */
export function useFormats(): Formats {
  const { language } = useSite()
  return formatsFor(language, use(ZoneContext).zone)
}

/** Whether times are the visitor's own. */
export function useZoneIsCertain(): boolean {
  return use(ZoneContext).certain
}
