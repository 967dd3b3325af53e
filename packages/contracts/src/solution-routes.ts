import { solutionPolicy } from './solution-policy.ts'
import { z } from 'zod'
import { auditEntrySchema, auditQuery } from './identity-account.ts'
import { solutionLockUpdateDto, solutionUnlockDto } from './lock.ts'
import { defineRoute } from './route.ts'
import {
  leaveDto,
  processingAgreementDto,
  processingAgreementSchema,
  solutionDeletionDeleteDto,
  solutionIdsDto,
  solutionNewDto,
  solutionSchema,
  solutionUpdateDto,
} from './solution.ts'
import { idSchema, lineOfText, pageOf, pageQuery } from './wire.ts'

const base = '/solution/v1/solutions'
const params = z.strictObject({ solutionId: idSchema })
const userId = z.string().min(1).max(100).regex(lineOfText)
const one = { status: 200, schema: solutionSchema } as const
const page = { status: 200, schema: pageOf(solutionSchema) } as const
const list = { status: 200, schema: z.object({ items: z.array(solutionSchema) }) } as const
const reading = ['unauthenticated', 'invalid-parameter', 'not-found'] as const
const writing = [...reading, 'malformed-json', 'unknown-field', 'validation-failed', 'rate-limited'] as const

/** The logs of the deployment itself. */
export const systemAuditAreas = ['locks', 'payouts', 'advertising', 'contact', 'telemetry', 'operations'] as const

