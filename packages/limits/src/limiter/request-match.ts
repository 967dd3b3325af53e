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
    if (methods.length > 0 && !methods.includes(method)) return false
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
}

/** The host without its port and the dot at its end, in lower case, the path without query. */
export function toMatched({ host, path, method }: Matched): Matched {
  return {
    host: host.toLowerCase().replace(/:\d+$/u, '').replace(/\.$/u, ''),
    path: normalPath(path),
    method: method.toUpperCase(),
    ...(climbs(path) && { climbs: true as const }),
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
