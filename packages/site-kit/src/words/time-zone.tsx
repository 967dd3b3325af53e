import { createContext, type ReactNode, use } from 'react'
import { useSite } from '../shell/site-context.tsx'
import { type Formats, formatsFor, isTimeZone } from './formats.ts'

const ZoneContext = createContext('UTC')

/** All times below are in the zone of the signed-in person's profile, which server and browser know alike. */
export function TimeZoneProvider({ zone, children }: { zone: string; children: ReactNode }) {
  return <ZoneContext value={isTimeZone(zone) ? zone : 'UTC'}>{children}</ZoneContext>
}

/** Formats of the page's language and the person's zone. */
export function useFormats(): Formats {
  const { language } = useSite()
  return formatsFor(language, use(ZoneContext))
}
