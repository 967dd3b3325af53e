import type { CheckResult } from '@bollard/uptime'
import type { FormTarget } from '../check.ts'
import { runMark } from './run-mark.ts'

const hidden = '•••'
/** Shorter texts are parts of others everywhere, and what is left of an answer without them tells them all the same. */
const lengthMin = 4

/** A result without what the form was filled in with: pages show again what was sent to them, and all members see results. */
export function hideValues(result: CheckResult, fields: FormTarget['fields']): CheckResult {
  const parts = fields.flatMap(({ value }) => value.split(runMark)).map((part) => part.trim())
  const texts = new Set(parts.filter(({ length }) => length >= lengthMin).flatMap(waysToWrite))
  const ordered = [...texts].toSorted((one, other) => other.length - one.length)
  const shown = (text: string) => ordered.reduce(hideText, text)
  const { detail, sample, assertions, facts } = result
  return {
    ...result,
    detail: detail === null ? null : shown(detail),
    sample: sample && { headers: mapValues(sample.headers, shown), body: shown(sample.body) },
    assertions: assertions.map((one) => mapValues(one, (value) => (typeof value === 'string' ? shown(value) : value))),
    facts: facts.answers === undefined ? facts : { ...facts, answers: facts.answers.map(shown) },
  }
}

/** As pages, addresses and programs write a text. */
function waysToWrite(text: string): string[] {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const encoded = encodeURIComponent(text)
  return [
    text,
    escaped,
    escaped.replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
    escaped.replaceAll('"', '&#34;').replaceAll("'", '&#x27;'),
    encoded,
    encoded.replaceAll('%20', '+'),
    new URLSearchParams([['', text]]).toString().slice(1),
    JSON.stringify(text).slice(1, -1),
  ]
}

/** What was cut off may have been cut in the middle of it. */
function hideText(text: string, secret: string): string {
  const whole = text.replaceAll(secret, hidden)
  for (let length = secret.length - 1; length >= lengthMin; length -= 1)
    if (whole.endsWith(secret.slice(0, length))) return `${whole.slice(0, -length)}${hidden}`
  return whole
}

function mapValues<Of extends object>(of: Of, map: (value: never) => unknown): Of {
  return Object.fromEntries(Object.entries(of).map(([name, value]) => [name, map(value as never)])) as Of
}
