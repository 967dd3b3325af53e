import type { RequestMatch } from '@bollard/contracts'
import { normalPath } from '@bollard/limits'

/** Compiles which requests something is for. Paths are compared in the spelling that servers treat alike. */
export function compileMatch({ hosts, paths, methods }: RequestMatch): (request: Matched) => boolean {
  const globs = paths.map(compileGlob)
  return ({ host, path, method }) =>
    (hosts.length === 0 || hosts.includes(host)) &&
    (methods.length === 0 || methods.includes(method)) &&
    (globs.length === 0 || globs.some((fits) => fits(path)))
}

/** A request as it is compared: see `toMatched`. */
export interface Matched {
  readonly host: string
  readonly path: string
  readonly method: string
}

/** The host without its port and in lower case, the path without query. */
export function toMatched({ host, path, method }: Matched): Matched {
  return { host: host.toLowerCase().replace(/:\d+$/u, ''), path: normalPath(path), method: method.toUpperCase() }
}

/** `*` is any text. Each piece is looked for once from the left, so it takes no longer than the path is long. */
function compileGlob(glob: string): (path: string) => boolean {
  const [first = '', ...rest] = glob.split('*')
  const last = rest.pop()
  // `/shop/` and `/shop` are one path.
  if (last === undefined) return (path) => path === normalPath(glob)
  return (path) => {
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
