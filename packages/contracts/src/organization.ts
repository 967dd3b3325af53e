import { solutionPolicy } from './solution-policy.ts'
import { z } from 'zod'
import { auditEntrySchema, auditQuery } from './identity-account.ts'
import { emailSchema, languageSchema } from './identity.ts'
import { defineRoute } from './route.ts'
import { roles } from './access.ts'
import { referralCodeSchema, solutionTypes } from './solution.ts'
import { idSchema, lineOfText, pageOf, pageQuery, timeSchema, versionSchema } from './wire.ts'

export const organizationKinds = ['AGENCY', 'RESELLER', 'AFFILIATE', 'COMPANY'] as const
export const commissionPreferences = ['PAYOUT', 'CUSTOMER_DISCOUNT'] as const
export const organizationVerificationStates = [
  'UNVERIFIED',
  'PENDING',
  'VERIFIED',
  'REJECTED',
  'EXPIRED',
  'REVOKED',
] as const
export const evidenceKinds = ['EMAIL_DOMAIN', 'VAT_ID', 'REGISTER', 'BANK_ACCOUNT', 'MANUAL'] as const
/** How many solutions an organization may manage before it is verified. */
export const unverifiedSolutionsMax = 3

const line = (max: number) => z.string().trim().max(max).regex(lineOfText)
const filled = (max: number, min = 1) => z.string().trim().min(min).max(max).regex(lineOfText)
/** Any script, line breaks and tabs, nothing else that does not show. */
const paragraphs = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^(?:[\n\r\t]|[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069])*$/u)

/** What is no address at all is named as such before, and would be thrown at here. */
const hasNoCredentials = (url: string) => !URL.canParse(url) || (!new URL(url).username && !new URL(url).password)
const website = z
  .url({ protocol: /^https$/u, hostname: z.regexes.domain })
  .max(2048)
  .refine(hasNoCredentials)
const vatId = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}[A-Z\d+*.\- ]{2,18}$/u)
const countryCode = z.string().regex(/^[A-Z]{2}$/u)
const address = z.strictObject({
  street: line(120).default(''),
  addressLine2: line(120).default(''),
  postalCode: line(20).default(''),
  city: line(80).default(''),
  region: line(80).default(''),
})
const described = {
  name: filled(80, 2),
  kind: z.enum(organizationKinds),
  legalName: filled(160).nullish(),
  website: website.nullish(),
  contactEmail: emailSchema,
  countryCode,
  language: languageSchema,
  vatId: vatId.nullish(),
  registerNumber: filled(60).nullish(),
}

const organizationNewDto = z.strictObject({
  ...described,
  /** Which terms of the programme were shown and agreed to. */
  acceptedTerms: z.strictObject({ documentId: filled(80), version: filled(40), acceptedAt: timeSchema }),
  /** The wished-for code of one's own referral links; left out, one is made. */
  referralCode: referralCodeSchema.optional(),
})

/** Left out, the account stays as it is; null removes it. */
const payout = z.strictObject({
  method: z.literal('SEPA'),
  accountHolder: filled(70),
  iban: z.string().max(50),
  bic: z.string().max(11).optional(),
})
const organizationUpdateDto = z.strictObject({
  ...described,
  address: address.optional(),
  referralCode: referralCodeSchema.optional(),
  commissionPreference: z.enum(commissionPreferences).optional(),
  payout: payout.nullish(),
  version: versionSchema,
})

const moneySchema = z.object({ amountMinor: z.int(), currency: z.string() })

export const organizationSchema = z.object({
  id: idSchema,
  name: z.string(),
  kind: z.enum(organizationKinds),
  legalName: z.string().nullable(),
  website: z.string().nullable(),
  contactEmail: z.string(),
  countryCode: z.string(),
  language: languageSchema,
  vatId: z.string().nullable(),
  registerNumber: z.string().nullable(),
  address: z.object({
    street: z.string(),
    addressLine2: z.string(),
    postalCode: z.string(),
    city: z.string(),
    region: z.string(),
  }),
  commissionPreference: z.enum(commissionPreferences),
  /** Whoever comes to the website by `?ref=` with this code, and has agreed to be remembered, is a customer of the organization for solutions of the next 90 days. */
  referralCode: z.string(),
  verification: z.object({
    status: z.enum(organizationVerificationStates),
    reason: z.string().nullable(),
    validUntil: timeSchema.nullable(),
  }),
  /** Masked; for admins only, and null while none is given. */
  payout: z
    .object({ method: z.literal('SEPA'), accountHolder: z.string(), iban: z.string(), bic: z.string().nullable() })
    .nullable(),
  payoutsFrozenUntil: timeSchema.nullable(),
  memberCount: z.int(),
  solutionCount: z.int(),
  /** Commissions; null while there are none. */
  /** From when the caller, who is an admin and has no second factor, needs one for what only admins may do, as a solution here is paid for; null otherwise. */
  secondFactorFrom: timeSchema.nullable(),
  balance: z.object({ pending: moneySchema, available: moneySchema }).nullable(),
  /** An administrator of the deployment who is no member counts as a viewer. */
  myRole: z.enum(roles),
  version: versionSchema,
  createdAt: timeSchema,
  updatedAt: timeSchema,
})
export type Organization = z.infer<typeof organizationSchema>

