import { roles } from './access.ts'
import { z } from 'zod'
import { domainsMax } from './captcha-environments.ts'
import { emailSchema, languageSchema } from './identity.ts'
import { lockSchema } from './lock.ts'
import { idSchema, lineOfText, timeSchema, versionSchema } from './wire.ts'

export const solutionTypes = ['CAPTCHA', 'MONITORING', 'BUNDLE_SECURITY'] as const
const label = z.string().trim().min(3).max(50).regex(lineOfText)

/** Exact host name, `*.example.com` for the hosts directly below a name, IPv4 or IPv6 address, or `localhost`; no scheme, no path, no port. */
export const domainSchema = z
  .string()
  .trim()
  .toLowerCase()
  .min(1)
  .max(253)
  .refine((host) => isHost(host), { message: 'domain' })

function isHost(host: string): boolean {
  const base = host.startsWith('*.') ? host.slice(2) : host
  // Addresses take %-escapes and empty labels too, but no page would ever be found under them.
  if (/[\s/@?#\\*%]|^\.|\.\.|\.$/u.test(base)) return false
  const candidate = base.includes(':') ? (base.startsWith('[') ? base : `[${base}]`) : base
  if (!URL.canParse(`http://${candidate}/`)) return false
  const { hostname, port } = new URL(`http://${candidate}/`)
  if (port !== '') return false
  if (hostname.startsWith('[')) return base === host
  const isName = hostname.includes('.') && hostname.split('.').every((part) => /^[a-z\d_-]{1,63}$/u.test(part))
  if (isAddress(hostname)) return base === host && base === hostname
  return isName || host === 'localhost'
}

/** Whether a name that a URL gave back is an IPv4 address: nothing else ends in a number there. */
function isAddress(hostname: string): boolean {
  return /\.\d+$/u.test(hostname)
}

/** From a plan in use to a number in the books; see `lifecycleSteps`. */
export const lifecycles = ['ACTIVE', 'CANCEL_SCHEDULED', 'ENDED', 'DELETION_PENDING', 'DELETED'] as const
export type Lifecycle = (typeof lifecycles)[number]

/** Where a lifecycle can go next. Locks and billing have states of their own and move none of these. */
export const lifecycleSteps: Readonly<Record<Lifecycle, readonly Lifecycle[]>> = {
  ACTIVE: ['CANCEL_SCHEDULED', 'DELETION_PENDING'],
  CANCEL_SCHEDULED: ['ACTIVE', 'ENDED', 'DELETION_PENDING'],
  ENDED: ['ACTIVE', 'DELETION_PENDING', 'DELETED'],
  DELETION_PENDING: ['ACTIVE', 'DELETED'],
  DELETED: [],
}
/** How long an ended solution, and one that is to be deleted, can be had back. */
export const retentionDays = 30

/** The payment provider's word, not an entitlement. */
export const billingStates = ['TRIALING', 'ACTIVE', 'INCOMPLETE', 'PAST_DUE', 'UNPAID', 'PAUSED', 'CANCELED'] as const

/** What the end of a period hangs on; billing has its own words for the rest. */
export interface PaidPeriod {
  readonly status: (typeof billingStates)[number]
  readonly trialEndsAt: Date | null
  readonly periodEndsAt?: Date | null
}

/**
 * Until when a solution is paid for, and thus when a cancellation takes hold: what billing says, else the end of the trial,
 * else of the month. Without billing nothing is paid, and it is now.
 */
export function paidUntil(period: PaidPeriod | null | undefined, now: Date): Date {
  if (!period) return now
  const nextMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
  const end = period.periodEndsAt ?? (period.status === 'TRIALING' ? period.trialEndsAt : null) ?? nextMonth
  return end > now ? end : now
}

const usageAlertPercents = z.array(z.int().min(1).max(1000)).max(10)

export const solutionSchema = z.object({
  id: idSchema,
  label: z.string(),
  item: z.object({ type: z.enum(solutionTypes) }),
  managementOrganization: z.object({ id: idSchema, name: z.string() }).nullable(),
  members: z.array(z.object({ userId: z.string(), role: z.enum(roles) })),
  myRole: z.enum(roles),
  timezone: z.string(),
  language: languageSchema,
  notificationEmails: z.array(z.string()),
  lifecycle: z.enum(lifecycles),
  /** When a cancelled solution stops working; null for one that goes on. */
  endsAt: timeSchema.nullable(),
  /** When what is left will be erased. */
  deletionAt: timeSchema.nullable(),
  /** From when the caller, who is an admin and has no second factor, needs one for what only admins may do, as the plan is paid; null otherwise. */
  secondFactorFrom: timeSchema.nullable(),
  /** Null where billing knows nothing of the solution. */
  billing: z
    .object({
      status: z.enum(billingStates),
      trialEndsAt: timeSchema.nullable(),
      periodEndsAt: timeSchema.nullable(),
      invoiceAddressId: idSchema.nullable(),
      paymentMethodId: idSchema.nullable(),
      usageAlertPercents,
    })
    .nullable(),
  planCode: z.string().nullable(),
  /** Of the running month, such as "2026-11"; `included` and `percent` are null without a limit. Null without a plan, and while its figures can't be read. */
  usage: z
    .object({ period: z.string(), counted: z.int(), included: z.int().nullable(), percent: z.int().nullable() })
    .nullable(),
  /** The open ones, the oldest first. The solution is locked when there is any. */
  locks: z.array(lockSchema),
  version: versionSchema,
  createdAt: timeSchema,
  updatedAt: timeSchema,
})
export type Solution = z.infer<typeof solutionSchema>

/** Names of regions, and UTC: abbreviations and offsets mean different things in different programs. */
export const timezoneSchema = z
  .string()
  .max(64)
  .refine((name) => name === 'UTC' || (name.includes('/') && isKnownZone(name)), { message: 'time-zone' })

function isKnownZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
}

/** What stands behind `ref=` in the referral links of an organization. */
export const referralCodeSchema = z.string().regex(/^[A-Z\d-]{4,20}$/u)

export const solutionNewDto = z
  .strictObject({
    type: z.enum(solutionTypes),
    label,
    /** Where its captcha may be used: at least 1 for CAPTCHA and BUNDLE_SECURITY and no more than the plan allows, none for MONITORING. */
    domains: z.array(domainSchema).max(domainsMax).default([]),
    organizationId: idSchema.optional(),
    inviteToken: z.string().min(1).max(200).optional(),
    /**
     * The code of the referral link by which the creator came. It counts for somebody's first solution and those that follow by the same code,
     * never for an organization of their own, and an invite token or an organization goes before it. A code that leads nowhere changes nothing.
     */
    referralCode: referralCodeSchema.optional(),
    /** With an invite token: its organization may manage the solution. */
    acceptReferral: z.boolean().default(false),
    planCode: z.string().min(1).max(40).regex(lineOfText).optional(),
    invoiceAddressId: idSchema.optional(),
    paymentMethodId: idSchema.optional(),
    language: languageSchema.optional(),
    timezone: timezoneSchema.optional(),
    dpaAccepted: z.strictObject({ version: z.string().min(1).max(40).regex(lineOfText) }).optional(),
  })
  .superRefine(({ type, domains }, context) => {
    const size = { origin: 'array' as const, input: domains, path: ['domains'], inclusive: true }
    if (type === 'MONITORING' && domains.length > 0) context.addIssue({ ...size, code: 'too_big', maximum: 0 })
    if (type !== 'MONITORING' && domains.length === 0) context.addIssue({ ...size, code: 'too_small', minimum: 1 })
  })
export type SolutionNew = z.infer<typeof solutionNewDto>

/** What is left out stays as it is. */
export const solutionUpdateDto = z.strictObject({
  label: label.optional(),
  timezone: timezoneSchema.optional(),
  language: languageSchema.optional(),
  notificationEmails: z
    .array(emailSchema)
    .max(10)
    .refine((all) => new Set(all.map((address) => address.toLowerCase())).size === all.length)
    .optional(),
  managementOrganizationId: idSchema.nullable().optional(),
  invoiceAddressId: idSchema.optional(),
  paymentMethodId: idSchema.optional(),
  usageAlertPercents: usageAlertPercents.optional(),
  version: versionSchema,
})
export type SolutionUpdate = z.infer<typeof solutionUpdateDto>

export const deletionReasons = [
  'NO_LONGER_NEEDED',
  'TOO_EXPENSIVE',
  'MISSING_FEATURE',
  'TECHNICAL_ISSUES',
  'SWITCHED_PROVIDER',
  'TEST_ONLY',
  'OTHER',
] as const

export const solutionDeletionDeleteDto = z.strictObject({
  /** The label, typed once more. */
  confirmLabel: z.string().max(200),
  reason: z.enum(deletionReasons),
  comment: z.string().trim().max(1000).default(''),
  effective: z.enum(['END_OF_PERIOD', 'IMMEDIATE']),
  exportRequested: z.boolean().default(false),
})
export type SolutionDeletion = z.infer<typeof solutionDeletionDeleteDto>

/** The operator's agreement about processing visitors' data (Art. 28 GDPR). `offered`: null where the operator has none. */
export const processingAgreementSchema = z.object({
  offered: z.object({ version: z.string(), url: z.string() }).nullable(),
  /** The latest first. */
  accepted: z.array(
    z.object({
      version: z.string(),
      acceptedAt: timeSchema,
      acceptedBy: z.object({ userId: z.string(), name: z.string().nullable() }),
    }),
  ),
})
export type ProcessingAgreement = z.infer<typeof processingAgreementSchema>

export const processingAgreementDto = z.strictObject({ version: z.string().min(1).max(40).regex(lineOfText) })

export const solutionIdsDto = z.strictObject({ ids: z.array(idSchema).max(100) })
/** Left out: every solution of the person. */
export const leaveDto = z.strictObject({ solutionIds: z.array(idSchema).min(1).max(100).optional() }).default({})
