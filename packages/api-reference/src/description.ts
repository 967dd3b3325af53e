/** What the reference reads of an OpenAPI 3.1 document. Everything else in it is left alone. */
export interface Description {
  readonly info: { readonly title: string; readonly version: string }
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, object>>
  readonly components: {
    readonly schemas: Readonly<Record<string, unknown>>
  }
  readonly 'x-problems': Readonly<Record<string, Problem>>
}

/** JSON Schema, dialect 2020-12, as far as the API uses it. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly propertyNames?: Schema
  readonly items?: Schema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly multipleOf?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

export interface DescribedMedia {
  readonly schema?: Schema
  readonly example?: unknown
}

/** Who may call; see `Rule` of the contracts. */
export interface Access {
  readonly audience: 'public' | 'session' | 'secret-key'
  readonly scope?: string
  readonly role?: string
  readonly operator?: 'only' | 'also'
  readonly verified?: true
  readonly unlocked?: true
  readonly factor?: true
  readonly proof?: true
}

export interface RateLimitOfCall {
  readonly name: string
  readonly limit: number
  readonly seconds: number
  readonly per: string
  /** What is counted, where that is not every call. */
  readonly counts?: string
}

export interface DescribedOperation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly parameters: readonly {
    readonly name: string
    readonly in: 'path' | 'query' | 'header'
    readonly required: boolean
    readonly description?: string
    readonly schema: Schema
    readonly example?: string | number | boolean
  }[]
  readonly requestBody?: {
    readonly required: boolean
    readonly content: Readonly<Record<string, DescribedMedia>>
  }
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Readonly<Record<string, DescribedMedia>> }>
  >
  readonly 'x-access': Access
  readonly 'x-rate-limits'?: readonly RateLimitOfCall[]
}

/** A refusal as RFC 9457 writes it. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: string
}
