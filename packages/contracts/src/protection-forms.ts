import { z } from 'zod'
import { anybody, secretKey } from './access.ts'
import { partModes } from './protection-limiters.ts'
import { protectionPolicy } from './protection-policy.ts'
import { defineRoute } from './route.ts'
import { idSchema, lineOfText, pageOf, pageQuery, timeSchema, versionSchema } from './wire.ts'

/** Of one solution. */
export const protectedFormsMax = 50
/** Of one form. */
export const formFieldsMax = 40
/** Characters of one value that are taken: more than the 100,000 that are looked at, so that a longer one is told. */
export const fieldValueMax = 110_000
/** While somebody types: characters of one value, and fields at once that are not empty. */
const typedValueMax = 2_000
const typedValuesMax = 10

export const fieldOutcomes = ['PASS', 'FLAG', 'FAIL', 'UNKNOWN'] as const
export const fieldKinds = ['EMAIL', 'PHONE', 'IBAN', 'VAT_ID', 'URL', 'TEXT'] as const
/** Scripts that a text can be expected in, by their ISO 15924 codes. */
export const textScripts = ['Latn', 'Cyrl', 'Grek', 'Arab', 'Hebr', 'Hans', 'Jpan', 'Kore', 'Deva', 'Thai'] as const

const fieldName = z.string().min(1).max(100).regex(lineOfText)
const isOptional = z.boolean().default(false)
const country = z
  .string()
  .regex(/^[A-Z]{2}$/u)
  .nullable()
  .default(null)
const host = z.string().min(1).max(253).toLowerCase()
/** What is looked at in a field of a form. */
export const fieldRuleSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    name: fieldName,
    isOptional,
    kind: z.literal('EMAIL'),
    /** Whether name servers are asked if the domain takes mail. */
    asksDns: z.boolean().default(true),
    disposable: z.enum(['TAKE', 'FLAG']).default('FLAG'),
    /** Addresses of a task, such as info@. */
    roles: z.enum(['TAKE', 'FLAG']).default('TAKE'),
    /** Whether one box under several spellings may come again within 30 days. */
    duplicates: z.enum(['TAKE', 'FLAG']).default('TAKE'),
  }),
  z.strictObject({
    name: fieldName,
    isOptional,
    kind: z.literal('PHONE'),
    country,
    onlyThatCountry: z.boolean().default(false),
  }),
  z.strictObject({ name: fieldName, isOptional, kind: z.literal('IBAN'), country }),
  z.strictObject({
    name: fieldName,
    isOptional,
    kind: z.literal('VAT_ID'),
    /** Whether VIES, the register of the European Union, is asked. What it does not say counts against nobody. */
    asksRegister: z.boolean().optional(),
  }),
  z.strictObject({ name: fieldName, isOptional, kind: z.literal('URL'), ownHosts: z.array(host).max(20).default([]) }),
  z.strictObject({
    name: fieldName,
    isOptional,
    kind: z.literal('TEXT'),
    /** Whether the filter that the owner's decisions taught judges it, and near duplicates are looked for. */
    isMessage: z.boolean().default(true),
    linksMax: z.int().min(0).max(100).nullable().default(3),
    ownHosts: z.array(host).max(20).default([]),
    scripts: z.array(z.enum(textScripts)).max(textScripts.length).default([]),
    /** Two letters each (ISO 639-1); empty is any. */
    languages: z
      .array(z.string().regex(/^[a-z]{2}$/u))
      .max(20)
      .default([]),
    personalData: z.enum(['TAKE', 'FLAG']).default('TAKE'),
    /** Whether a text of more than 100,000 characters, which is too long to be checked, FAILs; otherwise it is flagged. */
    refusesLong: z.boolean().optional(),
  }),
])
export type FieldRuleSetting = z.infer<typeof fieldRuleSchema>