export const organizationEvidenceSchema = z.object({
  id: idSchema,
  kind: z.enum(evidenceKinds),
  status: z.enum(['OPEN', 'CONFIRMED', 'REFUSED']),
  /** For EMAIL_DOMAIN what the owner of the domain has to publish as a TXT record; null otherwise. */
  txtRecord: z.object({ name: z.string(), value: z.string() }).nullable(),
  /** What was found, such as the consultation number of VIES. */
  details: z.record(z.string(), z.string()),
  createdAt: timeSchema,
  decidedAt: timeSchema.nullable(),
})
export type OrganizationEvidence = z.infer<typeof organizationEvidenceSchema>

const organizationVerificationRequestDto = z.strictObject({
  kind: z.enum(['EMAIL_DOMAIN', 'VAT_ID', 'REGISTER', 'MANUAL']),
  /** For the person who decides. */
  note: paragraphs(500).optional(),
})
const organizationVerificationDto = z
  .strictObject({
    decision: z.enum(['APPROVE', 'REJECT', 'REVOKE']),
    /** Told to the organization; needed to reject and to revoke. */
    reason: paragraphs(500).min(1).optional(),
    /** What was looked at besides what the organization handed in. */
    evidence: z
      .array(z.strictObject({ kind: z.enum(evidenceKinds), note: filled(300) }))
      .max(10)
      .default([]),
  })
  .refine(({ decision, reason }) => decision === 'APPROVE' || reason !== undefined, { path: ['reason'] })

/** A solution as the organization that manages it sees it; `myRole` is null for who is no member of the solution. */
export const managedSolutionSchema = z.object({
  id: idSchema,
  label: z.string(),
  item: z.object({ type: z.enum(solutionTypes) }),
  lifecycle: z.enum(['ACTIVE', 'CANCEL_SCHEDULED', 'ENDED', 'DELETION_PENDING']),
  myRole: z.enum(roles).nullable(),
  createdAt: timeSchema,
})
export type ManagedSolution = z.infer<typeof managedSolutionSchema>

const base = '/solution/v1/organizations'
const one = z.strictObject({ organizationId: idSchema })

