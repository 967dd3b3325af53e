import { type Attributed, dataOf, mergeParameters, type Parameters, textOf } from '../core/read-parameters.ts'

export interface TurnstileParameters {
  readonly sitekey: string
  readonly action: string | undefined
  readonly theme: 'auto' | 'light' | 'dark'
  readonly size: 'normal' | 'flexible' | 'compact' | 'invisible'
  readonly language: string
  readonly tabindex: string | undefined
  readonly execution: 'render' | 'execute'
  readonly appearance: 'always' | 'execute' | 'interaction-only'
  readonly retry: 'auto' | 'never'
  readonly retryMs: number
  readonly refreshExpired: 'auto' | 'manual' | 'never'
  readonly refreshTimeout: 'auto' | 'manual' | 'never'
  /** Undefined where the page wants no field. */
  readonly fieldName: string | undefined
  /** The callbacks among all that the page gave. */
  readonly given: Parameters
}

/** A misuse of the script's calls, which is thrown at the page. */
export class TurnstileError extends Error {
  override readonly name = 'TurnstileError'
}

const refreshes = ['auto', 'manual', 'never'] as const
const actionLengthMax = 32
const dataLengthMax = 255

/**
 * The parameters of `turnstile.render`, those of the call before those of the element's attributes, with their documented defaults.
 * Throws a TurnstileError that names the first one that is wrong.
 */
export function readTurnstileParameters(container: Attributed, call: unknown): TurnstileParameters {
  const { cdata, ...attributes } = dataOf(container)
  const given = mergeParameters(cdata === undefined ? attributes : { ...attributes, cData: cdata }, call)
  const { sitekey, language = 'auto' } = given
  if (typeof sitekey !== 'string' || !sitekey)
    throw new TurnstileError(`Invalid or missing parameter "sitekey": ${String(sitekey)}`)
  const retryMs = Number(given['retry-interval'] ?? 8_000)
  if (!(retryMs > 0 && retryMs < 900_000))
    throw new TurnstileError(
      `Invalid "retry-interval": ${String(given['retry-interval'])}, more than 0 and less than 900000 is expected`,
    )
  return {
    sitekey,
    action: shortText(given, 'action', actionLengthMax),
    theme: word(given, 'theme', ['auto', 'light', 'dark']),
    size: word(given, 'size', ['normal', 'flexible', 'compact', 'invisible']),
    language: /^(?:auto|[a-z]{2,3}(?:-[a-z\d]{2,8})*)$/iu.test(String(language)) ? String(language) : 'auto',
    tabindex: textOf(given['tabindex']),
    execution: word(given, 'execution', ['render', 'execute']),
    appearance: word(given, 'appearance', ['always', 'execute', 'interaction-only']),
    retry: word(given, 'retry', ['auto', 'never']),
    retryMs,
    refreshExpired: word(given, 'refresh-expired', refreshes),
    refreshTimeout: word(given, 'refresh-timeout', refreshes),
    fieldName:
      textOf(given['response-field']) === 'false'
        ? undefined
        : (textOf(given['response-field-name']) ?? 'cf-turnstile-response'),
    given: { ...given, cData: shortText(given, 'cData', dataLengthMax) },
  }
}

/** One of the documented words; the first is what it is without one. */
function word<Word extends string>(given: Parameters, name: string, words: readonly [Word, ...Word[]]): Word {
  const value = given[name] ?? words[0]
  const found = words.find((known) => known === value)
  if (found === undefined) throw new TurnstileError(`Invalid "${name}": ${String(value)}, expected ${words.join(', ')}`)
  return found
}

/** Text of letters, digits, `_` and `-` that may go into the answer of siteverify. */
export function shortText(given: Parameters, name: string, longest: number): string | undefined {
  const value = given[name]
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string' || value.length > longest || !/^[\w-]*$/u.test(value))
    throw new TurnstileError(`Invalid "${name}": ${String(value)}`)
  return value
}
