import { type FieldVerdict, found, verdictOf } from '../verdict.ts'

/**
 * What Zod, Valibot, ArkType and others implement (Standard Schema, version 1; standardschema.dev), as far as it is
 * needed here.
 */
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

const pathsMax = 10

/**
 * A value against a schema of the caller's own. Only places are told, since messages of schemas may quote what was
 * typed.
 */
export async function judgeSchema(value: unknown, schema: StandardSchema): Promise<FieldVerdict> {
  const { issues } = await schema['~standard'].validate(value)
  if (issues === undefined) return verdictOf([])
  const paths = issues.slice(0, pathsMax).map(({ path = [] }) => ['', ...path.map(keyOf)].join('/') || '/')
  return verdictOf([found('schema-mismatch', { paths: [...new Set(paths)] })])
}

function keyOf(part: PropertyKey | { readonly key: PropertyKey }): string {
  return String(typeof part === 'object' ? part.key : part).slice(0, 100)
}
