import type { Reason } from '@bollard/contracts'

/**
 * Evidence as stored: its stable code and its weight in log-odds. What the budgets did has weight 0 and a number: the bits of
 * work that it asked for.
 */
export type StoredReason = readonly [code: string, weight: number, number?: number]

/** Many rows share their reasons. */
const written = new WeakMap<readonly StoredReason[], string>()

/**
 * Reasons as one text, "code weight code weight", strongest first; a number follows its weight as in "code 0/2.5". Codes hold
 * no spaces, so nothing needs escaping on its way into the database, and the first word is the main reason.
 */
export function writeReasons(reasons: readonly StoredReason[]): string {
  const known = written.get(reasons)
  if (known !== undefined) return known
  let text = ''
  for (const [code, weight, number] of reasons)
    text += `${text === '' ? '' : ' '}${code} ${weight}${number === undefined ? '' : `/${number}`}`
  written.set(reasons, text)
  return text
}

export function readReasons(text: string): StoredReason[] {
  const words = text === '' ? [] : text.split(' ')
  const reasons: StoredReason[] = []
  for (let index = 0; index < words.length; index += 2)
    reasons.push(readReason(words[index] ?? '', words[index + 1] ?? ''))
  return reasons
}

function readReason(code: string, text: string): StoredReason {
  const [weight, number] = text.split('/')
  return number === undefined ? [code, Number(weight)] : [code, Number(weight), Number(number)]
}

/** A stored reason as owners see it; the number of what the budgets did are bits. */
export function toReason([code, weight, bits]: StoredReason, groupOf: (code: string) => string): Reason {
  return { code, group: groupOf(code), weight, ...(bits === undefined ? {} : { bits }) }
}
