import { comparedPath, foldedPath } from '@bollard/normal-forms'
import { fitsGlob, type Glob, parseGlob } from '@bollard/visitor-rules'

/** How many characters and stars a pattern may have. */
const lengthMax = 200
const starsMax = 8

/**
 * Whether a text is a pattern of paths: `/login`, `/api/*` (one segment), `/admin/**` (the folder and everything below,
 * at the end only). It is written as people read it, without escapes.
 */
export function isPathPattern(text: string): boolean {
  if (!text.startsWith('/') || text.length > lengthMax) return false
  if (/[?#;\\%\s]|\/{2}|\/\.{1,2}(?:\/|$)|\*{3}|[^/*]\*\*|\*\*./su.test(text)) return false
  return text.split('*').length - 1 <= starsMax
}

/**
 * Compiles patterns into one question about a path in the form of `normalPath`. Letters of either case are the same, and
 * so is a slash at the end: many a server answers alike, and a protected path must have no unprotected spelling.
 */
export function compilePatterns(patterns: readonly string[]): (path: string) => boolean {
  if (patterns.length === 0) return () => false
  const exact = new Set<string>()
  const others: Pattern[] = []
  for (const pattern of patterns) {
    const plain = comparedPath(pattern)
    if (plain.includes('*')) others.push(patternOf(plain))
    else exact.add(plain)
  }
  return (path) => {
    const plain = foldedPath(path)
    if (exact.has(plain)) return true
    let segments: readonly string[] | undefined
    for (const pattern of others) {
      // Most paths are told apart by how they begin.
      if (!plain.startsWith(pattern.begin)) continue
      segments ??= plain.slice(1).split('/')
      if (fits(pattern, segments)) return true
    }
    return false
  }
}

interface Pattern {
  /** What every path that fits begins with. */
  readonly begin: string
  readonly segments: readonly Glob[]
  /** Everything below fits too. */
  readonly isFolder: boolean
}

function patternOf(pattern: string): Pattern {
  const segments = pattern.slice(1).split('/')
  const isFolder = segments.at(-1) === '**'
  // A folder itself fits without the slash before its stars.
  const begin = pattern.slice(0, pattern.indexOf('*')).replace(/\/$/u, '')
  return { begin, segments: (isFolder ? segments.slice(0, -1) : segments).map(parseGlob), isFolder }
}

/** In one pass for each segment: a regular expression could be made to try for hours by a path that was written for it. */
function fits({ segments, isFolder }: Pattern, path: readonly string[]): boolean {
  if (isFolder ? path.length < segments.length : path.length !== segments.length) return false
  return segments.every((glob, index) => fitsGlob(glob, path[index] ?? ''))
}
