import type { Call } from './call-table.ts'

export type CallValues = Readonly<Record<string, unknown>>

/**
 * Address and body of a call. Throws when a path parameter is missing, or a body that is not optional, naming it and the
 * method, so that a mistake in a page never becomes a request to some other address.
 */
export function buildRequest(
  id: string,
  call: Call,
  values: CallValues,
  baseUrl: string,
): { url: URL; body: string | undefined } {
  const inPath = new Set<string>()
  const path = call.path.replaceAll(/\{(\w+)\}/gu, (_placeholder, name: string) => {
    inPath.add(name)
    return pathPart(required(id, name, values[name]), name, id)
  })
  const url = new URL(path, baseUrl)
  const given = call.body === undefined ? undefined : values[call.body]
  const isLeftOut = call.bodyOptional === true && (given === undefined || given === null)
  const body = call.body === undefined || isLeftOut ? undefined : JSON.stringify(required(id, call.body, given))
  for (const [name, value] of Object.entries(values)) {
    const isQuery = !inPath.has(name) && name !== call.body && value !== undefined && value !== null
    if (isQuery) url.searchParams.set(name, String(value))
  }
  return { url, body }
}

function required(id: string, name: string, value: unknown): unknown {
  if (value === null || value === undefined)
    throw new Error(`Required parameter ${name} was null or undefined when calling ${id}`)
  return value
}

/** Dots would climb up the path, even encoded ones, and nothing would shorten it. */
function pathPart(value: unknown, name: string, id: string): string {
  const text = String(value)
  if (text === '' || text === '.' || text === '..')
    throw new Error(`Parameter ${name} cannot be part of an address when calling ${id}`)
  return encodeURIComponent(text)
}
