import type { RequestTemplate } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { addressFault, type PublicRequest } from '@bollard/webhooks'
import { type Secrets, userAgent } from './channel-kind.ts'
import { cut, fitText, type Message } from './message.ts'

/** Which priority a provider gives to what is told; for templates of a person's own from 1 to 5. */
export type Priorities = Readonly<Record<Message['event'], number>>
export const priorities: Priorities = { OPENED: 5, REPEATED: 5, ACKNOWLEDGED: 3, RESOLVED: 3, TEST: 3 }

/** A template, and what providers want beyond it. */
export interface FilledTemplate extends RequestTemplate {
  readonly basic?: { readonly user: string; readonly password: string }
}

/** What a template may name besides its channel's own fields. */
export const placeNames = ['title', 'text', 'link', 'event', 'service', 'id', 'key', 'incidentKey', 'priority'] as const

const place = /\{\{\s*([a-zA-Z][a-zA-Z0-9]*)(?::(\d{1,5}))?\s*\}\}/gu
const contentTypes = {
  JSON: 'application/json; charset=utf-8',
  FORM: 'application/x-www-form-urlencoded',
  TEXT: 'text/plain; charset=utf-8',
} as const
const escapes = {
  JSON: (value: string) => JSON.stringify(value).slice(1, -1),
  FORM: (value: string) => encodeURIComponent(value.toWellFormed()),
  TEXT: (value: string) => value,
} as const

/**
 * The request of a template. What is told can end no string of JSON, no field of a form and no part of an address: everything is escaped for
 * where it stands. Only a field at the very beginning of an address is taken as it is, since it is one.
 */
export function fillTemplate(
  template: FilledTemplate,
  fields: Secrets,
  message: Message,
  ranks: Priorities = priorities,
): PublicRequest {
  const values: Readonly<Record<string, string>> = { ...fields, ...valuesOf(message, ranks) }
  const fill = (text: string, escape: (value: string) => string): string =>
    text.replaceAll(place, (_whole, name: string, max: string | undefined) => {
      const value = values[name] ?? ''
      if (max === undefined) return escape(value)
      const most = Math.max(1, Number(max))
      return escape(name === 'text' ? fitText(message, most) : cut(value, most))
    })
  const [start = ''] = /^\{\{\w+\}\}/u.exec(template.url) ?? []
  const url = `${fill(start, escapes.TEXT).replace(/\/+$/u, '')}${fill(template.url.slice(start.length), escapes.FORM)}`
  const { basic } = template
  const headers = Object.fromEntries(
    template.headers
      .filter(({ value }) => !isEmpty(value, values))
      .map(({ name, value }) => [name.toLowerCase(), fill(value, headerSafe)]),
  )
  return {
    method: template.method,
    url,
    headers: {
      'content-type': contentTypes[template.contentType],
      'user-agent': userAgent,
      ...(basic === undefined
        ? {}
        : {
            authorization: `Basic ${Buffer.from(fill(`${basic.user}:${basic.password}`, escapes.TEXT)).toString('base64')}`,
          }),
      ...headers,
    },
    body: fill(template.body, escapes[template.contentType]),
  }
}

/** Whether a header was to carry something that there is not, such as a token that its owner does not use. */
function isEmpty(text: string, values: Readonly<Record<string, string>>): boolean {
  const names = [...text.matchAll(place)].map(([, name = '']) => name)
  return names.length > 0 && names.every((name) => (values[name] ?? '') === '')
}

function valuesOf({ id, title, text, url, event, key, alerts }: Message, ranks: Priorities): Record<string, string> {
  const [first] = alerts
  return {
    id,
    title,
    text,
    link: url,
    event: event.toLowerCase(),
    service: first?.serviceName ?? '',
    key,
    incidentKey: first?.id ?? key,
    priority: String(ranks[event]),
  }
}

/** One line of what every header may hold. */
function headerSafe(value: string): string {
  return value.replaceAll(/[^\u0020-\u007e]/gu, '?')
}

const forbiddenHeaders = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'content-type',
  'upgrade',
  'te',
])

/** Refuses a template that could not be sent, with the field below `pointer`. Throws `validation-failed`. */
export function assertTemplate(
  template: RequestTemplate,
  names: readonly string[],
  pointer: string,
  allowPrivate: boolean,
): void {
  const refuse = (field: string, code: string): never => {
    throw new ProblemError('validation-failed', undefined, { errors: [{ pointer: `${pointer}/${field}`, code }] })
  }
  const known = new Set<string>([...placeNames, ...names])
  const parts = [
    ['url', template.url],
    ['body', template.body],
    ...template.headers.map(({ value }, index) => [`headers/${index}/value`, value]),
  ]
  for (const [field = '', text = ''] of parts)
    for (const [, name = ''] of text.matchAll(place)) if (!known.has(name)) refuse(field, 'unknown-place')
  for (const [index, { name }] of template.headers.entries())
    if (forbiddenHeaders.has(name.toLowerCase())) refuse(`headers/${index}/name`, 'forbidden')
  // Whatever is told, it goes to the host that is written here.
  const host = /^https?:\/\/[^/?#]*/iu.exec(template.url)?.[0] ?? ''
  if (host.includes('{')) refuse('url', 'place-in-host')
  const sample = fillTemplate(template, Object.fromEntries(names.map((name) => [name, 'a"\\b'])), sampleMessage)
  if (addressFault(sample.url, { allowPrivate }) !== null) refuse('url', 'address')
  if (template.contentType === 'JSON' && !isJson(sample.body ?? '')) refuse('body', 'json')
}

const sampleMessage: Message = {
  id: 'sample',
  key: 'sample',
  solutionId: 'sample',
  event: 'TEST',
  title: 'A "title"',
  text: 'Two\n"lines"',
  lines: ['Two', '"lines"'],
  more: '',
  url: 'https://example.org/',
  alerts: [],
  at: new Date(0),
  triedAt: new Date(0),
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
