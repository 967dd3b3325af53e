import { checkSchema } from '../operations/check-schema.ts'
import { operationOf } from '../operations/operations.ts'
import { Fault, type FaultField } from '../fault.ts'

/** What a rule does, as it stands in a file and in the API. */
export type RuleContent = Readonly<Record<string, unknown>> & { readonly name: string; readonly priority: number }
/** A rule of the captcha. */
export type StoredRule = RuleContent & { readonly id: string; readonly version: number; readonly form: string | null }

export interface RuleChange {
  readonly kind: 'create' | 'update' | 'delete'
  readonly name: string
  /** The rule before, and after. */
  readonly stored?: StoredRule
  readonly wanted?: RuleContent
  /** Names of what differs, for an update. */
  readonly fields: readonly string[]
}

export interface RulePlan {
  readonly changes: readonly RuleChange[]
  /** Rules of the captcha that the file doesn't name, and that stay without `--prune`. */
  readonly kept: readonly StoredRule[]
  /** All rules as they would be, in the order in which they are asked. */
  readonly result: readonly RuleContent[]
}

export const contentFields = ['name', 'priority', 'enabled', 'dryRun', 'conditions', 'action', 'expiresAt'] as const
const defaults: Readonly<Record<string, unknown>> = { enabled: true, dryRun: false, expiresAt: null }

/**
 * Rules of a file: `{ "rules": [ … ] }`, each as the API takes it. Without `priority` they keep the order of the file. Throws a `Fault`
 * that names each field at fault, such as `/rules/0/action`.
 */
export function readRulesFile(text: string): RuleContent[] {
  let file: unknown
  try {
    file = JSON.parse(text)
  } catch (error) {
    throw new Fault('usage', 'malformed-json', `The file is no JSON: ${error instanceof Error ? error.message : ''}`)
  }
  const { rules, ...others } = (typeof file === 'object' && file !== null ? file : {}) as Record<string, unknown>
  const faults: FaultField[] = Object.keys(others)
    .filter((name) => name !== '$schema')
    .map((name) => ({ pointer: `/${name}`, code: 'unknown-field' }))
  if (!Array.isArray(rules)) throw invalid([...faults, { pointer: '/rules', code: 'required' }])
  const { body } = operationOf('createRule')
  const read = rules.map((rule: unknown, index): unknown =>
    typeof rule === 'object' && rule !== null ? { ...defaults, priority: (index + 1) * 10, ...rule } : rule,
  )
  faults.push(...read.flatMap((rule, index) => checkSchema(body?.schema ?? {}, rule, `/rules/${index}`)))
  const names = read.map((rule) => (rule as RuleContent | null)?.name)
  names.forEach((name, index) => {
    if (typeof name === 'string' && names.indexOf(name) !== index)
      faults.push({ pointer: `/rules/${index}/name`, code: 'duplicate' })
  })
  if (faults.length > 0) throw invalid(faults)
  return read.map((rule) => normalised(rule as RuleContent))
}

function invalid(fields: readonly FaultField[]): Fault {
  return new Fault('usage', 'validation-failed', 'The file describes no rules that the API takes.', { fields })
}

/**
 * What makes the rules of the captcha those of the file. They are matched by name. Rules of the simple forms (countries, networks) are
 * changed there and stay. Throws `name-ambiguous` where two rules of the captcha have a name of the file.
 */
export function planRules(stored: readonly StoredRule[], wanted: readonly RuleContent[], prune: boolean): RulePlan {
  const changes: RuleChange[] = []
  const result: RuleContent[] = []
  const named = new Set<string>()
  for (const rule of wanted) {
    const matches = stored.filter(({ name }) => name === rule.name)
    const [match] = matches
    named.add(rule.name)
    if (matches.length > 1)
      throw new Fault('conflict', 'name-ambiguous', `The captcha has ${matches.length} rules called "${rule.name}".`, {
        advice: 'Rename one of them.',
      })
    if (match?.form)
      throw new Fault('conflict', 'rule-of-form', `"${rule.name}" is kept by a simple form.`, {
        advice: 'Change it with "bollard rule-forms put", and leave it out of the file.',
      })
    result.push(rule)
    if (match === undefined) changes.push({ kind: 'create', name: rule.name, wanted: rule, fields: [] })
    else {
      const fields = contentFields.filter((field) => !isSame(match[field], rule[field]))
      if (fields.length > 0) changes.push({ kind: 'update', name: rule.name, stored: match, wanted: rule, fields })
    }
  }
  const others = stored.filter(({ name }) => !named.has(name))
  const kept = others.filter(({ form }) => form !== null || !prune)
  for (const rule of others.filter((one) => !kept.includes(one)))
    changes.push({ kind: 'delete', name: rule.name, stored: rule, fields: [] })
  result.push(...kept.map(contentOf))
  return { changes, kept, result: result.toSorted((a, b) => a.priority - b.priority) }
}

/** The part of a stored rule that a file holds. */
export function contentOf(rule: StoredRule): RuleContent {
  return normalised(rule)
}

function normalised(rule: RuleContent): RuleContent {
  const content = Object.fromEntries(contentFields.map((field) => [field, rule[field] ?? defaults[field] ?? null]))
  const conditions = Array.isArray(content['conditions']) ? content['conditions'].map(filled) : []
  return { ...content, conditions } as unknown as RuleContent
}

/** A condition with what the service fills in where it is left out. */
function filled(condition: Readonly<Record<string, unknown>>): object {
  return condition['field'] === 'score' ? { from: 0, to: 1, ...condition } : { not: false, ...condition }
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(ordered(a)) === JSON.stringify(ordered(b))
}

/** The same with keys in one order, so that how a file writes an object makes no difference. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, inner]) => [key, ordered(inner)])
      .toSorted(([a], [b]) => String(a).localeCompare(String(b))),
  )
}
