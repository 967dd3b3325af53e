import { inEachLanguage } from '@bollard/i18n'
import { z } from 'zod'
import { anybody } from './access.ts'
import { operationsPolicy } from './operations-policy.ts'
import { operations, operationsReading, operationsWriting, operatorReasonSchema } from './operations-wire.ts'
import { defineRoute } from './route.ts'
import { idSchema, pageOf, pageQuery, timeSchema } from './wire.ts'

export const flagScopes = ['INSTALLATION', 'NETWORK', 'SOLUTION'] as const
export type FlagScope = (typeof flagScopes)[number]

interface FlagKind {
  readonly scopes: readonly FlagScope[]
  /** What else it takes to say what holds. */
  readonly value: 'none' | 'number' | 'texts'
  readonly min?: number
  readonly max?: number
}

/** What operators can change for a while without a restart. Each ends by itself. */
export const flagKinds = {
  /** Nobody gets a new account, or nobody from a network. */
  'sign-ups-closed': { scopes: ['INSTALLATION', 'NETWORK'], value: 'none' },
  /** Accounts that one address may create in an hour, in place of the setting. */
  'sign-ups-per-hour': { scopes: ['INSTALLATION', 'NETWORK'], value: 'number', min: 1, max: 10_000 },
  /** Visitors that a captcha expects, as a multiple of its usual: budgets by volume grow by it. */
  'expected-visitors': { scopes: ['SOLUTION'], value: 'number', min: 2, max: 100 },
  /** A line above every page of the dashboard and of the identity site. */
  'maintenance-notice': { scopes: ['INSTALLATION'], value: 'texts' },
  /** The two most frequent calls take the way through the web framework. */
  'express-lane-off': { scopes: ['INSTALLATION'], value: 'none' },
} as const satisfies Readonly<Record<string, FlagKind>>
export type FlagName = keyof typeof flagKinds
export const flagNames = Object.keys(flagKinds) as [FlagName, ...FlagName[]]

/** A forgotten flag is a trap, so none lasts longer. */
export const flagDaysMax = 90

const text = z.string().trim().min(1).max(300)
export const noticeTextsSchema = z.object(inEachLanguage(() => text.optional()))
export type NoticeTexts = z.infer<typeof noticeTextsSchema>

export const flagSchema = z.object({
  id: idSchema,
  name: z.enum(flagNames),
  scope: z.enum(flagScopes),
  /** A network such as `203.0.113.0/24`, or the id of a solution; null for the installation. */
  scopeId: z.string().nullable(),
  number: z.int().nullable(),
  texts: noticeTextsSchema.nullable(),
  reason: z.string(),
  setAt: timeSchema,
  setBy: z.string(),
  endsAt: timeSchema,
  /** When somebody ended it before its time. */
  endedAt: timeSchema.nullable(),
  /** Whether it holds now. */
  holds: z.boolean(),
})
export type Flag = z.infer<typeof flagSchema>

export const flagNewSchema = z.strictObject({
  name: z.enum(flagNames),
  scope: z.enum(flagScopes),
  scopeId: z.string().trim().max(64).nullable().default(null),
  number: z.int().nullable().default(null),
  texts: z
    .strictObject(inEachLanguage(() => text.optional()))
    .nullable()
    .default(null),
  reason: operatorReasonSchema,
  /** Later than now, and 90 days from now at most. */
  endsAt: timeSchema,
})
export type FlagNew = z.infer<typeof flagNewSchema>

export const noticeSchema = z.object({ texts: noticeTextsSchema, endsAt: timeSchema })
export type Notice = z.infer<typeof noticeSchema>

export const operationsFlagRoutes = {
  listFlags: defineRoute({
    id: 'listFlags',
    method: 'GET',
    path: `${operations}/flags`,
    access: operationsPolicy['operations.read'],
    summary: 'Flags, newest first, also those that have ended: all, or those with a name. For operators.',
    query: z.strictObject({ ...pageQuery, name: z.enum(flagNames).optional() }),
    response: { status: 200, schema: pageOf(flagSchema) },
    problems: [...operationsReading],
  }),
  setFlag: defineRoute({
    id: 'setFlag',
    method: 'POST',
    path: `${operations}/flags`,
    access: operationsPolicy['flag.operate'],
    summary:
      'Set a flag until a moment, in place of the one that holds for the same scope. Every process follows within ten seconds. For operators.',
    body: { name: 'flagNewDto', schema: flagNewSchema },
    response: { status: 201, schema: flagSchema },
    problems: [...operationsWriting],
  }),
  endFlag: defineRoute({
    id: 'endFlag',
    method: 'POST',
    path: `${operations}/flag-ends`,
    access: operationsPolicy['flag.operate'],
    summary: 'End a flag before its time, with a reason for the audit log. For operators.',
    body: { name: 'flagEndDto', schema: z.strictObject({ flagId: idSchema, reason: operatorReasonSchema }) },
    response: { status: 200, schema: flagSchema },
    problems: [...operationsWriting, 'not-found', 'state-conflict'],
  }),
  getNotice: defineRoute({
    id: 'getNotice',
    method: 'GET',
    path: `${operations}/notice`,
    access: anybody,
    summary: 'The notice of maintenance that pages show now; null where there is none.',
    response: { status: 200, schema: z.object({ notice: noticeSchema.nullable() }) },
    problems: ['rate-limited'],
  }),
}
