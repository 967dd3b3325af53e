import { languageOf } from './page-texts.ts'
import type { FieldVerdict, Validation } from './validation.ts'

/** What Zod, Valibot, ArkType and others implement (Standard Schema, version 1; standardschema.dev), as far as it is needed here. */
export interface StandardSchema {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => SchemaResult | Promise<SchemaResult>
  }
}
interface SchemaResult {
  readonly issues?:
    | readonly { readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined }[]
    | undefined
}

const fieldsMax = 100

/**
 * The verdicts of a schema of your own about the values of a form: one for each field that does not fit, and one with an empty name for
 * what belongs to no field. What a schema says itself is not told, since it may quote what was typed. One that fails, or takes
 * longer than `timeoutMs`, is `UNKNOWN`. Never rejects.
 */
export async function judgeBySchema(
  values: Readonly<Record<string, string>>,
  { schema, language, timeoutMs }: { schema: StandardSchema | undefined; language: string; timeoutMs: number },
): Promise<readonly FieldVerdict[]> {
  if (schema === undefined) return []
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, timeoutMs, null)))
  try {
    // In a promise of its own, since a schema may throw at once.
    const result = await Promise.race([(async () => schema['~standard'].validate(values))(), late])
    if (result === null) return [unknown('field-not-in-time')]
    const names = (result.issues ?? []).slice(0, fieldsMax).map(({ path }) => nameOf(path?.[0]))
    const message = languageOf(language).texts.mismatch
    return [...new Set(names)].map((name) => ({
      name,
      outcome: 'FAIL',
      codes: ['schema-mismatch'],
      message,
      suggestion: null,
    }))
  } catch {
    return [unknown('field-not-judged')]
  } finally {
    clearTimeout(timer)
  }
}

/** The validation of the service and what a schema found beside it. A field that does not fit is refused whatever the service says. */
export function withSchema(validation: Validation, found: readonly FieldVerdict[]): Validation {
  if (found.length === 0) return validation
  const others = new Map(found.map((field) => [field.name, field]))
  const fields = validation.fields.map((field) => {
    const other = others.get(field.name)
    others.delete(field.name)
    if (other === undefined) return field
    const message = field.message ?? other.message
    return { ...field, outcome: other.outcome, codes: [...field.codes, ...other.codes], message }
  })
  const isRefused = found.some(({ outcome }) => outcome === 'FAIL')
  return {
    ...validation,
    conclusion: isRefused ? 'DENY' : validation.conclusion,
    fields: [...fields, ...others.values()],
  }
}

function unknown(code: string): FieldVerdict {
  return { name: '', outcome: 'UNKNOWN', codes: [code], message: null, suggestion: null }
}

function nameOf(key: PropertyKey | { readonly key: PropertyKey } | undefined): string {
  return String((typeof key === 'object' ? key.key : key) ?? '').slice(0, 100)
}
