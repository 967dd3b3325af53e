import type { IncomingHttpHeaders } from 'node:http'
import { browserIdHeader } from '@bollard/contracts'

/** Long enough for 128 random bits: a shorter id could be shared by browsers, or guessed. */
const shape = /^[\w-]{22,128}$/u

/** The random id of the browser behind a call; null when it sent none. */
export function readBrowserId(headers: IncomingHttpHeaders): string | null {
  const value = headers[browserIdHeader]
  return typeof value === 'string' && shape.test(value) ? value : null
}
