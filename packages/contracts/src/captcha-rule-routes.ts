import { captchaPolicy } from './captcha-policy.ts'
import { z } from 'zod'
import { continents, rulesMax, networkKinds, ruleActionSchema, ruleContentSchema } from './captcha-rules.ts'
import { defineRoute } from './route.ts'
import { idSchema, lineOfText, pageOf, timeSchema, versionSchema } from './wire.ts'

/** Simple forms that keep a rule each. */
export const ruleForms = ['ALLOWED_NETWORKS', 'BLOCKED_NETWORKS', 'GEOBLOCKING'] as const
export type RuleForm = (typeof ruleForms)[number]

/** A rule as it is stored, with how often it was met. */
export const ruleSchema = ruleContentSchema.extend({
  id: idSchema,
  /** The simple form that keeps the rule: its conditions and its action are changed there. */
  form: z.enum(ruleForms).nullable(),
  version: versionSchema,
  createdAt: timeSchema,
  updatedAt: timeSchema,
  /** How often it decided, or changed the work. */
  hits: z.int(),
  /** How often it would have, while it was on trial. */
  dryRunHits: z.int(),
  lastHitAt: timeSchema.nullable(),
})
export type StoredRuleDto = z.infer<typeof ruleSchema>

const network = z.string().max(50)
const ruleFormsContent = z.strictObject({
  geoblocking: z.strictObject({
    /** With `ALLOW_LISTED` visitors of every other country are refused; whose country nobody knows is not. */
    mode: z.enum(['OFF', 'BLOCK_LISTED', 'ALLOW_LISTED']),
    /** ISO 3166-1 alpha-2; without any with `OFF`. */
    countries: z.array(z.string().regex(/^[A-Z]{2}$/u)).max(250),
  }),
  /** Addresses and networks whose visitors always pass; decided before everything else unless the rules were reordered. */
  allowedNetworks: z.array(network).max(500),
  blockedNetworks: z.array(network).max(500),
})
export type RuleFormsContent = z.infer<typeof ruleFormsContent>
const ruleFormsChange = ruleFormsContent.extend({ version: versionSchema })
const ruleFormsSchema = ruleFormsChange.extend({
  /** Forms whose rule is disabled, on trial or expired: kept, and not obeyed at present. */
  paused: z.array(z.enum(ruleForms)),
})

const told = (most: number) => z.string().max(most).regex(lineOfText)
/** A request to try. What is left out is unknown; null is what a visitor does not have or nobody can know. */
const ruleTrialSchema = z.strictObject({
  /** Country, operator and kind of network are looked up in offline data unless they are given. */
  address: z.union([z.ipv4(), z.ipv6()]).optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/u)
    .nullable()
    .optional(),
  /** 0 for unknown. */
  asn: z.int().min(0).max(4_294_967_295).optional(),
  networkKind: z.enum(networkKinds).optional(),
  userAgent: told(512).optional(),
  language: z
    .string()
    .regex(/^[a-z]{2}$/u)
    .nullable()
    .optional(),
  hostname: z.string().trim().toLowerCase().min(1).max(253).optional(),
  path: told(256).startsWith('/').nullable().optional(),
  action: told(100).nullable().optional(),
  /** Without it rules about the score wait. */
  score: z.number().min(0).max(1).optional(),
  /** When, for rules that expire; now without it. */
  at: z.iso.datetime().optional(),
})

/** What becomes of a rule. `BEHIND`: it is met, and another decided before it; `UNKNOWN`: something that it needs was not told. */
export const ruleResults = [
  'DECIDES',
  'WOULD_DECIDE',
  'NOT_MATCHED',
  'DISABLED',
  'EXPIRED',
  'WAITS_FOR_SCORE',
  'BEHIND',
  'UNKNOWN',
] as const
const namedRule = z.object({ id: idSchema, name: z.string() })
const ruleTrialResult = z.object({
  /** What was used. Null for what is unknown or was not told. */
  facts: z.object({
    address: z.string().nullable(),
    country: z.string().nullable(),
    continent: z.enum(continents).nullable(),
    asn: z.int().nullable(),
    operator: z.string().nullable(),
    networkKind: z.enum(networkKinds).nullable(),
    userAgent: z.string().nullable(),
    language: z.string().nullable(),
    hostname: z.string().nullable(),
    path: z.string().nullable(),
    action: z.string().nullable(),
    score: z.number().nullable(),
  }),
  /** Every rule, in the order in which they are asked. */
  rules: z.array(
    namedRule.extend({
      result: z.enum(ruleResults),
      action: ruleActionSchema,
      /** The first condition that does not hold, or of which nobody can tell: its position and field. Null where all hold, and where none was looked at. */
      failedCondition: z.object({ index: z.int(), field: z.string() }).nullable(),
    }),
  ),
  decision: z.object({
    /** Null: no rule decides, so the score does. */
    rule: namedRule.nullable(),
    action: ruleActionSchema.nullable(),
    /** The first rule before it that would decide instead if what was not told fits it. */
    unless: namedRule.nullable(),
  }),
})
export type RuleTrialResult = z.infer<typeof ruleTrialResult>