const weight = z.int().min(1).max(100)
const settings = {
  /** By which code, middleware and `data-validate` name it. */
  name: z
    .string()
    .min(1)
    .max(64)
    .regex(/^[a-z\d]+(?:[-_.][a-z\d]+)*$/u),
  mode: z.enum(partModes),
  fields: z
    .array(fieldRuleSchema)
    .min(1)
    .max(formFieldsMax)
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, { params: { code: 'duplicate' } }),
  /** Weight of all findings together, from 1 to 100, from which a message waits for a person. */
  reviewFrom: weight,
  /** From which it is refused; null: never by weight. A field that FAILs refuses at once. */
  refuseFrom: weight.nullable(),
  /** Days for which messages in the review inbox are kept, sealed. */
  keepDays: z.int().min(1).max(90),
}
const inOrder = <T extends { reviewFrom: number; refuseFrom: number | null }>({ reviewFrom, refuseFrom }: T) =>
  refuseFrom === null || reviewFrom <= refuseFrom
const outOfOrder = { path: ['refuseFrom'], params: { code: 'below-review' } }
const newDto = z
  .strictObject({ ...settings, mode: settings.mode.default('DRY_RUN'), keepDays: settings.keepDays.default(30) })
  .refine(inOrder, outOfOrder)
const changeDto = z.strictObject({ ...settings, version: versionSchema }).refine(inOrder, outOfOrder)
export type ProtectedFormNew = z.infer<typeof newDto>
export type ProtectedFormChange = z.infer<typeof changeDto>

const outcomeCounts = z.object({ pass: z.int(), flag: z.int(), fail: z.int(), unknown: z.int() })
export const protectedFormSchema = z.object({
  id: idSchema,
  ...settings,
  /** Of the last 30 days. */
  lastDays: outcomeCounts,
  waiting: z.int(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
  version: versionSchema,
})
export type ProtectedForm = z.infer<typeof protectedFormSchema>

const detail = z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())]))
export const fieldFindingSchema = z.object({
  /** Stable. */
  code: z.string(),
  outcome: z.enum(fieldOutcomes).exclude(['PASS']),
  /** Towards a review, 0 to 100; what is 0 only informs. */
  weight: z.int(),
  detail,
  /** For the owner, in English. */
  sentence: z.string(),
})
export const fieldVerdictSchema = z.object({
  name: z.string(),
  outcome: z.enum(fieldOutcomes),
  findings: z.array(fieldFindingSchema),
  /** What was probably meant. */
  suggestion: z.string().nullable(),
  /** For the visitor, in the language that was asked for; null where there is nothing to say. */
  message: z.string().nullable(),
})
export type FieldVerdictAnswer = z.infer<typeof fieldVerdictSchema>

export const validationConclusions = ['ALLOW', 'REVIEW', 'DENY'] as const
export const validationSchema = z.object({
  /** Of this validation; it stands in its review too, for the visitor who asks why. */
  decisionId: idSchema,
  /** What to do: in dry run always ALLOW. */
  conclusion: z.enum(validationConclusions),
  /** What it would be if the form were live. */
  found: z.enum(validationConclusions),
  outcome: z.enum(fieldOutcomes),
  weight: z.int().min(0).max(100),
  fields: z.array(fieldVerdictSchema),
  /** Of the message in the review inbox; null where it is not there, as when the inbox is full. */
  reviewId: idSchema.nullable(),
  /** Whether something could not be told and passes for that. */
  failedOpen: z.boolean(),
  tookMs: z.number(),
})
export type ValidationAnswer = z.infer<typeof validationSchema>

const values = z.record(fieldName, z.string().max(fieldValueMax)).refine((all) => Object.keys(all).length <= 100, {
  params: { code: 'too-many' },
})
const visitorLanguage = z.string().min(2).max(35).default('en')
const validateDto = z.strictObject({
  form: settings.name,
  values,
  /** As `Accept-Language` has it or a language of the widget; texts for the visitor come in it. */
  language: visitorLanguage,
  /** Address of the visitor, for duplicates and the log. */
  address: z.string().max(64).optional(),
  /** Token of the captcha; with it the message and its verification belong together. It is not used up. */
  captchaToken: z.string().max(2_048).optional(),
})
export type ValidateRequest = z.infer<typeof validateDto>

const filledIn = (all: Readonly<Record<string, string>>) => Object.values(all).filter((value) => value !== '').length
/** What the widget asks while somebody types: fields of a kind that can be told at once; of texts nothing. */
const typedDto = z.strictObject({
  form: settings.name,
  values: z
    .record(fieldName, z.string().max(typedValueMax))
    .refine((all) => Object.keys(all).length <= formFieldsMax && filledIn(all) <= typedValuesMax, {
      params: { code: 'too-many' },
    }),
  language: visitorLanguage,
})

