import {
  type AnswerBody,
  answerBodySchema,
  type StartBody,
  startBodySchema,
  type VerificationAnswer,
  verificationAnswerSchema,
} from '@bollard/contracts'
import { Ajv } from 'ajv'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

// What the two hot calls read and write is made of their contract once, when the process starts. Zod itself would be too slow here.

/** The part of JSON Schema that the contract of these calls uses. */
interface Schema {
  readonly type?: string
  readonly const?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly oneOf?: readonly Schema[]
}

const strictly = {
  removeAdditional: false,
  coerceTypes: false,
  useDefaults: false,
  allErrors: false,
  strict: true,
  // The schemas are ours, made of the contract; compiling the schema of schemas would take longer than all of them.
  validateSchema: false,
} as const
/** Counts a text in characters, as the contract does. */
const ajv = new Ajv(strictly)
/** Counts a text in UTF-16 units, which are never fewer: faster, and what it does not accept the full server looks at again. */
const fastAjv = new Ajv({
  ...strictly,
  unicode: false,
  // Ajv calls `unicode` deprecated each time.
  logger: false,
})

export const startBody = schemaOf(startBodySchema)
export const answerBody = schemaOf(answerBodySchema)

/** The body of a start when it is what the contract asks for, else null; why it is not is for the full server to say. */
export const readStartBody = readerOf<StartBody>(startBody)
/** The same for an answer. */
export const readAnswerBody = readerOf<AnswerBody>(answerBody)

export const verificationParams = {
  type: 'object',
  required: ['verificationId'],
  properties: { verificationId: { type: 'string', pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' } },
} as const

/** One flat shape for all answers: the serializer of the full server then never has to try alternatives. */
export const verificationAnswer = flatSchemaOf(schemaOf(verificationAnswerSchema))

/** An answer as JSON, put together in a fifth of the time of `JSON.stringify`: nothing in it needs an escape. */
export const textOf: (answer: VerificationAnswer) => string = writerOf(schemaOf(verificationAnswerSchema))

/** Validates the routes of a scope as the contract does, without Fastify's leniency, which drops unknown fields and turns numbers into texts. */
export function validateStrictly(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema }) => ajv.compile(schema))
}

function schemaOf(contract: z.ZodType): Schema {
  return z.toJSONSchema(contract, { target: 'draft-7' }) as Schema
}

function readerOf<Body>(schema: Schema): (text: string) => Body | null {
  const isBody = fastAjv.compile<Body>(schema)
  return (text) => {
    try {
      const body: unknown = JSON.parse(text)
      return isBody(body) ? body : null
    } catch {
      return null
    }
  }
}

function flatSchemaOf({ type, properties, required, items, oneOf }: Schema): object {
  // Made of letters, digits and signs that JSON never escapes, so the serializer need not look.
  if (type === 'string') return { type, format: 'unsafe' }
  if (items !== undefined) return { type, items: flatSchemaOf(items) }
  const shapes = oneOf ?? (properties === undefined ? [] : [{ properties, required }])
  if (shapes.length === 0) return { type }
  const fields = shapes.flatMap((shape) => Object.entries(shape.properties ?? {}))
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, field]) => [name, flatSchemaOf(field)])),
    required: shapes[0]?.required?.filter((name) => shapes.every((shape) => shape.required?.includes(name))),
  }
}

/** Compiled as Ajv compiles a validator: a loop over the fields would take twice as long. */
function writerOf(schema: Schema): (answer: VerificationAnswer) => string {
  return new Function('answer', `return ${writingCode(schema, 'answer')}`) as (answer: VerificationAnswer) => string
}

/** An expression that writes the value of an expression as JSON. Names come from the contract and are quoted all the same. */
function writingCode({ type, const: value, properties = {}, required = [], items, oneOf }: Schema, of: string): string {
  if (oneOf !== undefined)
    return oneOf.reduceRight((rest, shape) => {
      const status = JSON.stringify(shape.properties?.['status']?.const)
      return `${of}.status === ${status} ? ${writingCode(shape, of)} : ${rest}`
    }, `JSON.stringify(${of})`)
  if (value !== undefined) return JSON.stringify(JSON.stringify(value))
  if (items !== undefined) return `JSON.stringify(${of})`
  if (type === 'string') return `'"' + ${of} + '"'`
  if (type !== 'object') return of
  const fields = Object.entries(properties).map(([name, field], index) => {
    const head = JSON.stringify(`${index === 0 ? '{' : ','}${JSON.stringify(name)}:`)
    const inner = `${of}[${JSON.stringify(name)}]`
    const code = `${head} + ${writingCode(field, inner)}`
    return required.includes(name) ? code : `(${inner} === undefined ? '' : ${code})`
  })
  return `${fields.join(' + ')} + '}'`
}
