import { z } from 'zod'
import { lineOfText } from './wire.ts'

/** Which kind of network an address belongs to. Rows of the log hold the position, so the order never changes. */
export const networkKinds = ['unknown', 'access', 'hosting', 'vpn', 'tor', 'relay'] as const
export const continents = ['AF', 'AN', 'AS', 'EU', 'NA', 'OC', 'SA'] as const

const text = (most: number) => z.string().trim().min(1).max(most).regex(lineOfText)
const values = <T extends z.ZodType>(value: T, most: number) => z.array(value).min(1).max(most)
/** With `not` the condition holds where none of the values fits. */
const not = z.boolean().default(false)

/**
 * One condition of a rule; it holds when one of its values fits. In `userAgent`, `path`, `network` and `action` a `*` stands
 * for any text. What is unknown of a visitor fits no value, so with `not` it holds.
 */
export const ruleConditionSchema = z.discriminatedUnion('field', [
  z.strictObject({ field: z.literal('country'), not, values: values(z.string().regex(/^[A-Z]{2}$/u), 250) }),
  z.strictObject({ field: z.literal('continent'), not, values: values(z.enum(continents), 7) }),
  z.strictObject({ field: z.literal('asn'), not, values: values(z.int().min(1).max(4_294_967_295), 200) }),
  /** Name of the network's operator, letters of either case. */
  z.strictObject({ field: z.literal('network'), not, values: values(text(100), 50) }),
  z.strictObject({ field: z.literal('networkKind'), not, values: values(z.enum(networkKinds), 6) }),
  /** Addresses, or networks such as `192.0.2.0/24`; at least /8 for IPv4 and /16 for IPv6. */
  z.strictObject({ field: z.literal('ip'), not, values: values(z.string().max(50), 500) }),
  /** Letters of either case. */
  z.strictObject({ field: z.literal('userAgent'), not, values: values(text(256), 50) }),
  /** Two letters, as the page or the browser says. */
  z.strictObject({ field: z.literal('language'), not, values: values(z.string().regex(/^[a-z]{2}$/u), 50) }),
  /** Host of the page, or `*.example.com` for the hosts directly below. */
  z.strictObject({
    field: z.literal('hostname'),
    not,
    values: values(z.string().trim().toLowerCase().min(1).max(253), 50),
  }),
  /** Path of the page as the widget tells it, such as `/checkout/*`. */
  z.strictObject({ field: z.literal('path'), not, values: values(text(256).startsWith('/'), 50) }),
  z.strictObject({ field: z.literal('action'), not, values: values(text(100), 50) }),
  /** 0 = person, 1 = bot; `from` included, `to` too. Known only once the visitor has answered. */
  z.strictObject({
    field: z.literal('score'),
    from: z.number().min(0).max(1).default(0),
    to: z.number().min(0).max(1).default(1),
  }),
])
export type RuleCondition = z.infer<typeof ruleConditionSchema>

/** What a rule does with a visitor it fits. */
export const ruleActionSchema = z.discriminatedUnion('type', [
  /** Passes, whatever the score. */
  z.strictObject({ type: z.literal('ALLOW') }),
  /** Less or more work than usual, in percent. */
  z.strictObject({ type: z.literal('DIFFICULTY'), percent: z.int().min(-50).max(300) }),
  /** A second, harder round of work in any case. */
  z.strictObject({ type: z.literal('CHALLENGE') }),
  /** Goes on as usual and is marked in the result. */
  z.strictObject({ type: z.literal('FLAG') }),
  /** Refused. */
  z.strictObject({ type: z.literal('BLOCK') }),
])
export type RuleAction = z.infer<typeof ruleActionSchema>

/** What decides about a visitor: the first rule, lowest priority number first, whose conditions all hold. */
export const ruleContentSchema = z.strictObject({
  name: text(80),
  priority: z.int().min(0).max(1_000_000),
  enabled: z.boolean().default(true),
  /** Counted, not obeyed. */
  dryRun: z.boolean().default(false),
  conditions: z.array(ruleConditionSchema).min(1).max(10),
  action: ruleActionSchema,
  expiresAt: z.iso.datetime().nullable().default(null),
})
export type RuleContent = z.infer<typeof ruleContentSchema>

export const rulesMax = 200
