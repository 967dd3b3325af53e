import { fitsGlob, type Glob, parseGlob } from '@bollard/visitor-rules'

/** How many characters and stars a pattern may have. */
const lengthMax = 200
const starsMax = 8

/**
 * Whether a text is a pattern of paths: `/login`, `/api/*` (one segment), `/admin/**` (the folder and everything below,
 * at the end only). It is written as `policyPath` writes paths.
 */
export function isPathPattern(text: string): boolean {
  if (!text.startsWith('/') || text.length > lengthMax) return false
  if (/[?#;\\%\s]|\/{2}|\/\.{1,2}(?:\/|$)|\*{3}|[^/*]\*\*|\*\*./su.test(text)) return false
  return text.split('*').length - 1 <= starsMax
}

/**
 * Compiles patterns into one question about a path in the form of `policyPath`. Letters of either case are the same, and
 * so is a slash at the end: many a server answers alike, and a protected path must have no unprotected spelling.
 */
export function compilePatterns(patterns: readonly string[]): (path: string) => boolean {
  const exact = new Set<string>()
  const others: Pattern[] = []
  for (const pattern of patterns) {
    const plain = withoutEnd(pattern.toLowerCase())
    if (plain.includes('*')) others.push(patternOf(plain))
    else exact.add(plain)
  }
  return (path) => {
    const plain = withoutEnd(path.toLowerCase())
    if (exact.has(plain)) return true
    if (others.length === 0) return false
    const segments = plain.slice(1).split('/')
    return others.some((pattern) => fits(pattern, segments))
  }
}

interface Pattern {
  readonly segments: readonly Glob[]
  /** Everything below fits too. */
  readonly isFolder: boolean
}

function patternOf(pattern: string): Pattern {
  const segments = pattern.slice(1).split('/')
  const isFolder = segments.at(-1) === '**'
  return { segments: (isFolder ? segments.slice(0, -1) : segments).map(parseGlob), isFolder }
}

/** In one pass for each segment: a regular expression could be made to try for hours by a path that was written for it. */
function fits({ segments, isFolder }: Pattern, path: readonly string[]): boolean {
  if (isFolder ? path.length < segments.length : path.length !== segments.length) return false
  return segments.every((glob, index) => fitsGlob(glob, path[index] ?? ''))
}

function withoutEnd(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}
