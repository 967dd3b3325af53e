import type { OperationExample } from '@bollard/http'
import { createMask, type Mask } from './mask.ts'
import { operations, type Performance, type Performed } from './perform-all.ts'

/** Operations that nobody can have succeed here, and why; their example is the refusal. */
export const refusedHere: Readonly<Record<string, string>> = {
  sendConversion: 'It takes an account at an advertising network.',
}

/** Examples that may stand for each operation, as they were heard and masked; the most telling one comes first. */
export function examplesOf(performance: Performance): Map<string, OperationExample[]> {
  return new Map(
    operations.map(({ id }) => {
      const heard = (performance.byOperation.get(id) ?? []).filter(({ heard: { status } }) =>
        id in refusedHere ? status >= 400 : status < 300,
      )
      return [id, heard.map((one) => exampleOf(one, createMask(performance))).toSorted(mostTelling)]
    }),
  )
}

/** One example of each operation that was performed as it should be. */
export function chooseExamples(performance: Performance): Record<string, OperationExample> {
  return Object.fromEntries(
    [...examplesOf(performance)].flatMap(([id, [example]]) => (example === undefined ? [] : [[id, example]])),
  )
}

/** Paths of all fields with the types of what they hold, sorted; entries of a list count as one. */
export function shapeOf(value: unknown, path = ''): string[] {
  const inner = Array.isArray(value)
    ? value.flatMap((entry) => shapeOf(entry, `${path}[]`))
    : value !== null && typeof value === 'object'
      ? Object.entries(value).flatMap(([key, held]) => shapeOf(held, `${path}/${key}`))
      : []
  const type = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value
  return [...new Set([`${path} ${type}`, ...inner])].toSorted()
}

function exampleOf({ heard, params }: Performed, mask: Mask): OperationExample {
  const { status, headers, search, body, text } = heard
  const query = Object.fromEntries(new URLSearchParams(search))
  const [mediaType = ''] = (headers.get('content-type') ?? '').split(';')
  const answer = answerOf(mediaType, text)
  const example: OperationExample = {
    ...(Object.keys(params).length > 0 ? { params } : {}),
    ...(search === '' ? {} : { query }),
    ...(body === null ? {} : { body: bodyOf(body) }),
    status,
    ...(mediaType === '' ? {} : { mediaType }),
    ...(answer === undefined ? {} : { answer }),
  }
  return mask(example) as OperationExample
}

/** Bodies are JSON or forms. */
function bodyOf(body: string): unknown {
  return body.startsWith('{') ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body))
}

/** A JSON text, the first event of a stream, the first lines of a table; other files say nothing to readers. */
function answerOf(mediaType: string, text: string): unknown {
  if (/^application\/(?:problem\+)?json$/u.test(mediaType)) return JSON.parse(text)
  if (mediaType === 'text/event-stream') return JSON.parse(/^data: (.*)$/mu.exec(text)?.[1] ?? 'null')
  if (mediaType === 'text/csv') return `${text.split(/\r?\n/u).slice(0, 2).join('\n')}\n`
  return undefined
}

/** What has more fields comes first; what is alike in that, in the order of its text, so that it is the same each time. */
function mostTelling(one: OperationExample, other: OperationExample): number {
  const byFields = shapeOf(other).length - shapeOf(one).length
  return byFields === 0 ? (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1) : byFields
}
