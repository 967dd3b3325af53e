import type { AuditEntry } from '@bollard/contracts'

/** Words for what stands in the log. */
export interface AuditWords {
  actions: Readonly<Record<string, Readonly<Record<string, string>>>>
  other: string
  fields: Readonly<Record<string, string>>
  /** Names of roles, states and the like. */
  values: Readonly<Record<string, string>>
  nothing: string
  moment: (at: string) => string
  whole: (value: number) => string
}

export interface ChangedField {
  name: string
  before: string | null
  after: string | null
}

/** What was done, as a sentence without its subject; an action that this program does not know reads as some other change. */
export function actionText(action: string, { actions, other }: Pick<AuditWords, 'actions' | 'other'>): string {
  const dot = action.indexOf('.')
  const [subject, verb] = [action.slice(0, Math.max(dot, 0)), action.slice(dot + 1)]
  const verbs = Object.hasOwn(actions, subject) ? actions[subject] : undefined
  return verbs && Object.hasOwn(verbs, verb) ? (verbs[verb] ?? other) : other
}

/** The fields of an entry that people have a word for, as they were and as they are. Null where the entry does not say. */
export function changedFields(
  { before, after }: Pick<AuditEntry, 'before' | 'after'>,
  words: AuditWords,
): ChangedField[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names.flatMap((field) => {
    const name = Object.hasOwn(words.fields, field) ? words.fields[field] : undefined
    if (name === undefined) return []
    const was = valueText(before?.[field], words)
    const is = valueText(after?.[field], words)
    return was === null && is === null ? [] : [{ name, before: was, after: is }]
  })
}

/** Null for what has no words: it is not there, has parts of its own, or is a code that is none of `values`. */
function valueText(value: unknown, words: AuditWords): string | null {
  if (value === undefined) return null
  if (value === null || value === '') return words.nothing
  if (typeof value === 'boolean') return words.values[String(value)] ?? null
  if (typeof value === 'number') return words.whole(value)
  if (typeof value === 'string') return stringText(value, words)
  if (!Array.isArray(value)) return null
  const parts = value.map((part: unknown) => valueText(part, words))
  if (parts.length === 0) return words.nothing
  return parts.includes(null) ? null : parts.join(', ')
}

function stringText(value: string, { values, moment }: AuditWords): string | null {
  if (Object.hasOwn(values, value)) return values[value] ?? null
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/u.test(value)) return moment(value)
  const isCode = /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/u.test(value)
  const isId = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/u.test(value)
  return isCode || isId ? null : value
}
