import type { z } from 'zod'
import type { FieldError } from '@bollard/contracts'

type Issue = z.core.$ZodIssue

/** What zod found wrong, in our own stable codes. `input` tells a missing field from a wrong one. */
export function describeIssues(issues: readonly Issue[], input: unknown): FieldError[] {
  return issues.flatMap((issue) => describe(issue, input))
}

function describe(issue: Issue, input: unknown): FieldError[] {
  const pointer = toPointer(issue.path)
  if (issue.code !== 'unrecognized_keys' && valueAt(input, issue.path) === undefined)
    return [{ pointer, code: 'required' }]
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({ pointer: toPointer([...issue.path, key]), code: 'unknown-field' }))
    case 'invalid_type':
      return [{ pointer, code: 'invalid-type', params: { expected: issue.expected } }]
    case 'too_small':
      return [
        { pointer, code: sized(issue.origin) ? 'too-short' : 'too-small', params: { min: Number(issue.minimum) } },
      ]
    case 'too_big':
      return [{ pointer, code: sized(issue.origin) ? 'too-long' : 'too-large', params: { max: Number(issue.maximum) } }]
    case 'invalid_format':
      return [{ pointer, code: 'invalid-format', params: { format: issue.format } }]
    case 'not_multiple_of':
    case 'invalid_value':
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
      return [{ pointer, code: 'invalid-value' }]
    case 'custom':
      return [{ pointer, code: codeOf(issue.params) ?? 'invalid-value' }]
    default:
      return neverIssue(issue)
  }
}

/** The code that a contract gives a rule of its own: `refine(…, { params: { code } })`. */
function codeOf(params: Readonly<Record<string, unknown>> | undefined): string | null {
  const code = params?.['code']
  return typeof code === 'string' ? code : null
}

/** Whether the bound counts characters or items rather than limiting a number. */
function sized(origin: string): boolean {
  return origin === 'string' || origin === 'array' || origin === 'set' || origin === 'map' || origin === 'file'
}

/** JSON pointer (RFC 6901). */
export function toPointer(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value: unknown = input
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = Reflect.get(value, key)
  }
  return value
}

function neverIssue(issue: never): never {
  throw new Error(`Unknown issue ${JSON.stringify(issue)}`)
}
