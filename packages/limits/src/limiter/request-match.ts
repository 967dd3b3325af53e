import { METHODS } from 'node:http'
import { climbs, comparedPath, normalPath } from '@bollard/normal-forms'

/** Which requests something is for; all of its fields have to fit, an empty list fits all. */
export interface RequestMatch {
  readonly hosts: readonly string[]
  /** `*` stands for any text. */
  readonly paths: readonly string[]
  readonly methods: readonly string[]
}

/**
 * Compiles which requests something is for. Paths are compared in the one spelling of all that some server treats alike, so that a
 * protected path has no unprotected one.
 */
export function compileMatch({ hosts, paths, methods }: RequestMatch): (request: Matched) => boolean {
  const globs = paths.map(compileGlob)
  return (request) => {
    const { host, path, method } = request
    if (hosts.length > 0 && !hosts.includes(host)) return false
    if (!fitsMethod(methods, method) && !request.otherMethods?.some((other) => fitsMethod(methods, other))) return false
    if (globs.length === 0 || request.climbs === true) return true
    const compared = comparedPath(path)
    return globs.some((fits) => fits(compared))
  }
}

/** A request as it is matched: see `toMatched`. */
export interface Matched {
  readonly host: string
  readonly path: string
  readonly method: string
  /** Servers differ in what path it is (`climbs`), so it meets whatever is for some path. Nobody's browser sends such a one. */
  readonly climbs?: true
  /** By which a site may answer in place of it (`otherMethods`), so it meets whatever is for one of these, too. */
  readonly otherMethods?: readonly string[]
}

/** Whether something for these methods, which are all where there are none, is for a method. Sites answer HEAD by what answers GET (RFC 9110, 9.3.2). */
export function fitsMethod(methods: readonly string[], method: string): boolean {
  return methods.length === 0 || methods.includes(method) || (method === 'HEAD' && methods.includes('GET'))
}

const overridingHeaders = ['x-http-method-override', 'x-http-method', 'x-method-override'] as const
/** PHP reads `.method` and `[method` as `_method`, others a list of several as its first or its last. */
const overridingField = /^[._[ ]method(?:\[.*)?$/iu

/**
 * The methods that header fields or, for POST, `_method` in the query name in place of the request's own, which many frameworks answer by. All
 * of them, in capitals: of two, one framework takes the first and another the last. Bodies belong to the site.
 */
export function otherMethods({
  method,
  headers,
  target,
}: {
  readonly method: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Path and query. */
  readonly target: string
}): readonly string[] {
  const named: string[] = []
  for (const name of overridingHeaders) {
    const given = headers[name]
    if (given !== undefined) named.push(...String(given).split(','))
  }
  const query = method === 'POST' ? target.indexOf('?') : -1
  if (query !== -1)
    // Some separate by `;`.
    for (const [name, value] of new URLSearchParams(target.slice(query + 1).replaceAll(';', '&')))
      if (overridingField.test(name)) named.push(value)
  if (named.length === 0) return none
  const others = new Set(named.map((one) => one.trim().toUpperCase()))
  // Nobody answers by others, of which a visitor could name thousands.
  return [...others].filter((other) => other !== method && knownMethods.has(other))
}

const knownMethods: ReadonlySet<string> = new Set(METHODS)
const none: readonly string[] = []

/** The host without its port and the dot at its end, in lower case, the path without query. */
export function toMatched({ host, path, method, otherMethods: others = none }: Matched): Matched {
  return {
    host: host.toLowerCase().replace(/:\d+$/u, '').replace(/\.$/u, ''),
    path: normalPath(path),
    method: method.toUpperCase(),
    ...(climbs(path) && { climbs: true as const }),
    ...(others.length > 0 && { otherMethods: others }),
  }
}

/** `*` is any text. Each piece is looked for once from the left, so it takes no longer than the path is long. */
function compileGlob(glob: string): (compared: string) => boolean {
  const [first = '', ...rest] = comparedPath(glob).split('*')
  const last = rest.pop()
  if (last === undefined) return (path) => path === first
  return (path) => {
    // `/shop/*` is for `/shop` too.
    if (!path.startsWith(first) && `${path}/` !== first) return false
    let from = Math.min(first.length, path.length)
    for (const piece of rest) {
      const found = path.indexOf(piece, from)
      if (found < 0) return false
      from = found + piece.length
    }
    return path.length - last.length >= from && path.endsWith(last)
  }
}
