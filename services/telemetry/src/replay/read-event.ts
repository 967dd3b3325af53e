import { ProblemError } from '@bollard/http'
import { z } from 'zod'

/** The kinds of rrweb that a page sends: document ready, loaded, snapshot, change, page. Its own and those of plugins are none. */
const kinds = [0, 1, 2, 3, 4] as const
const change = 3
/** The change that an input was typed into or chosen. */
const input = 5
/** What stands for typed text, however long it is. */
const maskedText = /^\**$/u

const eventSchema = z.strictObject({
  type: z.literal(kinds),
  data: z.record(z.string(), z.unknown()),
  timestamp: z.number().min(0),
  delay: z.number().optional(),
})

/**
 * Checks one event as a page sends it. Throws `validation-failed`, naming the event, for what is none, and for one with text that somebody
 * typed: a page that forgets to mask it must not have it stored.
 */
export function checkEvent(text: string, index: number): void {
  const code = faultOf(text)
  if (code !== null)
    throw new ProblemError('validation-failed', undefined, { errors: [{ pointer: `/events/${index}`, code }] })
}

function faultOf(text: string): 'invalid-format' | 'invalid-value' | null {
  const parsed = eventSchema.safeParse(parse(text))
  if (!parsed.success) return 'invalid-format'
  const { type, data } = parsed.data
  if (type !== change || data['source'] !== input) return null
  return typeof data['text'] === 'string' && maskedText.test(data['text']) && data['isChecked'] !== true
    ? null
    : 'invalid-value'
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
