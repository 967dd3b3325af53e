// Rows of the named statements, as the migrated schema has them. `npm run rows` writes this file; see decisions/0057.
import type { Narrowed } from '@bollard/database/statement-rows'
import type { ColumnTypes, ResultTypes } from '../column-types.ts'

declare module '@bollard/database/statement-rows' {
  interface StatementRows {
    'agreement-accept': {
      readonly version: string
    }
    'agreement-list': {
      readonly version: string
      readonly by: string
      readonly at: Date
    }
    'belongings-leave-organizations': Record<string, never>
    'belongings-leave-solutions': Record<string, never>
    'belongings-list': {
      readonly kind: 'SOLUTION' | 'ORGANIZATION'
      readonly id: string
      readonly name: string
      readonly role: 'VIEWER' | 'MEMBER' | 'ADMIN'
      readonly since: Date
      readonly isSoleAdmin: boolean
      readonly isHeldByLaw: boolean
    }
    'belongings-lock-solutions': {
      readonly '?column?': number
    }
    'entity-turn': {
      readonly pg_advisory_xact_lock: string
    }
    'evidence-count-confirmed': {
      readonly count: number
    }
    'evidence-count-recent': {
      readonly count: number
    }
    'evidence-decide': {
      readonly id: string
      readonly kind: 'EMAIL_DOMAIN' | 'VAT_ID' | 'REGISTER' | 'BANK_ACCOUNT' | 'MANUAL'
      readonly status: 'OPEN' | 'CONFIRMED' | 'REFUSED'
      readonly details: Narrowed<unknown, ColumnTypes['solution.organization_evidence.details']>
      readonly createdAt: Date
      readonly decidedAt: Date | null
    }
    'evidence-find': {
      readonly id: string
      readonly kind: 'EMAIL_DOMAIN' | 'VAT_ID' | 'REGISTER' | 'BANK_ACCOUNT' | 'MANUAL'
      readonly status: 'OPEN' | 'CONFIRMED' | 'REFUSED'
      readonly details: Narrowed<unknown, ColumnTypes['solution.organization_evidence.details']>
      readonly createdAt: Date
      readonly decidedAt: Date | null
    }
    'evidence-find-open': {
      readonly id: string
      readonly kind: 'EMAIL_DOMAIN' | 'VAT_ID' | 'REGISTER' | 'BANK_ACCOUNT' | 'MANUAL'
      readonly status: 'OPEN' | 'CONFIRMED' | 'REFUSED'
      readonly details: Narrowed<unknown, ColumnTypes['solution.organization_evidence.details']>
      readonly createdAt: Date
      readonly decidedAt: Date | null
    }
    'evidence-insert': Record<string, never>
    'evidence-insert-decided': Record<string, never>
    'evidence-list': {
      readonly id: string
      readonly kind: 'EMAIL_DOMAIN' | 'VAT_ID' | 'REGISTER' | 'BANK_ACCOUNT' | 'MANUAL'
      readonly status: 'OPEN' | 'CONFIRMED' | 'REFUSED'
      readonly details: Narrowed<unknown, ColumnTypes['solution.organization_evidence.details']>
      readonly createdAt: Date
      readonly decidedAt: Date | null
    }
    'evidence-refuse-open': Record<string, never>
    'invitation-accept': Record<string, never>
    'invitation-decline': Record<string, never>
    'invitation-find': {
      readonly id: string
      readonly solutionId: string | null
      readonly organizationId: string | null
      readonly email: string
      readonly role: 'VIEWER' | 'MEMBER' | 'ADMIN'
      readonly language: Narrowed<string, ColumnTypes['solution.invitations.language']>
      readonly message: string
      readonly status: 'PENDING' | 'ACCEPTED' | 'DECLINED' | 'REVOKED'
      readonly invitedBy: string
      readonly createdAt: Date
      readonly expiresAt: Date
      readonly resentAt: Date | null
    }
    'invitation-insert': Record<string, never>
    'invitation-list-mine': {
      readonly id: string
      readonly solutionId: string | null
      readonly organizationId: string | null
      readonly email: string
      readonly role: 'VIEWER' | 'MEMBER' | 'ADMIN'
      readonly language: Narrowed<string, ColumnTypes['solution.invitations.language']>
      readonly message: string
      readonly status: 'PENDING' | 'ACCEPTED' | 'DECLINED' | 'REVOKED'
      readonly invitedBy: string
      readonly createdAt: Date
      readonly expiresAt: Date
      readonly resentAt: Date | null
      readonly name: string
    }
    'invitation-list-organization': {
      readonly id: string
      readonly solutionId: string | null
      readonly organizationId: string
      readonly email: string
      readonly role: 'VIEWER' | 'MEMBER' | 'ADMIN'
      readonly language: Narrowed<string, ColumnTypes['solution.invitations.language']>
      readonly message: string
      readonly status: 'PENDING' | 'ACCEPTED' | 'DECLINED' | 'REVOKED'
      readonly invitedBy: string
      readonly createdAt: Date
      readonly expiresAt: Date
      readonly resentAt: Date | null
    }
    'invitation-list-solution': {
      readonly id: string
      readonly solutionId: string
      readonly organizationId: string | null
      readonly email: string
      readonly role: 'VIEWER' | 'MEMBER' | 'ADMIN'
      readonly language: Narrowed<string, ColumnTypes['solution.invitations.language']>
      readonly message: string
      readonly status: 'PENDING' | 'ACCEPTED' | 'DECLINED' | 'REVOKED'
      readonly invitedBy: string
      readonly createdAt: Date
      readonly expiresAt: Date
      readonly resentAt: Date | null
    }
    'invitation-mail-insert': Record<string, never>
    'invitation-mail-recent': {
      readonly at: Date
    }
    'invitation-mail-turn': {
      readonly pg_advisory_xact_lock: string
    }
    'invitation-mails-sweep': Record<string, never>
    'invitation-received-by-id': {
      readonly id: string
      readonly solutionId: string | null
      readonly organizationId: string | null
      readonly email: string
      readonly role: 'VIEWER' | 'MEMBER' | 'ADMIN'
      readonly language: Narrowed<string, ColumnTypes['solution.invitations.language']>
      readonly message: string
      readonly status: 'PENDING' | 'ACCEPTED' | 'DECLINED' | 'REVOKED'
      readonly invitedBy: string
      readonly createdAt: Date
      readonly expiresAt: Date
      readonly resentAt: Date | null
      readonly tokenHash: Buffer
      readonly name: string
    }
    'invitation-received-by-token': {
      readonly id: string
      readonly solutionId: string | null
      readonly organizationId: string | null
      readonly email: string
      readonly role: 'VIEWER' | 'MEMBER' | 'ADMIN'
      readonly language: Narrowed<string, ColumnTypes['solution.invitations.language']>
      readonly message: string
      readonly status: 'PENDING' | 'ACCEPTED' | 'DECLINED' | 'REVOKED'
      readonly invitedBy: string
      readonly createdAt: Date
      readonly expiresAt: Date
      readonly resentAt: Date | null
      readonly tokenHash: Buffer
      readonly name: string
    }
    'invitation-replace-in-organization': {
      readonly id: string
    }
    'invitation-replace-in-solution': {
      readonly id: string
    }
    'invitation-resend': Record<string, never>
    'invitation-revoke': Record<string, never>
    'invitation-revoke-of-in-organization': {
      readonly id: string
    }
    'invitation-revoke-of-in-solution': {
      readonly id: string
    }
    'invitation-room-in-organization': {
      readonly members: number
      readonly pending: number
    }
    'invitation-room-in-solution': {
      readonly members: number
      readonly pending: number
    }
    'invitations-sweep': Record<string, never>
    'invite-token-count': {
      readonly count: number
    }
    'invite-token-count-use': {
      readonly id: string
    }
    'invite-token-delete': {
      readonly label: string
      readonly uses: number
    }
    'invite-token-insert': Record<string, never>
    'invite-token-language': {
      readonly language: Narrowed<string, ColumnTypes['solution.organizations.language']>
    }
    'invite-token-list': {
      readonly id: string
      readonly label: string
      readonly purpose: 'REFERRAL' | 'JOIN'
      readonly role: 'VIEWER' | 'MEMBER' | null
      readonly prefix: string
      readonly uses: number
      readonly maxUses: number | null
      readonly createdAt: Date
      readonly expiresAt: Date | null
    }
    'invite-token-revoke-of': {
      readonly id: string
    }
    'invite-token-shown': {
      readonly id: string
      readonly organizationId: string
      readonly organizationName: string
      readonly verified: boolean
      readonly purpose: 'REFERRAL' | 'JOIN'
      readonly role: 'VIEWER' | 'MEMBER' | null
      readonly uses: number
      readonly maxUses: number | null
      readonly expiresAt: Date | null
    }
    'member-add-to-organization': Record<string, never>
    'member-add-to-solution': Record<string, never>
    'member-change-in-organization': Record<string, never>
    'member-change-in-solution': Record<string, never>
    'member-count': {
      readonly count: number
    }
    'member-in-organization': {
      readonly userId: string
      readonly role: 'VIEWER' | 'MEMBER' | 'ADMIN'
      readonly since: Date
    }
    'member-in-solution': {
      readonly userId: string
      readonly role: 'VIEWER' | 'MEMBER' | 'ADMIN'
      readonly since: Date
    }
    'member-list-organization': {
      readonly userId: string
      readonly role: 'VIEWER' | 'MEMBER' | 'ADMIN'
      readonly since: Date
    }
    'member-list-solution': {
      readonly userId: string
      readonly role: 'VIEWER' | 'MEMBER' | 'ADMIN'
      readonly since: Date
    }
    'member-remove-from-organization': Record<string, never>
    'member-remove-from-solution': Record<string, never>
    'member-role-in-organization': {
      readonly role: 'VIEWER' | 'MEMBER' | 'ADMIN'
    }
    'member-role-in-solution': {
      readonly role: 'VIEWER' | 'MEMBER' | 'ADMIN'
    }
    'members-count': {
      readonly n: number
    }
    'organization-account-reseal': Record<string, never>
    'organization-accounts-sealed': {
      readonly id: string
      readonly sealed: Buffer
    }
    'organization-admins': {
      readonly userId: string
    }
    'organization-brought-by': {
      readonly id: string | null
    }
    'organization-count-own': {
      readonly count: number
    }
    'organization-delete': Record<string, never>
    'organization-delete-members': Record<string, never>
    'organization-expire': {
      readonly id: string
      readonly name: string
      readonly until: Narrowed<Date | null, ResultTypes['organization-expire']['until']>
    }
    'organization-expiring': {
      readonly id: string
    }
    'organization-export-evidence': {
      readonly id: string
      readonly kind: 'EMAIL_DOMAIN' | 'VAT_ID' | 'REGISTER' | 'BANK_ACCOUNT' | 'MANUAL'
      readonly details: Narrowed<unknown, ColumnTypes['solution.organization_evidence.details']>
      readonly status: 'OPEN' | 'CONFIRMED' | 'REFUSED'
      readonly createdAt: Date
      readonly decidedAt: Date | null
    }
    'organization-export-invitations': {
      readonly id: string
      readonly solutionId: string | null
      readonly organizationId: string
      readonly email: string
      readonly role: 'VIEWER' | 'MEMBER' | 'ADMIN'
      readonly language: Narrowed<string, ColumnTypes['solution.invitations.language']>
      readonly message: string
      readonly status: 'PENDING' | 'ACCEPTED' | 'DECLINED' | 'REVOKED'
      readonly invitedBy: string
      readonly createdAt: Date
      readonly expiresAt: Date
      readonly resentAt: Date | null
    }
    'organization-export-solutions': {
      readonly id: string
      readonly label: string
      readonly type: 'CAPTCHA' | 'MONITORING' | 'BUNDLE_SECURITY'
      readonly lifecycle: 'ACTIVE' | 'CANCEL_SCHEDULED' | 'ENDED' | 'DELETION_PENDING' | 'DELETED'
      readonly createdAt: Date
    }
    'organization-export-tokens': {
      readonly id: string
      readonly label: string
      readonly purpose: 'REFERRAL' | 'JOIN'
      readonly role: 'VIEWER' | 'MEMBER' | null
      readonly prefix: string
      readonly uses: number
      readonly maxUses: number | null
      readonly createdBy: string
      readonly createdAt: Date
      readonly expiresAt: Date | null
      readonly revokedAt: Date | null
    }
    'organization-forget-account': Record<string, never>
    'organization-insert': Record<string, never>
    'organization-insert-founder': Record<string, never>
    'organization-list': {
      readonly id: string
      readonly name: string
      readonly kind: 'AGENCY' | 'RESELLER' | 'AFFILIATE' | 'COMPANY'
      readonly legalName: string | null
      readonly website: string | null
      readonly contactEmail: string
      readonly countryCode: string
      readonly language: Narrowed<string, ColumnTypes['solution.organizations.language']>
      readonly vatId: string | null
      readonly registerNumber: string | null
      readonly address: Narrowed<unknown, ColumnTypes['solution.organizations.address']>
      readonly commissionPreference: 'PAYOUT' | 'CUSTOMER_DISCOUNT'
      readonly referralCode: string
      readonly verification: 'UNVERIFIED' | 'PENDING' | 'VERIFIED' | 'REJECTED' | 'EXPIRED' | 'REVOKED'
      readonly verificationReason: string | null
      readonly verifiedUntil: Date | null
      readonly payoutsFrozenUntil: Date | null
      readonly sealedAccount: Buffer | null
      readonly memberCount: number
      readonly solutionCount: number
      readonly paidSince: Date | null
      readonly version: number
      readonly createdAt: Date
      readonly updatedAt: Date
      readonly myRole: 'VIEWER' | 'MEMBER' | 'ADMIN'
    }
    'organization-list-by-ids': {
      readonly id: string
      readonly name: string
      readonly kind: 'AGENCY' | 'RESELLER' | 'AFFILIATE' | 'COMPANY'
      readonly legalName: string | null
      readonly website: string | null
      readonly contactEmail: string
      readonly countryCode: string
      readonly language: Narrowed<string, ColumnTypes['solution.organizations.language']>
      readonly vatId: string | null
      readonly registerNumber: string | null
      readonly address: Narrowed<unknown, ColumnTypes['solution.organizations.address']>
      readonly commissionPreference: 'PAYOUT' | 'CUSTOMER_DISCOUNT'
      readonly referralCode: string
      readonly verification: 'UNVERIFIED' | 'PENDING' | 'VERIFIED' | 'REJECTED' | 'EXPIRED' | 'REVOKED'
      readonly verificationReason: string | null
      readonly verifiedUntil: Date | null
      readonly payoutsFrozenUntil: Date | null
      readonly sealedAccount: Buffer | null
      readonly memberCount: number
      readonly solutionCount: number
      readonly paidSince: Date | null
      readonly version: number
      readonly createdAt: Date
      readonly updatedAt: Date
      readonly myRole: 'VIEWER' | 'MEMBER' | 'ADMIN'
    }
    'organization-list-latest': {
      readonly id: string
      readonly name: string
      readonly kind: 'AGENCY' | 'RESELLER' | 'AFFILIATE' | 'COMPANY'
      readonly legalName: string | null
      readonly website: string | null
      readonly contactEmail: string
      readonly countryCode: string
      readonly language: Narrowed<string, ColumnTypes['solution.organizations.language']>
      readonly vatId: string | null
      readonly registerNumber: string | null
      readonly address: Narrowed<unknown, ColumnTypes['solution.organizations.address']>
      readonly commissionPreference: 'PAYOUT' | 'CUSTOMER_DISCOUNT'
      readonly referralCode: string
      readonly verification: 'UNVERIFIED' | 'PENDING' | 'VERIFIED' | 'REJECTED' | 'EXPIRED' | 'REVOKED'
      readonly verificationReason: string | null
      readonly verifiedUntil: Date | null
      readonly payoutsFrozenUntil: Date | null
      readonly sealedAccount: Buffer | null
      readonly memberCount: number
      readonly solutionCount: number
      readonly paidSince: Date | null
      readonly version: number
      readonly createdAt: Date
      readonly updatedAt: Date
      readonly myRole: 'VIEWER' | 'MEMBER' | 'ADMIN'
    }
    'organization-lock': {
      readonly '?column?': number
    }
    'organization-manage-turn': {
      readonly pg_advisory_xact_lock: string
    }
    'organization-managed': {
      readonly verified: boolean
      readonly count: number
    }
    'organization-managed-ids': {
      readonly id: string
    }
    'organization-own-turn': {
      readonly pg_advisory_xact_lock: string
    }
    'organization-payout-terms': {
      readonly name: string
      readonly legalName: string | null
      readonly contactEmail: string
      readonly countryCode: string
      readonly language: Narrowed<string, ColumnTypes['solution.organizations.language']>
      readonly vatId: string | null
      readonly registerNumber: string | null
      readonly address: Narrowed<unknown, ColumnTypes['solution.organizations.address']>
      readonly kind: 'AGENCY' | 'RESELLER' | 'AFFILIATE' | 'COMPANY'
      readonly verification: 'UNVERIFIED' | 'PENDING' | 'VERIFIED' | 'REJECTED' | 'EXPIRED' | 'REVOKED'
      readonly frozenUntil: Date | null
      readonly sealed: Buffer | null
    }
    'organization-pend': Record<string, never>
    'organization-read': {
      readonly id: string
      readonly name: string
      readonly kind: 'AGENCY' | 'RESELLER' | 'AFFILIATE' | 'COMPANY'
      readonly legalName: string | null
      readonly website: string | null
      readonly contactEmail: string
      readonly countryCode: string
      readonly language: Narrowed<string, ColumnTypes['solution.organizations.language']>
      readonly vatId: string | null
      readonly registerNumber: string | null
      readonly address: Narrowed<unknown, ColumnTypes['solution.organizations.address']>
      readonly commissionPreference: 'PAYOUT' | 'CUSTOMER_DISCOUNT'
      readonly referralCode: string
      readonly verification: 'UNVERIFIED' | 'PENDING' | 'VERIFIED' | 'REJECTED' | 'EXPIRED' | 'REVOKED'
      readonly verificationReason: string | null
      readonly verifiedUntil: Date | null
      readonly payoutsFrozenUntil: Date | null
      readonly sealedAccount: Buffer | null
      readonly memberCount: number
      readonly solutionCount: number
      readonly paidSince: Date | null
      readonly version: number
      readonly createdAt: Date
      readonly updatedAt: Date
      readonly myRole: 'VIEWER' | 'MEMBER' | 'ADMIN'
    }
    'organization-release': {
      readonly id: string
    }
    'organization-release-left': {
      readonly id: string
      readonly organizationId: string
      readonly name: string
    }
    'organization-release-some': {
      readonly release_solutions: string
    }
    'organization-revoke-invitations': Record<string, never>
    'organization-revoke-tokens': Record<string, never>
    'organization-solutions': {
      readonly id: string
      readonly label: string
      readonly type: 'CAPTCHA' | 'MONITORING' | 'BUNDLE_SECURITY'
      readonly lifecycle: Narrowed<
        'ACTIVE' | 'CANCEL_SCHEDULED' | 'ENDED' | 'DELETION_PENDING' | 'DELETED',
        ResultTypes['organization-solutions']['lifecycle']
      >
      readonly createdAt: Date
      readonly myRole: 'VIEWER' | 'MEMBER' | 'ADMIN' | null
    }
    'organization-update': Record<string, never>
    'organization-verify': Record<string, never>
    'paid-begin': {
      readonly id: string
      readonly name: string
      readonly timezone: string
    }
    'paid-begin-organization': {
      readonly id: string
      readonly name: string
      readonly timezone: 'UTC'
    }
    'paid-candidates': {
      readonly id: string
      readonly isPaid: boolean
    }
    'paid-end': Record<string, never>
    'paid-end-of-gone': Record<string, never>
    'paid-end-of-organizations': Record<string, never>
    'paid-new-organizations': {
      readonly id: string
    }
    'paid-since-of-person': {
      readonly paidSince: Date | null
    }
    'payout-account-delete': Record<string, never>
    'payout-account-insert': Record<string, never>
    'person-invitations-by': {
      readonly id: string
      readonly solutionId: string | null
      readonly organizationId: string | null
      readonly role: 'VIEWER' | 'MEMBER' | 'ADMIN'
      readonly language: Narrowed<string, ColumnTypes['solution.invitations.language']>
      readonly message: string
      readonly status: 'PENDING' | 'ACCEPTED' | 'DECLINED' | 'REVOKED'
      readonly createdAt: Date
      readonly expiresAt: Date
      readonly decidedAt: Date | null
      readonly email: string
    }
    'person-invitations-to': {
      readonly id: string
      readonly solutionId: string | null
      readonly organizationId: string | null
      readonly role: 'VIEWER' | 'MEMBER' | 'ADMIN'
      readonly language: Narrowed<string, ColumnTypes['solution.invitations.language']>
      readonly message: string
      readonly status: 'PENDING' | 'ACCEPTED' | 'DECLINED' | 'REVOKED'
      readonly createdAt: Date
      readonly expiresAt: Date
      readonly decidedAt: Date | null
    }
    'referral-code-taken': {
      readonly taken: boolean
    }
    'referral-code-turn': {
      readonly pg_advisory_xact_lock: string
    }
    'referrer-is-own': {
      readonly isOwn: boolean
    }
    'show-email': {
      readonly set_config: string
    }
    'show-token': {
      readonly set_config: string
    }
    'solution-administered': {
      readonly id: string
    }
    'solution-admins': {
      readonly userId: string
    }
    'solution-assign': Record<string, never>
    'solution-begin-erasing': {
      readonly id: string
    }
    'solution-by-ids': {
      readonly id: string
      readonly label: string
      readonly type: 'CAPTCHA' | 'MONITORING' | 'BUNDLE_SECURITY'
      readonly timezone: string
      readonly language: Narrowed<string, ColumnTypes['solution.solutions.language']>
      readonly notificationEmails: string[]
      readonly lifecycle: 'ACTIVE' | 'CANCEL_SCHEDULED' | 'ENDED' | 'DELETION_PENDING' | 'DELETED'
      readonly endsAt: Date | null
      readonly deletionAt: Date | null
      readonly paidSince: Date | null
      readonly version: number
      readonly createdAt: Date
      readonly updatedAt: Date
      readonly managementOrganization: Narrowed<unknown, ResultTypes['solution-by-ids']['managementOrganization']>
      readonly members: Narrowed<unknown, ResultTypes['solution-by-ids']['members']>
      readonly locks: Narrowed<unknown, ResultTypes['solution-by-ids']['locks']>
      readonly myRole: 'VIEWER' | 'MEMBER' | 'ADMIN'
    }
    'solution-count-own': {
      readonly count: number
    }
    'solution-create-turn': {
      readonly pg_advisory_xact_lock: string
    }
    'solution-due-deletion': {
      readonly id: string
      readonly label: string
      readonly lifecycle: 'ACTIVE' | 'CANCEL_SCHEDULED' | 'ENDED' | 'DELETION_PENDING' | 'DELETED'
      readonly timezone: string
    }
    'solution-due-deletions': {
      readonly id: string
    }
    'solution-due-end': {
      readonly id: string
      readonly lifecycle: 'ACTIVE' | 'CANCEL_SCHEDULED' | 'ENDED' | 'DELETION_PENDING' | 'DELETED'
      readonly endsAt: Date
    }
    'solution-due-ends': {
      readonly id: string
    }
    'solution-due-exports': {
      readonly id: string
      readonly label: string
      readonly timezone: string
      readonly exportId: string | null
      readonly requestedBy: Narrowed<string | null, ResultTypes['solution-due-exports']['requestedBy']>
    }
    'solution-empty': Record<string, never>
    'solution-empty-invitations': Record<string, never>
    'solution-empty-locks': Record<string, never>
    'solution-empty-members': Record<string, never>
    'solution-erasing': {
      readonly erasing: boolean
    }
    'solution-export-again': Record<string, never>
    'solution-export-begun': Record<string, never>
    'solution-export-id': {
      readonly exportId: string | null
    }
    'solution-export-invitations': {
      readonly id: string
      readonly solutionId: string
      readonly organizationId: string | null
      readonly email: string
      readonly role: 'VIEWER' | 'MEMBER' | 'ADMIN'
      readonly language: Narrowed<string, ColumnTypes['solution.invitations.language']>
      readonly message: string
      readonly status: 'PENDING' | 'ACCEPTED' | 'DECLINED' | 'REVOKED'
      readonly invitedBy: string
      readonly createdAt: Date
      readonly expiresAt: Date
      readonly resentAt: Date | null
    }
    'solution-export-locks': {
      readonly id: string
      readonly reason:
        | 'PAYMENT_OVERDUE'
        | 'TRIAL_EXPIRED'
        | 'QUOTA_EXCEEDED'
        | 'ABUSE'
        | 'TERMS_VIOLATION'
        | 'SECURITY_INCIDENT'
        | 'LEGAL_ORDER'
        | 'ACCOUNT_REVIEW'
        | 'OWNER_REQUEST'
      readonly effect: 'WORK_ONLY' | 'REFUSE' | 'RESULTS_REFUSED' | 'READ_ONLY'
      readonly publicMessage: unknown
      readonly lockedAt: Date
      readonly lockedUntil: Date | null
      readonly unlockedAt: Date | null
    }
    'solution-export-told': {
      readonly id: string
    }
    'solution-first-of-people': {
      readonly userId: string
      readonly solutionId: string
    }
    'solution-ids-of-owner': {
      readonly id: string
    }
    'solution-ids-of-word': {
      readonly id: string
    }
    'solution-incident-days': {
      readonly day: string
      readonly solutions: number
    }
    'solution-incidents': {
      readonly solutionId: string
      readonly lockedAt: Date
      readonly unlockedAt: Date | null
    }
    'solution-insert': Record<string, never>
    'solution-insert-founder': Record<string, never>
    'solution-label': {
      readonly label: string
    }
    'solution-language': {
      readonly language: Narrowed<string, ColumnTypes['solution.solutions.language']>
    }
    'solution-latest': {
      readonly id: string
      readonly label: string
      readonly type: 'CAPTCHA' | 'MONITORING' | 'BUNDLE_SECURITY'
      readonly timezone: string
      readonly language: Narrowed<string, ColumnTypes['solution.solutions.language']>
      readonly notificationEmails: string[]
      readonly lifecycle: 'ACTIVE' | 'CANCEL_SCHEDULED' | 'ENDED' | 'DELETION_PENDING' | 'DELETED'
      readonly endsAt: Date | null
      readonly deletionAt: Date | null
      readonly paidSince: Date | null
      readonly version: number
      readonly createdAt: Date
      readonly updatedAt: Date
      readonly managementOrganization: Narrowed<unknown, ResultTypes['solution-latest']['managementOrganization']>
      readonly members: Narrowed<unknown, ResultTypes['solution-latest']['members']>
      readonly locks: Narrowed<unknown, ResultTypes['solution-latest']['locks']>
      readonly myRole: 'VIEWER' | 'MEMBER' | 'ADMIN'
    }
    'solution-latest-any': {
      readonly id: string
      readonly label: string
      readonly type: 'CAPTCHA' | 'MONITORING' | 'BUNDLE_SECURITY'
      readonly timezone: string
      readonly language: Narrowed<string, ColumnTypes['solution.solutions.language']>
      readonly notificationEmails: string[]
      readonly lifecycle: 'ACTIVE' | 'CANCEL_SCHEDULED' | 'ENDED' | 'DELETION_PENDING' | 'DELETED'
      readonly endsAt: Date | null
      readonly deletionAt: Date | null
      readonly paidSince: Date | null
      readonly version: number
      readonly createdAt: Date
      readonly updatedAt: Date
      readonly managementOrganization: Narrowed<unknown, ResultTypes['solution-latest-any']['managementOrganization']>
      readonly members: Narrowed<unknown, ResultTypes['solution-latest-any']['members']>
      readonly locks: Narrowed<unknown, ResultTypes['solution-latest-any']['locks']>
      readonly myRole: 'VIEWER' | 'MEMBER' | 'ADMIN'
    }
    'solution-latest-far': {
      readonly id: string
      readonly label: string
      readonly type: 'CAPTCHA' | 'MONITORING' | 'BUNDLE_SECURITY'
      readonly timezone: string
      readonly language: Narrowed<string, ColumnTypes['solution.solutions.language']>
      readonly notificationEmails: string[]
      readonly lifecycle: 'ACTIVE' | 'CANCEL_SCHEDULED' | 'ENDED' | 'DELETION_PENDING' | 'DELETED'
      readonly endsAt: Date | null
      readonly deletionAt: Date | null
      readonly paidSince: Date | null
      readonly version: number
      readonly createdAt: Date
      readonly updatedAt: Date
      readonly managementOrganization: Narrowed<unknown, ResultTypes['solution-latest-far']['managementOrganization']>
      readonly members: Narrowed<unknown, ResultTypes['solution-latest-far']['members']>
      readonly locks: Narrowed<unknown, ResultTypes['solution-latest-far']['locks']>
      readonly myRole: 'VIEWER' | 'MEMBER' | 'ADMIN'
    }
    'solution-latest-near': {
      readonly id: string
      readonly label: string
      readonly type: 'CAPTCHA' | 'MONITORING' | 'BUNDLE_SECURITY'
      readonly timezone: string
      readonly language: Narrowed<string, ColumnTypes['solution.solutions.language']>
      readonly notificationEmails: string[]
      readonly lifecycle: 'ACTIVE' | 'CANCEL_SCHEDULED' | 'ENDED' | 'DELETION_PENDING' | 'DELETED'
      readonly endsAt: Date | null
      readonly deletionAt: Date | null
      readonly paidSince: Date | null
      readonly version: number
      readonly createdAt: Date
      readonly updatedAt: Date
      readonly managementOrganization: Narrowed<unknown, ResultTypes['solution-latest-near']['managementOrganization']>
      readonly members: Narrowed<unknown, ResultTypes['solution-latest-near']['members']>
      readonly locks: Narrowed<unknown, ResultTypes['solution-latest-near']['locks']>
      readonly myRole: 'VIEWER' | 'MEMBER' | 'ADMIN'
    }
    'solution-leave': Record<string, never>
    'solution-leave-joined': {
      readonly id: string
    }
    'solution-leave-lock': {
      readonly '?column?': number
    }
    'solution-leave-members': {
      readonly id: string
      readonly label: string
      readonly isLastAdmin: boolean
    }
    'solution-lifecycles': {
      readonly id: string
      readonly lifecycle: 'ACTIVE' | 'CANCEL_SCHEDULED' | 'ENDED' | 'DELETION_PENDING' | 'DELETED'
      readonly endsAt: Date | null
      readonly deletionAt: Date | null
    }
    'solution-list': {
      readonly id: string
      readonly label: string
      readonly type: 'CAPTCHA' | 'MONITORING' | 'BUNDLE_SECURITY'
      readonly timezone: string
      readonly language: Narrowed<string, ColumnTypes['solution.solutions.language']>
      readonly notificationEmails: string[]
      readonly lifecycle: 'ACTIVE' | 'CANCEL_SCHEDULED' | 'ENDED' | 'DELETION_PENDING' | 'DELETED'
      readonly endsAt: Date | null
      readonly deletionAt: Date | null
      readonly paidSince: Date | null
      readonly version: number
      readonly createdAt: Date
      readonly updatedAt: Date
      readonly managementOrganization: Narrowed<unknown, ResultTypes['solution-list']['managementOrganization']>
      readonly members: Narrowed<unknown, ResultTypes['solution-list']['members']>
      readonly locks: Narrowed<unknown, ResultTypes['solution-list']['locks']>
      readonly myRole: 'VIEWER' | 'MEMBER' | 'ADMIN'
    }
    'solution-load': {
      readonly id: string
      readonly label: string
      readonly type: 'CAPTCHA' | 'MONITORING' | 'BUNDLE_SECURITY'
      readonly timezone: string
      readonly language: Narrowed<string, ColumnTypes['solution.solutions.language']>
      readonly notificationEmails: string[]
      readonly lifecycle: 'ACTIVE' | 'CANCEL_SCHEDULED' | 'ENDED' | 'DELETION_PENDING' | 'DELETED'
      readonly endsAt: Date | null
      readonly deletionAt: Date | null
      readonly paidSince: Date | null
      readonly version: number
      readonly createdAt: Date
      readonly updatedAt: Date
      readonly managementOrganization: Narrowed<unknown, ResultTypes['solution-load']['managementOrganization']>
      readonly members: Narrowed<unknown, ResultTypes['solution-load']['members']>
      readonly locks: Narrowed<unknown, ResultTypes['solution-load']['locks']>
      readonly myRole: 'VIEWER' | 'MEMBER' | 'ADMIN'
    }
    'solution-lock-insert': Record<string, never>
    'solution-lock-open': Record<string, never>
    'solution-lock-row': {
      readonly '?column?': number
    }
    'solution-lock-rows': {
      readonly '?column?': number
    }
    'solution-lock-tighten': {
      readonly id: string
    }
    'solution-locks-count': {
      readonly reason:
        | 'PAYMENT_OVERDUE'
        | 'TRIAL_EXPIRED'
        | 'QUOTA_EXCEEDED'
        | 'ABUSE'
        | 'TERMS_VIOLATION'
        | 'SECURITY_INCIDENT'
        | 'LEGAL_ORDER'
        | 'ACCOUNT_REVIEW'
        | 'OWNER_REQUEST'
      readonly n: number
    }
    'solution-locks-ended': {
      readonly id: string
      readonly solutionId: string
      readonly reason:
        | 'PAYMENT_OVERDUE'
        | 'TRIAL_EXPIRED'
        | 'QUOTA_EXCEEDED'
        | 'ABUSE'
        | 'TERMS_VIOLATION'
        | 'SECURITY_INCIDENT'
        | 'LEGAL_ORDER'
        | 'ACCOUNT_REVIEW'
        | 'OWNER_REQUEST'
      readonly lockedAt: Date
    }
    'solution-locks-leaked': {
      readonly id: string
      readonly solutionId: string
      readonly reason:
        | 'PAYMENT_OVERDUE'
        | 'TRIAL_EXPIRED'
        | 'QUOTA_EXCEEDED'
        | 'ABUSE'
        | 'TERMS_VIOLATION'
        | 'SECURITY_INCIDENT'
        | 'LEGAL_ORDER'
        | 'ACCOUNT_REVIEW'
        | 'OWNER_REQUEST'
      readonly lockedAt: Date
    }
    'solution-locks-of-trials': {
      readonly id: string
      readonly solutionId: string
      readonly reason:
        | 'PAYMENT_OVERDUE'
        | 'TRIAL_EXPIRED'
        | 'QUOTA_EXCEEDED'
        | 'ABUSE'
        | 'TERMS_VIOLATION'
        | 'SECURITY_INCIDENT'
        | 'LEGAL_ORDER'
        | 'ACCOUNT_REVIEW'
        | 'OWNER_REQUEST'
      readonly lockedAt: Date
    }
    'solution-managed-before': {
      readonly id: string
      readonly organizationId: string | null
    }
    'solution-notified': {
      readonly emails: string[]
      readonly language: Narrowed<string, ColumnTypes['solution.solutions.language']>
    }
    'solution-organizations-frozen': {
      readonly organizations: number
    }
    'solution-owned-label': {
      readonly label: string
      readonly organization: string | null
    }
    'solution-owners': {
      readonly id: string
      readonly owner: string
    }
    'solution-paid-since': {
      readonly paidSince: Date | null
    }
    'solution-referrer': {
      readonly organizationId: string
      readonly organizationName: string
      readonly kind: 'AGENCY' | 'RESELLER' | 'AFFILIATE' | 'COMPANY'
      readonly commissionPreference: 'PAYOUT' | 'CUSTOMER_DISCOUNT'
      readonly since: Date
      readonly isOwn: boolean
      readonly isResale: boolean
    }
    'solution-release': Record<string, never>
    'solution-restriction': {
      readonly effects: Narrowed<readonly string[], ResultTypes['solution-restriction']['effects']>
      readonly timeZone: string
      readonly number: number
    }
    'solution-restriction-told': Record<string, never>
    'solution-role': {
      readonly role: 'VIEWER' | 'MEMBER' | 'ADMIN'
    }
    'solution-share-owner': {
      readonly shared: boolean
    }
    'solution-step': Record<string, never>
    'solution-time-zone': {
      readonly timezone: string
    }
    'solution-told-members': {
      readonly userId: string
    }
    'solution-untold': {
      readonly id: string
    }
    'solution-untold-count': {
      readonly depth: number
      readonly oldestSeconds: number
    }
    'solution-update': Record<string, never>
    'solution-want-export': Record<string, never>
    'standing-at-gate': {
      readonly name: string
      readonly role: 'VIEWER' | 'MEMBER' | 'ADMIN' | null
      readonly readOnly: boolean
      readonly paidSince: Date | null
    }
    'standing-in-organization': {
      readonly name: string
      readonly role: 'VIEWER' | 'MEMBER' | 'ADMIN' | null
      readonly readOnly: boolean
      readonly paidSince: Date | null
    }
    'standing-in-solution': {
      readonly name: string
      readonly role: 'VIEWER' | 'MEMBER' | 'ADMIN' | null
      readonly readOnly: boolean
      readonly paidSince: Date | null
    }
    'visit-noted': {
      readonly number: string
    }
    'visit-turn': {
      readonly pg_advisory_xact_lock: string
    }
  }
}