const solutionParams = z.strictObject({ solutionId: idSchema })
const ruleParams = z.strictObject({ solutionId: idSchema, ruleId: idSchema })
const readProblems = ['unauthenticated', 'scope-missing', 'invalid-parameter', 'not-found'] as const
const changeProblems = [
  ...readProblems,
  'malformed-json',
  'unknown-field',
  'validation-failed',
  'role-too-low',
  'too-large',
] as const
const changed = ruleContentSchema.extend({ version: versionSchema })

export const captchaRuleRoutes = {
  listRules: defineRoute({
    id: 'listRules',
    method: 'GET',
    path: '/captcha/v1/sites/{solutionId}/rules',
    access: captchaPolicy['site.read'],
    summary: `All rules of the site in evaluation order; at most ${rulesMax}, so there is one page.`,
    params: solutionParams,
    response: { status: 200, schema: pageOf(ruleSchema) },
    problems: [...readProblems],
  }),
  createRule: defineRoute({
    id: 'createRule',
    method: 'POST',
    path: '/captcha/v1/sites/{solutionId}/rules',
    access: captchaPolicy['site.change'],
    summary: 'Create a rule. It takes effect within about two seconds.',
    params: solutionParams,
    body: { name: 'ruleNewDto', schema: ruleContentSchema },
    response: { status: 201, schema: ruleSchema },
    location: '/captcha/v1/sites/{solutionId}/rules/{id}',
    repeatable: {},
    problems: [...changeProblems, 'plan-feature', 'quota-exceeded', 'idempotency-mismatch', 'state-conflict'],
  }),
  getRule: defineRoute({
    id: 'getRule',
    method: 'GET',
    path: '/captcha/v1/sites/{solutionId}/rules/{ruleId}',
    access: captchaPolicy['site.read'],
    summary: 'Get one rule.',
    params: ruleParams,
    response: { status: 200, schema: ruleSchema },
    problems: [...readProblems],
  }),
  updateRule: defineRoute({
    id: 'updateRule',
    method: 'PUT',
    path: '/captcha/v1/sites/{solutionId}/rules/{ruleId}',
    access: captchaPolicy['site.change'],
    summary:
      'Replace a rule; `version` is the version you read. The conditions and action of a rule managed by a simple form are changed in the form.',
    params: ruleParams,
    body: { name: 'ruleDto', schema: changed },
    response: { status: 200, schema: ruleSchema },
    problems: [...changeProblems, 'version-conflict', 'rule-of-form', 'plan-feature', 'quota-exceeded'],
  }),
  deleteRule: defineRoute({
    id: 'deleteRule',
    method: 'DELETE',
    path: '/captcha/v1/sites/{solutionId}/rules/{ruleId}',
    access: captchaPolicy['site.change'],
    summary: 'Delete a rule; the log keeps its name. Deleting the rule of a simple form turns the form off.',
    params: ruleParams,
    response: { status: 204, schema: null },
    problems: [...readProblems, 'role-too-low'],
  }),
  orderRules: defineRoute({
    id: 'orderRules',
    method: 'PUT',
    path: '/captcha/v1/sites/{solutionId}/rules/order',
    access: captchaPolicy['site.change'],
    summary:
      'Set the evaluation order of the rules. The request names all of them; if a rule was added or removed since they were read, it is refused as a conflict. Priorities become 10, 20, 30 and so on.',
    params: solutionParams,
    body: { name: 'ruleOrderDto', schema: z.strictObject({ ruleIds: z.array(idSchema).max(rulesMax) }) },
    response: { status: 200, schema: pageOf(ruleSchema) },
    problems: [...changeProblems, 'version-conflict'],
  }),
  getRuleForms: defineRoute({
    id: 'getRuleForms',
    method: 'GET',
    path: '/captcha/v1/sites/{solutionId}/rule-forms',
    access: captchaPolicy['site.read'],
    summary: 'Get the simple forms: countries, allowed and blocked networks.',
    params: solutionParams,
    response: { status: 200, schema: ruleFormsSchema },
    problems: [...readProblems],
  }),
  putRuleForms: defineRoute({
    id: 'putRuleForms',
    method: 'PUT',
    path: '/captcha/v1/sites/{solutionId}/rule-forms',
    access: captchaPolicy['site.change'],
    summary:
      'Replace the simple forms; `version` is the version you read. Each form that is not empty is stored as a rule.',
    params: solutionParams,
    body: { name: 'ruleFormsDto', schema: ruleFormsChange },
    response: { status: 200, schema: ruleFormsSchema },
    problems: [...changeProblems, 'version-conflict', 'plan-feature', 'quota-exceeded'],
  }),
  tryRules: defineRoute({
    id: 'tryRules',
    method: 'POST',
    path: '/captcha/v1/sites/{solutionId}/rules/trials',
    access: captchaPolicy['site.read'],
    summary: 'Test what the rules would do with a request. Nothing is counted or stored.',
    params: solutionParams,
    body: { name: 'ruleTrialDto', schema: ruleTrialSchema },
    response: { status: 200, schema: ruleTrialResult },
    problems: [...readProblems, 'malformed-json', 'unknown-field', 'validation-failed', 'too-large'],
  }),
}
export type RuleTrial = z.infer<typeof ruleTrialSchema>