export const reviewStates = ['WAITING', 'APPROVED', 'REJECTED'] as const
const reviewBase = {
  id: idSchema,
  at: timeSchema,
  form: z.object({ id: idSchema, name: z.string() }),
  state: z.enum(reviewStates),
  conclusion: z.enum(validationConclusions),
  weight: z.int(),
  codes: z.array(z.string()),
  decidedAt: timeSchema.nullable(),
  decidedBy: z.string().nullable(),
  /** When its text is deleted. */
  keptUntil: timeSchema,
}
export const reviewSchema = z.object({
  ...reviewBase,
  /** The beginning of the longest text, one line. */
  excerpt: z.string(),
})
export type Review = z.infer<typeof reviewSchema>
export const reviewDetailSchema = z.object({
  ...reviewBase,
  values: z.record(z.string(), z.string()),
  fields: z.array(fieldVerdictSchema),
  decisionId: idSchema,
  /** Of the captcha that its sender passed. */
  verificationId: idSchema.nullable(),
  /** Words that told most for the filter, with their share of spam. */
  tellingWords: z.array(z.object({ words: z.string(), share: z.number() })),
})
export type ReviewDetail = z.infer<typeof reviewDetailSchema>

export const spamFilterSchema = z.object({
  /** Messages that taught it. */
  taught: z.object({ spam: z.int(), wanted: z.int() }),
  /** How many of each it needs before it says anything. */
  needed: z.int(),
  /** Of decisions of the last 90 days that it had judged before: right and wrong. */
  right: z.int(),
  wrong: z.int(),
})
/** Of lists of others, with their date; none older than 90 days says anything. */
export const validationSourceSchema = z.object({
  name: z.string(),
  version: z.string(),
  date: z.iso.date(),
  fresh: z.boolean(),
})

const solutionParams = z.strictObject({ solutionId: idSchema })
const formParams = solutionParams.extend({ formId: idSchema })
const reviewParams = solutionParams.extend({ reviewId: idSchema })
const base = '/protection/v1/solutions/{solutionId}'
const forms = `${base}/forms`