/** Organizations of the partner programme. To anybody who is no member they do not exist. */
export const organizationRoutes = {
  createOrganization: defineRoute({
    id: 'createOrganization',
    method: 'POST',
    path: base,
    access: solutionPolicy['organization.create'],
    summary: 'Create an organization. Its creator becomes its admin.',
    body: { name: 'organizationNewDto', schema: organizationNewDto },
    response: { status: 201, schema: organizationSchema },
    location: '/solution/v1/organizations/{id}',
    repeatable: {},
    problems: ['idempotency-mismatch', 'quota-exceeded'],
  }),
  listOrganizations: defineRoute({
    id: 'listOrganizations',
    method: 'GET',
    path: base,
    access: solutionPolicy['organization.list-own'],
    summary: 'Organizations of a person, newest first; only administrators can name someone else.',
    query: z.strictObject({ ...pageQuery, userId: line(100).optional() }),
    response: { status: 200, schema: pageOf(organizationSchema) },
    problems: ['forbidden'],
  }),
  listLatestOrganizations: defineRoute({
    id: 'listLatestOrganizations',
    method: 'GET',
    path: `${base}/latest`,
    access: solutionPolicy['organization.list-others'],
    summary:
      'All organizations, newest first. The filter matches parts of names and addresses, and whole IDs, codes, kinds and states.',
    query: z.strictObject({ ...pageQuery, filter: line(100).optional() }),
    response: { status: 200, schema: pageOf(organizationSchema) },
    problems: [],
  }),
  listOrganizationsByIds: defineRoute({
    id: 'listOrganizationsByIds',
    method: 'PUT',
    path: `${base}/ids`,
    access: solutionPolicy['organization.list-own'],
    summary:
      'The given organizations that the caller can see, in no particular order. The response does not reveal whether the others exist.',
    body: { name: 'organizationIdsDto', schema: z.strictObject({ ids: z.array(idSchema).max(100) }) },
    response: { status: 200, schema: z.object({ items: z.array(organizationSchema) }) },
    problems: [],
  }),
  getOrganization: defineRoute({
    id: 'getOrganization',
    method: 'GET',
    path: `${base}/{organizationId}`,
    access: solutionPolicy['organization.read'],
    summary: 'Get one organization.',
    params: one,
    response: { status: 200, schema: organizationSchema },
    problems: [],
  }),
  updateOrganization: defineRoute({
    id: 'updateOrganization',
    method: 'PUT',
    path: `${base}/{organizationId}`,
    access: solutionPolicy['organization.update'],
    summary:
      'Update an organization. A change of kind, legal name, country, VAT ID or payout account requires a new verification and freezes payouts for 7 days. A change of the payout account requires recent re-authentication.',
    params: one,
    body: { name: 'organizationUpdateDto', schema: organizationUpdateDto },
    response: { status: 200, schema: organizationSchema },
    problems: ['step-up-required', 'version-conflict'],
  }),
  deleteOrganization: defineRoute({
    id: 'deleteOrganization',
    method: 'DELETE',
    path: `${base}/{organizationId}`,
    access: solutionPolicy['organization.delete'],
    summary: 'Delete an organization. Its solutions stay with their members; its name is kept for accounting.',
    params: one,
    response: { status: 204, schema: null },
    problems: [],
  }),
  exportOrganization: defineRoute({
    id: 'exportOrganization',
    method: 'GET',
    path: `${base}/{organizationId}/export`,
    access: solutionPolicy['organization.export'],
    summary:
      'Export everything stored about an organization as one ZIP file of JSON and CSV, with its payout documents.',
    params: one,
    response: { status: 200, schema: z.string(), stream: true, mediaTypes: ['application/zip'] },
    problems: [],
  }),
  verifyOrganization: defineRoute({
    id: 'verifyOrganization',
    method: 'PUT',
    path: `${base}/{organizationId}/verification`,
    access: solutionPolicy['organization.verify'],
    summary:
      'Decide on the verification. Members of the organization cannot. An approval is valid for 12 months and needs evidence.',
    params: one,
    body: { name: 'organizationVerificationDto', schema: organizationVerificationDto },
    response: { status: 200, schema: organizationSchema },
    problems: ['state-conflict', 'second-person-needed'],
  }),
  requestOrganizationVerification: defineRoute({
    id: 'requestOrganizationVerification',
    method: 'POST',
    path: `${base}/{organizationId}/verification-requests`,
    access: solutionPolicy['organization.request-verification'],
    summary:
      'Submit evidence and request verification. The domain of the contact address is proven by a TXT record; a VAT ID is checked with VIES immediately.',
    params: one,
    body: { name: 'organizationVerificationRequestDto', schema: organizationVerificationRequestDto },
    response: { status: 201, schema: organizationEvidenceSchema },
    problems: ['state-conflict', 'upstream'],
  }),
  listOrganizationEvidence: defineRoute({
    id: 'listOrganizationEvidence',
    method: 'GET',
    path: `${base}/{organizationId}/verification-requests`,
    access: solutionPolicy['organization.read-evidence'],
    summary: 'Evidence of the last 12 months, newest first.',
    params: one,
    response: { status: 200, schema: z.object({ items: z.array(organizationEvidenceSchema) }) },
    problems: [],
  }),
  checkOrganizationEvidence: defineRoute({
    id: 'checkOrganizationEvidence',
    method: 'POST',
    path: `${base}/{organizationId}/verification-requests/{evidenceId}/check`,
    access: solutionPolicy['organization.request-verification'],
    summary: 'Check again for the TXT record, or ask VIES again. Evidence already decided does not change.',
    params: z.strictObject({ organizationId: idSchema, evidenceId: idSchema }),
    response: { status: 200, schema: organizationEvidenceSchema },
    problems: ['upstream'],
  }),
  listOrganizationSolutions: defineRoute({
    id: 'listOrganizationSolutions',
    method: 'GET',
    path: `${base}/{organizationId}/solutions`,
    access: solutionPolicy['organization.read-solutions'],
    summary: 'Solutions the organization manages, newest first.',
    params: one,
    query: z.strictObject(pageQuery),
    response: { status: 200, schema: pageOf(managedSolutionSchema) },
    problems: [],
  }),
  assignOrganizationSolutions: defineRoute({
    id: 'assignOrganizationSolutions',
    method: 'PUT',
    path: `${base}/{organizationId}/solutions`,
    access: solutionPolicy['organization.assign-solutions'],
    summary:
      'Set which solutions the organization manages. Adding one requires an admin of the solution who is at least a member here; removing one requires an admin of either. An unverified organization can manage at most 3.',
    params: one,
    body: { name: 'organizationSolutionsDto', schema: z.strictObject({ solutionIds: z.array(idSchema).max(1000) }) },
    response: { status: 204, schema: null },
    problems: ['solution-locked', 'quota-exceeded'],
  }),
  listOrganizationAudit: defineRoute({
    id: 'listOrganizationAudit',
    method: 'GET',
    path: `${base}/{organizationId}/audit-log`,
    access: solutionPolicy['organization.read-audit'],
    summary: 'The audit log of the organization, newest first.',
    params: one,
    query: auditQuery,
    response: { status: 200, schema: pageOf(auditEntrySchema) },
    problems: [],
  }),
}
