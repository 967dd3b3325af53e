import type { FaultCode } from '../content-fault.ts'
import type { ArticleFront, LegalFront, Source } from './article.ts'

type Values = Readonly<Record<string, unknown>>
type Complain = (detail: string, code?: FaultCode) => void

/** An article without so many documents behind it says what somebody remembers. */
const sourcesMin = 3
const relatedMin = 2
const relatedMax = 4

/** What the front matter of an article of the website says beside title, description and order; what is missing is empty. */
export function articleFrontIn(values: Values, complain: Complain): ArticleFront {
  const published = dayIn(values, 'published', complain)
  const updated = dayIn(values, 'updated', complain)
  if (updated < published) complain('"updated" is before "published"')
  const related = listIn(values, 'related', complain).map(String)
  if (related.length < relatedMin || related.length > relatedMax)
    complain(`"related" names ${related.length} articles; ${relatedMin} to ${relatedMax} are needed`)
  const sources = listIn(values, 'sources', complain).map((source, index) => sourceIn(source, index + 1, complain))
  if (sources.length < sourcesMin)
    complain(`"sources" names ${sources.length}; ${sourcesMin} are needed`, 'sources-too-few')
  return { published, updated, related, sources }
}

/** What the front matter of a legal text says beside title, description and order. */
export function legalFrontIn(values: Values, complain: Complain): LegalFront {
  const version = textIn(values, 'version', complain)
  const effective = dayIn(values, 'effective', complain)
  const changes = listIn(values, 'changes', complain).map((change) => {
    const fields = fieldsOf(change)
    return {
      version: textIn(fields, 'version', complain, 'changes'),
      effective: dayIn(fields, 'effective', complain, 'changes'),
      text: textIn(fields, 'text', complain, 'changes'),
    }
  })
  if (changes[0]?.version !== version || changes[0]?.effective !== effective)
    complain('"changes" does not begin with this version')
  return { version, effective, changes }
}

function sourceIn(value: unknown, number: number, complain: Complain): Source {
  const fields = fieldsOf(value)
  const text = (name: keyof Source) => textIn(fields, name, complain, `sources ${number}`)
  const source = {
    name: text('name'),
    author: text('author'),
    date: text('date'),
    address: text('address'),
    supports: text('supports'),
  }
  for (const name of Object.keys(fields)) if (!(name in source)) complain(`"sources ${number}.${name}" is unknown`)
  if (source.date !== '' && !/^\d{4}(?:-\d{2}(?:-\d{2})?)?$/u.test(source.date))
    complain(`"sources ${number}.date" is no year, month or day`)
  if (source.address !== '' && !/^https:\/\/\S+$/u.test(source.address))
    complain(`"sources ${number}.address" does not begin with https://`)
  return source
}

function textIn(values: Values, name: string, complain: Complain, within?: string): string {
  const value = values[name]
  const text = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
  if (text === '') complain(`"${within === undefined ? name : `${within}.${name}`}" is missing`)
  return text
}

function dayIn(values: Values, name: string, complain: Complain, within?: string): string {
  const text = textIn(values, name, complain, within)
  if (text !== '' && (!/^\d{4}-\d{2}-\d{2}$/u.test(text) || Number.isNaN(Date.parse(text))))
    complain(`"${name}" is no day such as 2026-11-26`)
  return text
}

function listIn(values: Values, name: string, complain: Complain): readonly unknown[] {
  const value = values[name]
  if (Array.isArray(value)) return value
  complain(`"${name}" is no list`)
  return []
}

function fieldsOf(value: unknown): Values {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