export const solutionRoutes = {
  createSolution: defineRoute({
    id: 'createSolution',
    method: 'POST',
    path: base,
    access: solutionPolicy['solution.create'],
    summary:
      'Create a solution. Its creator becomes its admin. The secret key is shown only once, and both keys are null if the type has no captcha.',
    body: { name: 'solutionNewDto', schema: solutionNewDto },
    response: {
      status: 201,
      schema: solutionSchema.extend({ siteKey: z.string().nullable(), secretKey: z.string().nullable() }),
    },
    location: '/solution/v1/solutions/{id}',
    repeatable: { secrets: ['secretKey'] },
    problems: [
      'step-up-required',
      'not-found',
      'role-too-low',
      'token-invalid',
      'idempotency-mismatch',
      'payment-required',
      'plan-feature',
      'quota-exceeded',
    ],
  }),
  listSolutions: defineRoute({
    id: 'listSolutions',
    method: 'GET',
    path: base,
    access: solutionPolicy['solution.list-own'],
    summary: 'Solutions of a person, newest first; only administrators can name someone else.',
    query: z.strictObject({ ...pageQuery, userId: userId.optional() }),
    response: page,
    problems: ['forbidden'],
  }),
  listLatestSolutions: defineRoute({
    id: 'listLatestSolutions',
    method: 'GET',
    path: `${base}/latest`,
    access: solutionPolicy['solution.list-others'],
    summary:
      'All solutions, newest first. Each word of the filter must match: the beginning of a word of the label, an ID or its beginning, the ID or e-mail address of a member, a site key, a domain, or type:CAPTCHA, lifecycle:ENDED, locked:true, locked:false.',
    query: z.strictObject({ ...pageQuery, filter: z.string().max(200).regex(lineOfText).optional() }),
    response: page,
    problems: [],
  }),
  listSolutionsByIds: defineRoute({
    id: 'listSolutionsByIds',
    method: 'PUT',
    path: `${base}/ids`,
    access: solutionPolicy['solution.list-own'],
    summary: 'The given solutions that the caller can see, newest first.',
    body: { name: 'solutionIdsDto', schema: solutionIdsDto },
    response: list,
    problems: [],
  }),
  getSolution: defineRoute({
    id: 'getSolution',
    method: 'GET',
    path: `${base}/{solutionId}`,
    access: solutionPolicy['solution.read'],
    summary: 'Get one solution. Responds with not-found to anyone who is not a member.',
    params,
    response: one,
    problems: reading,
  }),
  updateSolution: defineRoute({
    id: 'updateSolution',
    method: 'PUT',
    path: `${base}/{solutionId}`,
    access: solutionPolicy['solution.update'],
    summary:
      'Update a solution. Omitted fields do not change. `version` is the version you read. A different invoice address requires an admin, a different payment method also re-authentication within the last ten minutes.',
    params,
    body: { name: 'solutionUpdateDto', schema: solutionUpdateDto },
    response: one,
    problems: [...writing, 'role-too-low', 'step-up-required', 'solution-locked', 'version-conflict', 'quota-exceeded'],
  }),
  deleteSolution: defineRoute({
    id: 'deleteSolution',
    method: 'DELETE',
    path: `${base}/{solutionId}`,
    access: solutionPolicy['solution.cancel'],
    summary:
      'Cancel a solution at the end of the paid period, or delete it immediately. Until the period ends it works and the cancellation can be undone; then it is read-only and can be restored for 30 days before its remaining data is erased. Deleting immediately requires re-authentication within the last ten minutes.',
    params,
    body: { name: 'solutionDeletionDeleteDto', schema: solutionDeletionDeleteDto },
    response: { status: 204, schema: null },
    problems: [...writing, 'role-too-low', 'second-factor-needed', 'step-up-required', 'state-conflict'],
  }),
  restoreSolution: defineRoute({
    id: 'restoreSolution',
    method: 'POST',
    path: `${base}/{solutionId}/restoration`,
    access: solutionPolicy['solution.cancel'],
    summary: 'Undo a deletion, or restore a solution that has ended, within the 30 days it is kept.',
    params,
    response: one,
    problems: [...reading, 'role-too-low', 'state-conflict'],
  }),
  undoCancellation: defineRoute({
    id: 'undoCancellation',
    method: 'DELETE',
    path: `${base}/{solutionId}/cancellation`,
    access: solutionPolicy['solution.cancel'],
    summary: 'Undo a cancellation before the period ends.',
    params,
    response: one,
    problems: [...reading, 'role-too-low', 'state-conflict'],
  }),
  getProcessingAgreement: defineRoute({
    id: 'getProcessingAgreement',
    method: 'GET',
    path: `${base}/{solutionId}/dpa`,
    access: solutionPolicy['solution.read'],
    summary:
      'The operator’s data processing agreement, and which versions were accepted for the solution, by whom and when.',
    params,
    response: { status: 200, schema: processingAgreementSchema },
    problems: reading,
  }),
  acceptProcessingAgreement: defineRoute({
    id: 'acceptProcessingAgreement',
    method: 'PUT',
    path: `${base}/{solutionId}/dpa`,
    access: solutionPolicy['solution.accept-agreement'],
    summary: 'Accept the current version. Repeating it changes nothing; any other version is refused.',
    params,
    body: { name: 'processingAgreementDto', schema: processingAgreementDto },
    response: { status: 200, schema: processingAgreementSchema },
    problems: [...writing, 'role-too-low'],
  }),
  lockSolution: defineRoute({
    id: 'lockSolution',
    method: 'PUT',
    path: `${base}/{solutionId}/lock`,
    access: solutionPolicy['solution.lock-or-lock-own'],
    summary:
      "Lock a solution: operators for any reason, its admins for OWNER_REQUEST. Billing reasons require 14 days' notice.",
    params,
    body: { name: 'solutionLockUpdateDto', schema: solutionLockUpdateDto },
    response: one,
    problems: [...writing, 'role-too-low', 'forbidden', 'state-conflict'],
  }),
  unlockSolution: defineRoute({
    id: 'unlockSolution',
    method: 'PUT',
    path: `${base}/{solutionId}/unlocked`,
    access: solutionPolicy['solution.lock-or-lock-own'],
    summary:
      'Remove one lock, all locks with a reason, or, without a body, all that the caller can remove: operators any lock, admins of the solution those with OWNER_REQUEST.',
    params,
    body: { name: 'solutionUnlockDto', schema: solutionUnlockDto, optional: true },
    response: one,
    problems: [...writing, 'role-too-low', 'forbidden', 'state-conflict'],
  }),
  listMemberSolutions: defineRoute({
    id: 'listMemberSolutions',
    method: 'GET',
    path: `${base}/members/{userId}`,
    access: solutionPolicy['solution.list-own'],
    summary: 'Solutions that a person is a member of, newest first; only administrators can name someone else.',
    params: z.strictObject({ userId }),
    query: z.strictObject(pageQuery),
    response: page,
    problems: ['forbidden'],
  }),
  leaveSolutions: defineRoute({
    id: 'leaveSolutions',
    method: 'PUT',
    path: `${base}/members/{userId}/leave`,
    access: solutionPolicy['solution.list-own'],
    summary:
      'Leave the given solutions, or all. If the person is the last admin of any of them, none is left and each of those is listed.',
    params: z.strictObject({ userId }),
    body: { name: 'leaveDto', schema: leaveDto, optional: true },
    response: { status: 204, schema: null },
    problems: [...writing, 'forbidden', 'last-admin'],
  }),
  listInvoiceAddressSolutions: defineRoute({
    id: 'listInvoiceAddressSolutions',
    method: 'GET',
    path: `${base}/invoiceAddresses/{invoiceAddressId}`,
    access: solutionPolicy['solution.list-own'],
    summary: 'Solutions that use an invoice address of the caller, as far as the caller can see them.',
    params: z.strictObject({ invoiceAddressId: idSchema }),
    response: list,
    problems: reading,
  }),
  listPaymentMethodSolutions: defineRoute({
    id: 'listPaymentMethodSolutions',
    method: 'GET',
    path: `${base}/payment-methods/{paymentMethodId}`,
    access: solutionPolicy['solution.list-own'],
    summary: 'Solutions that a payment method of the caller pays for, as far as the caller can see them.',
    params: z.strictObject({ paymentMethodId: idSchema }),
    response: list,
    problems: reading,
  }),
  exportSolution: defineRoute({
    id: 'exportSolution',
    method: 'GET',
    path: `${base}/{solutionId}/export`,
    access: solutionPolicy['solution.export'],
    summary:
      'Export everything stored about a solution as one ZIP file of JSON and CSV, with its invoices, and the verification log if the deletion requested it. Ten times in ten minutes.',
    params,
    response: { status: 200, schema: z.string(), stream: true, mediaTypes: ['application/zip'] },
    problems: [...reading, 'role-too-low', 'step-up-required', 'rate-limited'],
  }),
  listSolutionAudit: defineRoute({
    id: 'listSolutionAudit',
    method: 'GET',
    path: `${base}/{solutionId}/audit-log`,
    access: solutionPolicy['solution.read-audit'],
    summary: 'The audit log of a solution, newest first.',
    params,
    query: auditQuery,
    response: { status: 200, schema: pageOf(auditEntrySchema) },
    problems: [...reading, 'role-too-low'],
  }),
  listSystemAudit: defineRoute({
    id: 'listSystemAudit',
    method: 'GET',
    path: '/solution/v1/audit-log/system',
    access: solutionPolicy['system.read-audit'],
    summary:
      'Audit entries that belong to no solution, organization or account, newest first. Locks, payout runs and advertising decisions each have a log of their own.',
    query: auditQuery.extend({ area: z.enum(systemAuditAreas) }),
    response: { status: 200, schema: pageOf(auditEntrySchema) },
    problems: [],
  }),
  checkSystemAudit: defineRoute({
    id: 'checkSystemAudit',
    method: 'GET',
    path: '/solution/v1/audit-log/system/chain',
    access: solutionPolicy['system.read-audit'],
    summary:
      'Whether every entry of a log of the installation is there, as it was written: follows its chain of hashes.',
    query: z.strictObject({ area: z.enum(systemAuditAreas) }),
    response: {
      status: 200,
      /** Number of the first entry that is missing or different; null where all are whole. */
      schema: z.object({ brokenAt: z.int().nullable() }),
    },
    problems: [],
  }),
}
