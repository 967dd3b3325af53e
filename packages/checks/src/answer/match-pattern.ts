import { RE2JS } from 're2js'

const patternLengthMax = 1_000
/** Instructions of the compiled pattern: with the size of the text they bound the work. */
const programSizeMax = 500
const patternsKept = 200

/** Compiled patterns, the oldest first. */
const compiled = new Map<string, RE2JS>()

/** What is wrong with a regular expression (the syntax of RE2), or null. */
export function patternFault(pattern: string): 'too-long' | 'syntax' | 'too-complex' | null {
  if (pattern.length > patternLengthMax) return 'too-long'
  try {
    return compile(pattern).programSize() > programSizeMax ? 'too-complex' : null
  } catch {
    return 'syntax'
  }
}

/**
 * What looking for a pattern in a text may cost at most, in steps of about ten nanoseconds: time grows with both and nothing else. The
 * same engine that never explodes still takes seconds for a large pattern in a large text. Throws where `patternFault` finds something.
 */
export function matchingSteps(pattern: string, text: string): number {
  const fault = patternFault(pattern)
  if (fault !== null) throw new Error(`the regular expression is ${fault === 'syntax' ? 'no RE2' : fault}`)
  return compile(pattern).programSize() * text.length
}

/** Whether a regular expression is found in a text. Ask `matchingSteps` first. */
export function matchesPattern(pattern: string, text: string): boolean {
  return compile(pattern).test(text)
}

function compile(pattern: string): RE2JS {
  const known = compiled.get(pattern)
  if (known !== undefined) return known
  const made = RE2JS.compile(pattern)
  const [oldest] = compiled.keys()
  if (compiled.size === patternsKept && oldest !== undefined) compiled.delete(oldest)
  compiled.set(pattern, made)
  return made
}