export const protectionFormRoutes = {
  listProtectedForms: defineRoute({
    id: 'listProtectedForms',
    method: 'GET',
    path: forms,
    access: protectionPolicy['protection.read'],
    summary: 'Forms whose fields are validated, oldest first.',
    params: solutionParams,
    response: { status: 200, schema: pageOf(protectedFormSchema) },
    problems: [],
  }),
  createProtectedForm: defineRoute({
    id: 'createProtectedForm',
    method: 'POST',
    path: forms,
    access: protectionPolicy['protection.change'],
    summary: `Say how the fields of a form are validated; without a mode it begins in dry run. At most ${protectedFormsMax}.`,
    params: solutionParams,
    body: { name: 'protectedFormNewDto', schema: newDto },
    response: { status: 201, schema: protectedFormSchema },
    location: `${forms}/{id}`,
    repeatable: {},
    problems: ['quota-exceeded', 'in-use', 'idempotency-mismatch'],
  }),
  getProtectedForm: defineRoute({
    id: 'getProtectedForm',
    method: 'GET',
    path: `${forms}/{formId}`,
    access: protectionPolicy['protection.read'],
    summary: 'One form with its rules.',
    params: formParams,
    response: { status: 200, schema: protectedFormSchema },
    problems: [],
  }),
  updateProtectedForm: defineRoute({
    id: 'updateProtectedForm',
    method: 'PUT',
    path: `${forms}/{formId}`,
    access: protectionPolicy['protection.change'],
    summary: 'Change how a form is validated; `version` is the version you read.',
    params: formParams,
    body: { name: 'protectedFormDto', schema: changeDto },
    response: { status: 200, schema: protectedFormSchema },
    problems: ['version-conflict', 'in-use'],
  }),
  deleteProtectedForm: defineRoute({
    id: 'deleteProtectedForm',
    method: 'DELETE',
    path: `${forms}/{formId}`,
    access: protectionPolicy['protection.change'],
    summary: 'Delete a form with the messages that wait for a review. What they taught stays.',
    params: formParams,
    response: { status: 204, schema: null },
    problems: [],
  }),
  tryProtectedForm: defineRoute({
    id: 'tryProtectedForm',
    method: 'POST',
    path: `${base}/validations`,
    access: protectionPolicy['protection.read'],
    summary: 'Validate values by rules that need not be saved. Keeps and teaches nothing; at most 30 times a minute.',
    params: solutionParams,
    body: {
      name: 'formTryDto',
      schema: z.strictObject({ fields: settings.fields, values, language: visitorLanguage }),
    },
    response: { status: 200, schema: z.object({ fields: z.array(fieldVerdictSchema), weight: z.int() }) },
    problems: ['rate-limited'],
  }),
  validate: defineRoute({
    id: 'validate',
    method: 'POST',
    path: '/protection/v1/validations',
    access: secretKey,
    summary:
      'Your server validates what a visitor sent with a form. What cannot be told never counts against the visitor.',
    body: { name: 'validateDto', schema: validateDto },
    response: { status: 200, schema: validationSchema },
    problems: ['secret-key-invalid', 'solution-locked', 'not-found', 'rate-limited'],
  }),
  validateTyped: defineRoute({
    id: 'validateTyped',
    method: 'POST',
    path: '/protection/v1/site-keys/{siteKey}/validations',
    access: anybody,
    summary:
      'The widget asks about fields while somebody fills in a form with `data-validate`: what cannot be right, and what was probably meant. Only from domains of the site.',
    params: z.strictObject({ siteKey: z.string().min(1).max(64) }),
    body: { name: 'typedValuesDto', schema: typedDto },
    response: {
      status: 200,
      schema: z.object({
        /** Those that were asked about and have such a rule, also while they are empty; none in dry run. */
        fields: z.array(fieldVerdictSchema.pick({ name: true, outcome: true, suggestion: true, message: true })),
        /** Of the messages: two letters (ISO 639-1). */
        language: z.string(),
      }),
    },
    problems: ['site-key-unknown', 'origin-not-allowed', 'not-found', 'rate-limited'],
  }),
  listReviews: defineRoute({
    id: 'listReviews',
    method: 'GET',
    path: `${base}/reviews`,
    access: protectionPolicy['review.read'],
    summary: 'Messages in the review inbox, newest first.',
    params: solutionParams,
    query: z.strictObject({
      ...pageQuery,
      state: z.enum(reviewStates).default('WAITING'),
      formId: idSchema.optional(),
    }),
    response: { status: 200, schema: pageOf(reviewSchema) },
    problems: [],
  }),
  getReview: defineRoute({
    id: 'getReview',
    method: 'GET',
    path: `${base}/reviews/{reviewId}`,
    access: protectionPolicy['review.read'],
    summary: 'One message with what was found in it.',
    params: reviewParams,
    response: { status: 200, schema: reviewDetailSchema },
    problems: [],
  }),
  decideReview: defineRoute({
    id: 'decideReview',
    method: 'PUT',
    path: `${base}/reviews/{reviewId}/decision`,
    access: protectionPolicy['review.decide'],
    summary: 'Approve or reject a message; either teaches the spam filter, and a second decision unlearns the first.',
    params: reviewParams,
    body: { name: 'reviewDecisionDto', schema: z.strictObject({ state: z.enum(['APPROVED', 'REJECTED']) }) },
    response: { status: 200, schema: reviewSchema },
    problems: [],
  }),
  getSpamFilter: defineRoute({
    id: 'getSpamFilter',
    method: 'GET',
    path: `${base}/spam-filter`,
    access: protectionPolicy['protection.read'],
    summary:
      'What the spam filter of the site has learned, how often it was right, and how old the lists of others are.',
    params: solutionParams,
    response: { status: 200, schema: spamFilterSchema.extend({ sources: z.array(validationSourceSchema) }) },
    problems: [],
  }),
  resetSpamFilter: defineRoute({
    id: 'resetSpamFilter',
    method: 'DELETE',
    path: `${base}/spam-filter`,
    access: protectionPolicy['protection.change'],
    summary: 'Make the spam filter forget all that it learned.',
    params: solutionParams,
    response: { status: 204, schema: null },
    problems: [],
  }),
} as const
