import { inEachLanguage } from '@bollard/i18n'
import { z } from 'zod'
import { idSchema, timeSchema } from './wire.ts'

export const lockReasons = [
  'PAYMENT_OVERDUE',
  'TRIAL_EXPIRED',
  'QUOTA_EXCEEDED',
  'ABUSE',
  'TERMS_VIOLATION',
  'SECURITY_INCIDENT',
  'LEGAL_ORDER',
  'ACCOUNT_REVIEW',
  'OWNER_REQUEST',
] as const
export type LockReason = (typeof lockReasons)[number]

/**
 * What a lock does: visitors solve the work and are not scored, new verifications are refused, customers' servers get no
 * results, or members can only read.
 */
export const lockEffects = ['WORK_ONLY', 'REFUSE', 'RESULTS_REFUSED', 'READ_ONLY'] as const
export type LockEffect = (typeof lockEffects)[number]

/** What each reason does; where there are two, whoever locks chooses. */
export const effectsOfReason = {
  PAYMENT_OVERDUE: ['WORK_ONLY'],
  // After another 14 days the effect becomes REFUSE by itself.
  TRIAL_EXPIRED: ['WORK_ONLY'],
  QUOTA_EXCEEDED: ['WORK_ONLY'],
  ABUSE: ['REFUSE'],
  TERMS_VIOLATION: ['REFUSE'],
  SECURITY_INCIDENT: ['RESULTS_REFUSED'],
  LEGAL_ORDER: ['REFUSE', 'READ_ONLY'],
  ACCOUNT_REVIEW: ['REFUSE', 'READ_ONLY'],
  OWNER_REQUEST: ['REFUSE', 'READ_ONLY'],
} as const satisfies Readonly<Record<LockReason, readonly LockEffect[]>>

/** Reasons that must not touch a customer's forms before there was notice of at least `lockNoticeDays`. */
export const billingLockReasons: readonly LockReason[] = ['PAYMENT_OVERDUE', 'TRIAL_EXPIRED', 'QUOTA_EXCEEDED']
export const lockNoticeDays = 14

const publicText = z.string().trim().min(1).max(500)

/** An open lock, as members see it. Who locked and why inside stays with the operator. */
export const lockSchema = z.object({
  id: idSchema,
  reason: z.enum(lockReasons),
  effect: z.enum(lockEffects),
  publicMessage: z.object(inEachLanguage(() => z.string().optional())),
  lockedAt: timeSchema,
  lockedUntil: timeSchema.nullable(),
})
export type Lock = z.infer<typeof lockSchema>

export const solutionLockUpdateDto = z
  .strictObject({
    reason: z.enum(lockReasons),
    /** May be left out where the reason has one effect only. */
    effect: z.enum(lockEffects).optional(),
    /** Only operators read it. Operators have to write one. */
    internalNote: z.string().trim().min(1).max(2000).optional(),
    publicMessage: z.strictObject(inEachLanguage(() => publicText.optional())).default({}),
    lockedUntil: timeSchema.optional(),
    /** When the members were told that this lock would come; billing reasons need it. */
    notifiedAt: timeSchema.optional(),
    notifyMembers: z.boolean().default(true),
  })
  .refine(
    ({ reason, effect }) =>
      (effectsOfReason[reason] as readonly LockEffect[]).includes(effect ?? effectsOfReason[reason][0]),
    { path: ['effect'] },
  )
  .refine(({ reason, effect }) => effect !== undefined || effectsOfReason[reason].length === 1, { path: ['effect'] })
export type SolutionLockUpdate = z.infer<typeof solutionLockUpdateDto>

/** Left out: every lock that the caller may open. */
export const solutionUnlockDto = z
  .strictObject({
    /** One lock; without it all open ones. */
    lockId: idSchema.optional(),
    /** Only those with this reason. */
    reasonResolved: z.enum(lockReasons).optional(),
    /** Only operators read it. */
    note: z.string().trim().max(2000).default(''),
  })
  .prefault({})
export type SolutionUnlock = z.infer<typeof solutionUnlockDto>
