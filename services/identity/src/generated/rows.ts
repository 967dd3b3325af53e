// Rows of the named statements, as the migrated schema has them. `npm run rows` writes this file; see decisions/0057.
import type { Narrowed } from '@bollard/database/statement-rows'
import type { ColumnTypes, ResultTypes } from '../column-types.ts'

declare module '@bollard/database/statement-rows' {
  interface StatementRows {
    'identity-accounts-count': {
      readonly confirmed: number
      readonly unconfirmed: number
      readonly signUpsLastDay: number
    }
    'identity-accounts-of-period': {
      readonly accounts: number
      readonly confirmed: number
    }
    'identity-actor': {
      readonly userId: string
      readonly sessionId: string
      readonly isAdmin: boolean
      readonly adminNeedsSecondFactor: boolean
      readonly hasSecondFactor: boolean
      readonly emailVerified: boolean
      readonly email: string
      readonly givenName: string
      readonly language: Narrowed<string, ColumnTypes['identity.users.language']>
      readonly provenAt: Date | null
      readonly viewedBy: string | null
    }
    'identity-admin-set': Record<string, never>
    'identity-administrators': {
      readonly id: string
      readonly email: string
      readonly givenName: string
      readonly emailVerified: boolean
      readonly isAdmin: boolean
      readonly createdAt: Date
      readonly suspendedAt: Date | null
      readonly deletionAt: Date | null
      readonly hasSecondFactor: boolean
    }
    'identity-administrators-count': {
      readonly count: number
    }
    'identity-administrators-lock': {
      readonly pg_advisory_xact_lock: string
    }
    'identity-advertising-conversions': {
      readonly id: string
      readonly kind: 'SIGNUP' | 'FIRST_VERIFICATION' | 'TRIAL_TO_PAID' | 'INVOICE_PAID'
      readonly state:
        | 'RECORDED'
        | 'ELIGIBLE'
        | 'INELIGIBLE'
        | 'REJECTED'
        | 'SENDING'
        | 'SENT'
        | 'CONFIRMED'
        | 'FAILED_RETRY'
        | 'FAILED_FINAL'
      readonly reason: string | null
      readonly occurredAt: Date
      readonly valueMinor: string | null
      readonly currency: string | null
      readonly attempts: number
      readonly nextAttemptAt: Date | null
      readonly sentAt: Date | null
      readonly tokenId: string
    }
    'identity-advertising-create': Record<string, never>
    'identity-advertising-empty': Record<string, never>
    'identity-advertising-expire': Record<string, never>
    'identity-advertising-forget': Record<string, never>
    'identity-advertising-get': {
      readonly id: string
      readonly gclid: string | null
      readonly consent: Narrowed<unknown, ColumnTypes['identity.advertising_tokens.consent']>
      readonly landingPath: string | null
      readonly locale: string | null
      readonly createdAt: Date
    }
    'identity-advertising-list': {
      readonly id: string
      readonly gclid: string | null
      readonly consent: Narrowed<unknown, ColumnTypes['identity.advertising_tokens.consent']>
      readonly landingPath: string | null
      readonly locale: string | null
      readonly createdAt: Date
    }
    'identity-browser-known': {
      readonly any: boolean
      readonly this: boolean
    }
    'identity-browser-meet': Record<string, never>
    'identity-browser-of-account': {
      readonly userId: string
      readonly from: Date
    }
    'identity-challenge-create': Record<string, never>
    'identity-challenge-take': {
      readonly hash: string
    }
    'identity-conversion-claim': {
      readonly gclid: string | null
    }
    'identity-conversion-export-add': Record<string, never>
    'identity-conversion-export-lock': {
      readonly '?column?': number
    }
    'identity-conversion-export-rows': {
      readonly id: string
      readonly isOpen: Narrowed<boolean | null, ResultTypes['identity-conversion-export-rows']['isOpen']>
      readonly isSent: boolean
    }
    'identity-conversion-export-take': {
      readonly one: number
    }
    'identity-conversion-exports': {
      readonly id: string
      readonly createdBy: string
      readonly createdAt: Date
      readonly open: number
      readonly sent: number
    }
    'identity-conversion-lock': {
      readonly id: string
      readonly kind: 'SIGNUP' | 'FIRST_VERIFICATION' | 'TRIAL_TO_PAID' | 'INVOICE_PAID'
      readonly state:
        | 'RECORDED'
        | 'ELIGIBLE'
        | 'INELIGIBLE'
        | 'REJECTED'
        | 'SENDING'
        | 'SENT'
        | 'CONFIRMED'
        | 'FAILED_RETRY'
        | 'FAILED_FINAL'
      readonly reason: string | null
      readonly occurredAt: Date
      readonly valueMinor: string | null
      readonly currency: string | null
      readonly attempts: number
      readonly nextAttemptAt: Date | null
      readonly sentAt: Date | null
      readonly exportId: string | null
    }
    'identity-conversion-record': Record<string, never>
    'identity-conversion-reject': {
      readonly id: string
      readonly kind: 'SIGNUP' | 'FIRST_VERIFICATION' | 'TRIAL_TO_PAID' | 'INVOICE_PAID'
      readonly state:
        | 'RECORDED'
        | 'ELIGIBLE'
        | 'INELIGIBLE'
        | 'REJECTED'
        | 'SENDING'
        | 'SENT'
        | 'CONFIRMED'
        | 'FAILED_RETRY'
        | 'FAILED_FINAL'
      readonly reason: string | null
      readonly occurredAt: Date
      readonly valueMinor: string | null
      readonly currency: string | null
      readonly attempts: number
      readonly nextAttemptAt: Date | null
      readonly sentAt: Date | null
    }
    'identity-conversion-settle': {
      readonly id: string
      readonly kind: 'SIGNUP' | 'FIRST_VERIFICATION' | 'TRIAL_TO_PAID' | 'INVOICE_PAID'
      readonly state:
        | 'RECORDED'
        | 'ELIGIBLE'
        | 'INELIGIBLE'
        | 'REJECTED'
        | 'SENDING'
        | 'SENT'
        | 'CONFIRMED'
        | 'FAILED_RETRY'
        | 'FAILED_FINAL'
      readonly reason: string | null
      readonly occurredAt: Date
      readonly valueMinor: string | null
      readonly currency: string | null
      readonly attempts: number
      readonly nextAttemptAt: Date | null
      readonly sentAt: Date | null
    }
    'identity-conversions-due': {
      readonly id: string
      readonly upload: Narrowed<unknown, ResultTypes['identity-conversions-due']['upload']>
      readonly gclid: string
    }
    'identity-conversions-export': {
      readonly id: string
      readonly gclid: string
      readonly kind: 'SIGNUP' | 'FIRST_VERIFICATION' | 'TRIAL_TO_PAID' | 'INVOICE_PAID'
      readonly occurredAt: Date
      readonly valueMinor: string | null
      readonly currency: string | null
      readonly personalization: boolean
    }
    'identity-conversions-free': Record<string, never>
    'identity-conversions-judge': Record<string, never>
    'identity-conversions-sent': Record<string, never>
    'identity-conversions-turn': {
      readonly pg_advisory_xact_lock: string
    }
    'identity-delete-user': {
      readonly email: string
      readonly givenName: string
      readonly language: Narrowed<string, ColumnTypes['identity.users.language']>
      readonly timezone: string
    }
    'identity-deletion-day': {
      readonly deletionAt: Date | null
    }
    'identity-deletion-drop': Record<string, never>
    'identity-deletion-plan': Record<string, never>
    'identity-deletion-session': {
      readonly id: string
    }
    'identity-deletion-undo': {
      readonly id: string
    }
    'identity-deletions-due': {
      readonly id: string
    }
    'identity-device-trust': Record<string, never>
    'identity-device-trusted': {
      readonly trustedAt: Date
    }
    'identity-devices-forget': Record<string, never>
    'identity-drop-other-unverified': Record<string, never>
    'identity-drop-unverified': Record<string, never>
    'identity-email-change-described': {
      readonly userId: string
      readonly email: string
      readonly newEmail: string
    }
    'identity-email-change-drop': Record<string, never>
    'identity-email-change-end': {
      readonly email: string
    }
    'identity-email-change-keep': Record<string, never>
    'identity-email-change-owner': {
      readonly userId: string
    }
    'identity-email-change-use': {
      readonly email: string
    }
    'identity-email-code': Record<string, never>
    'identity-email-code-end': Record<string, never>
    'identity-email-code-sign-up': {
      readonly userId: string
    }
    'identity-email-code-try': {
      readonly codeHash: string
    }
    'identity-email-move': Record<string, never>
    'identity-email-of-other': {
      readonly one: number
    }
    'identity-email-token': {
      readonly user_id: string
    }
    'identity-email-token-browser': {
      readonly browserHash: string | null
    }
    'identity-email-token-known': {
      readonly one: number
    }
    'identity-email-token-sign-up': {
      readonly userId: string
      readonly email: string
      readonly browserHash: string | null
    }
    'identity-email-token-use': {
      readonly user_id: string
    }
    'identity-email-tokens-end': Record<string, never>
    'identity-email-undo-keep': Record<string, never>
    'identity-email-undo-open': {
      readonly one: number
    }
    'identity-email-undo-owner': {
      readonly userId: string
    }
    'identity-email-undo-use': {
      readonly email: string
      readonly changedAt: Date
    }
    'identity-email-undos-later': Record<string, never>
    'identity-email-verified': Record<string, never>
    'identity-export': {
      readonly id: string
      readonly status: 'PENDING' | 'READY' | 'FAILED'
      readonly createdAt: Date
      readonly expiresAt: Date | null
      readonly bytes: number | null
    }
    'identity-export-account/advertising.json': {
      readonly id: string
      readonly consent: Narrowed<unknown, ColumnTypes['identity.advertising_tokens.consent']>
      readonly landingPath: string | null
      readonly locale: string | null
      readonly createdAt: Date
      readonly conversions: unknown
    }
    'identity-export-account/browsers.json': {
      readonly kind: 'KNOWN' | 'TRUSTED'
      readonly lastSeenAt: Date
      readonly expiresAt: Date | null
    }
    'identity-export-account/exports.json': {
      readonly id: string
      readonly status: 'PENDING' | 'READY' | 'FAILED'
      readonly createdAt: Date
      readonly expiresAt: Date | null
    }
    'identity-export-account/factor-removals.json': {
      readonly startedAt: Date | null
      readonly mailsSent: number
      readonly nextStepAt: Date | null
      readonly removedAt: Date | null
    }
    'identity-export-account/notification-preferences.json': {
      readonly weeklyReport: boolean
      readonly usageAlerts: boolean
      readonly billing: boolean
      readonly alerts: boolean
      readonly weeklyReportDay: number
    }
    'identity-export-account/open-links.json': {
      readonly kind:
        | 'CONFIRM_ADDRESS'
        | 'CONFIRM_ADDRESS_BY_CODE'
        | 'NEW_PASSWORD'
        | 'UNDO_NEW_FACTOR'
        | 'SIGN_IN'
        | 'NEW_PASSKEY'
      readonly expiresAt: Date
    }
    'identity-export-account/other-addresses.json': {
      readonly kind: 'WAITING' | 'FORMER'
      readonly email: string
      readonly expiresAt: Date
    }
    'identity-export-account/passkeys.json': {
      readonly id: string
      readonly name: string
      readonly createdAt: Date
      readonly lastUsedAt: Date | null
    }
    'identity-export-account/password.json': {
      readonly createdAt: Date
      readonly changedAt: Date
    }
    'identity-export-account/profile.json': {
      readonly id: string
      readonly email: string
      readonly emailVerified: boolean
      readonly givenName: string
      readonly language: Narrowed<string, ColumnTypes['identity.users.language']>
      readonly timezone: string
      readonly theme: 'light' | 'dark' | 'system'
      readonly isAdmin: boolean
      readonly createdAt: Date
      readonly updatedAt: Date
      readonly termsVersion: string | null
      readonly termsAcceptedAt: Date | null
      readonly deletionAt: Date | null
      readonly suspendedAt: Date | null
      readonly suspensionReason: string | null
    }
    'identity-export-account/second-factors.json': {
      readonly kind: 'AUTHENTICATOR_APP' | 'RECOVERY_CODES'
      readonly createdAt: Date | null
      readonly confirmedAt: Date | null
      readonly count: number
    }
    'identity-export-account/sessions.json': {
      readonly id: string
      readonly network: string | null
      readonly userAgent: string | null
      readonly createdAt: Date
      readonly lastActiveAt: Date
      readonly expiresAt: Date
      readonly adminSiteOpenedAt: Date | null
      readonly adminSiteLastActiveAt: Date | null
      readonly changesUntil: Date | null
      readonly changesReason: string | null
      readonly changesTicket: string | null
    }
    'identity-export-account/weekly-reports.json': {
      readonly lastDay: string
    }
    'identity-export-account/what-operators-did.json': {
      readonly kind: 'VIEW' | 'GRANT_ADMIN' | 'REVOKE_ADMIN' | 'DELETE_ACCOUNT'
      readonly reason: string
      readonly at: Date
      readonly until: Date
    }
    'identity-export-create': Record<string, never>
    'identity-export-failed': Record<string, never>
    'identity-export-file': {
      readonly file: Buffer | null
    }
    'identity-export-pending': {
      readonly one: number
    }
    'identity-export-ready': {
      readonly email: string
      readonly givenName: string
      readonly language: Narrowed<string, ColumnTypes['identity.users.language']>
    }
    'identity-exports': {
      readonly id: string
      readonly status: 'PENDING' | 'READY' | 'FAILED'
      readonly createdAt: Date
      readonly expiresAt: Date | null
      readonly bytes: number | null
    }
    'identity-exports-due': {
      readonly id: string
      readonly userId: string
    }
    'identity-exports-empty': Record<string, never>
    'identity-exports-forget': Record<string, never>
    'identity-factor-removal': {
      readonly mailsSent: number
      readonly nextAt: Date | null
      readonly removedAt: Date | null
    }
    'identity-factor-removal-by-operator': Record<string, never>
    'identity-factor-removal-by-stop': {
      readonly userId: string
    }
    'identity-factor-removal-done': Record<string, never>
    'identity-factor-removal-due': {
      readonly mailsSent: number
    }
    'identity-factor-removal-end': {
      readonly wasWaiting: boolean
    }
    'identity-factor-removal-keep': Record<string, never>
    'identity-factor-removal-owner': {
      readonly userId: string
      readonly endsAt: Date
    }
    'identity-factor-removal-start': {
      readonly user_id: string
    }
    'identity-factor-removal-start-at-once': Record<string, never>
    'identity-factor-removal-step': Record<string, never>
    'identity-factor-removal-stop-hash': Record<string, never>
    'identity-factor-removal-waiting': {
      readonly one: number
    }
    'identity-factor-removal-waits': {
      readonly one: number
    }
    'identity-factor-removals-due': {
      readonly userId: string
    }
    'identity-factors-around': {
      readonly older: boolean
      readonly newer: boolean
    }
    'identity-first-admin-token-keep': Record<string, never>
    'identity-first-admin-token-take': {
      readonly token_hash: string
    }
    'identity-has-admin': {
      readonly one: number
    }
    'identity-is-administrator': {
      readonly one: number
    }
    'identity-limit-give-back': Record<string, never>
    'identity-limit-pace': {
      readonly used: number
      readonly resetsAt: Date
    }
    'identity-limit-pace-end': {
      readonly resetsAt: Date
    }
    'identity-limit-reset': Record<string, never>
    'identity-limit-take': {
      readonly used: number
      readonly resetsAt: Date
    }
    'identity-make-admin': Record<string, never>
    'identity-networks-count': {
      readonly key: string
      readonly used: number
      readonly resetsAt: Date
    }
    'identity-networks-give-back': Record<string, never>
    'identity-new-account': Record<string, never>
    'identity-new-accounts': {
      readonly id: string
      readonly domain: string
      readonly confirmed: boolean
    }
    'identity-new-factor-undo-keep': Record<string, never>
    'identity-new-factor-undo-owner': {
      readonly userId: string
    }
    'identity-new-factor-undo-use': {
      readonly addedAt: Date
      readonly wasProtected: boolean
    }
    'identity-new-factor-undos-end': Record<string, never>
    'identity-new-factor-undos-later': Record<string, never>
    'identity-new-user': {
      readonly id: string
    }
    'identity-open-clicks': {
      readonly userId: string
      readonly clickedAt: Date
      readonly recorded: Narrowed<readonly string[], ResultTypes['identity-open-clicks']['recorded']>
    }
    'identity-operating-actor': {
      readonly userId: string
      readonly sessionId: string
      readonly isAdmin: boolean
      readonly adminNeedsSecondFactor: boolean
      readonly hasSecondFactor: boolean
      readonly emailVerified: boolean
      readonly email: string
      readonly givenName: string
      readonly language: Narrowed<string, ColumnTypes['identity.users.language']>
      readonly provenAt: Date | null
      readonly viewedBy: string | null
      readonly isOperating: Narrowed<boolean, ResultTypes['identity-operating-actor']['isOperating']>
      readonly changeUntil: Date | null
      readonly changeReason: string | null
      readonly changeTicket: string | null
    }
    'identity-operator-active': Record<string, never>
    'identity-operator-change': {
      readonly openedAt: Date
      readonly changeUntil: Date | null
      readonly changeReason: string | null
      readonly changeTicket: string | null
    }
    'identity-operator-end': {
      readonly openedAt: Date
      readonly changeUntil: Date | null
      readonly changeReason: string | null
      readonly changeTicket: string | null
    }
    'identity-operator-lock': {
      readonly openedAt: Date
      readonly changeUntil: Date | null
      readonly changeReason: string | null
      readonly changeTicket: string | null
    }
    'identity-operator-open': {
      readonly openedAt: Date
      readonly changeUntil: Date | null
      readonly changeReason: string | null
      readonly changeTicket: string | null
    }
    'identity-operator-session': {
      readonly openedAt: Date
      readonly changeUntil: Date | null
      readonly changeReason: string | null
      readonly changeTicket: string | null
    }
    'identity-operators': {
      readonly userId: string
      readonly email: string
      readonly givenName: string
      readonly language: Narrowed<string, ColumnTypes['identity.users.language']>
    }
    'identity-owner-of-address': {
      readonly language: Narrowed<string, ColumnTypes['identity.users.language']>
      readonly givenName: string
      readonly emailVerified: boolean
    }
    'identity-passkey-add': {
      readonly id: string
      readonly name: string
      readonly createdAt: Date
      readonly lastUsedAt: Date | null
      readonly backedUp: boolean
    }
    'identity-passkey-by-credential': {
      readonly passkeyId: string
      readonly userId: string
      readonly credentialId: string
      readonly publicKey: Buffer
      readonly counter: string
    }
    'identity-passkey-credentials': {
      readonly id: string
      readonly transports: Narrowed<readonly string[], ColumnTypes['identity.passkeys.transports']>
    }
    'identity-passkey-remove': {
      readonly name: string
    }
    'identity-passkey-rename': {
      readonly id: string
      readonly name: string
      readonly createdAt: Date
      readonly lastUsedAt: Date | null
      readonly backedUp: boolean
    }
    'identity-passkey-used': {
      readonly id: string
    }
    'identity-passkeys': {
      readonly id: string
      readonly name: string
      readonly createdAt: Date
      readonly lastUsedAt: Date | null
      readonly backedUp: boolean
    }
    'identity-passkeys-drop': Record<string, never>
    'identity-passkeys-since': Record<string, never>
    'identity-password-changed-at': {
      readonly changedAt: Date
    }
    'identity-password-end': Record<string, never>
    'identity-password-hash': {
      readonly hash: string
    }
    'identity-password-owner': {
      readonly userId: string
      readonly emailVerified: boolean
      readonly isAdmin: boolean
      readonly passwordHash: string
    }
    'identity-password-renew': {
      readonly id: string
    }
    'identity-password-set': {
      readonly id: string
    }
    'identity-pending-find': {
      readonly userId: string
    }
    'identity-pending-finish': {
      readonly userId: string
    }
    'identity-pending-forget': Record<string, never>
    'identity-pending-start': Record<string, never>
    'identity-pending-try': {
      readonly userId: string
    }
    'identity-people': {
      readonly userId: string
      readonly email: string
      readonly givenName: string
      readonly language: Narrowed<string, ColumnTypes['identity.users.language']>
    }
    'identity-people-administrators': {
      readonly id: string
      readonly email: string
      readonly givenName: string
      readonly emailVerified: boolean
      readonly isAdmin: boolean
      readonly createdAt: Date
      readonly suspendedAt: Date | null
      readonly deletionAt: Date | null
    }
    'identity-people-by-domain': {
      readonly id: string
      readonly email: string
      readonly givenName: string
      readonly emailVerified: boolean
      readonly isAdmin: boolean
      readonly createdAt: Date
      readonly suspendedAt: Date | null
      readonly deletionAt: Date | null
    }
    'identity-people-by-email': {
      readonly id: string
      readonly email: string
      readonly givenName: string
      readonly emailVerified: boolean
      readonly isAdmin: boolean
      readonly createdAt: Date
      readonly suspendedAt: Date | null
      readonly deletionAt: Date | null
    }
    'identity-people-by-id': {
      readonly id: string
      readonly email: string
      readonly givenName: string
      readonly emailVerified: boolean
      readonly isAdmin: boolean
      readonly createdAt: Date
      readonly suspendedAt: Date | null
      readonly deletionAt: Date | null
    }
    'identity-people-by-name': {
      readonly id: string
      readonly email: string
      readonly givenName: string
      readonly emailVerified: boolean
      readonly isAdmin: boolean
      readonly createdAt: Date
      readonly suspendedAt: Date | null
      readonly deletionAt: Date | null
    }
    'identity-people-ending': {
      readonly id: string
      readonly email: string
      readonly givenName: string
      readonly emailVerified: boolean
      readonly isAdmin: boolean
      readonly createdAt: Date
      readonly suspendedAt: Date | null
      readonly deletionAt: Date
    }
    'identity-people-newest': {
      readonly id: string
      readonly email: string
      readonly givenName: string
      readonly emailVerified: boolean
      readonly isAdmin: boolean
      readonly createdAt: Date
      readonly suspendedAt: Date | null
      readonly deletionAt: Date | null
    }
    'identity-people-place': {
      readonly email: string
      readonly domain: string | null
      readonly name: string
    }
    'identity-people-suspended': {
      readonly id: string
      readonly email: string
      readonly givenName: string
      readonly emailVerified: boolean
      readonly isAdmin: boolean
      readonly createdAt: Date
      readonly suspendedAt: Date
      readonly deletionAt: Date | null
    }
    'identity-people-unverified': {
      readonly id: string
      readonly email: string
      readonly givenName: string
      readonly emailVerified: boolean
      readonly isAdmin: boolean
      readonly createdAt: Date
      readonly suspendedAt: Date | null
      readonly deletionAt: Date | null
    }
    'identity-person-by-email': {
      readonly userId: string
      readonly email: string
      readonly givenName: string
      readonly language: Narrowed<string, ColumnTypes['identity.users.language']>
    }
    'identity-person-factors': {
      readonly kind: 'TOTP' | 'PASSKEY' | 'RECOVERY_CODE'
      readonly addedAt: Date | null
      readonly lastUsedAt: Date | null
      readonly count: number
    }
    'identity-person-file': {
      readonly id: string
      readonly email: string
      readonly givenName: string
      readonly emailVerified: boolean
      readonly isAdmin: boolean
      readonly createdAt: Date
      readonly suspendedAt: Date | null
      readonly deletionAt: Date | null
      readonly language: Narrowed<string, ColumnTypes['identity.users.language']>
      readonly timezone: string
      readonly termsVersion: string | null
      readonly termsAcceptedAt: Date | null
      readonly suspensionReason: string | null
      readonly hasPassword: boolean
    }
    'identity-preferences': {
      readonly preferences: Narrowed<unknown, ResultTypes['identity-preferences']['preferences']>
    }
    'identity-preferences-keep': Record<string, never>
    'identity-profile': {
      readonly id: string
      readonly email: string
      readonly givenName: string
      readonly isAdmin: boolean
      readonly emailVerified: boolean
      readonly language: Narrowed<string, ColumnTypes['identity.users.language']>
      readonly timezone: string
      readonly theme: 'light' | 'dark' | 'system'
      readonly version: number
      readonly createdAt: Date
      readonly termsVersion: string | null
      readonly termsAcceptedAt: Date | null
      readonly deletionAt: string | null
      readonly emailChangeTo: string | null
    }
    'identity-profile-update': {
      readonly id: string
    }
    'identity-protection': {
      readonly totpConfirmedAt: Date | null
      readonly recoveryCodesLeft: number
      readonly passkeys: number
    }
    'identity-prover': {
      readonly userId: string
      readonly sessionId: string
      readonly isAdmin: boolean
      readonly adminNeedsSecondFactor: boolean
      readonly hasSecondFactor: boolean
      readonly emailVerified: boolean
      readonly email: string
      readonly givenName: string
      readonly language: Narrowed<string, ColumnTypes['identity.users.language']>
      readonly provenAt: Date | null
      readonly viewedBy: string | null
    }
    'identity-recovery-code-use': {
      readonly user_id: string
    }
    'identity-recovery-codes-drop': Record<string, never>
    'identity-recovery-codes-keep': Record<string, never>
    'identity-recovery-codes-since': Record<string, never>
    'identity-request': {
      readonly kind: 'GRANT_ADMIN' | 'REVOKE_ADMIN' | 'DELETE_ACCOUNT'
      readonly userId: string
      readonly askedBy: string
      readonly expiresAt: Date
      readonly settledAt: Date | null
    }
    'identity-request-create': {
      readonly id: string
    }
    'identity-request-decline': {
      readonly userId: string
      readonly kind: 'GRANT_ADMIN' | 'REVOKE_ADMIN' | 'DELETE_ACCOUNT'
    }
    'identity-request-lock': {
      readonly kind: 'GRANT_ADMIN' | 'REVOKE_ADMIN' | 'DELETE_ACCOUNT'
      readonly userId: string
      readonly askedBy: string
      readonly expiresAt: Date
      readonly settledAt: Date | null
    }
    'identity-request-settle': Record<string, never>
    'identity-requests': {
      readonly id: string
      readonly kind: 'GRANT_ADMIN' | 'REVOKE_ADMIN' | 'DELETE_ACCOUNT'
      readonly userId: string
      readonly reason: string
      readonly askedAt: Date
      readonly expiresAt: Date
      readonly askedBy: string
      readonly email: string
      readonly givenName: string
      readonly askedByEmail: string
    }
    'identity-requests-lapse': Record<string, never>
    'identity-reset-create': Record<string, never>
    'identity-reset-find': {
      readonly userId: string
      readonly living: boolean
    }
    'identity-reset-take': {
      readonly user_id: string
    }
    'identity-reset-try': {
      readonly user_id: string
    }
    'identity-resets-end': Record<string, never>
    'identity-session-activity': {
      readonly createdAt: Date
      readonly lastActiveAt: Date
    }
    'identity-session-delete': {
      readonly id: string
    }
    'identity-session-end': {
      readonly sessionId: string
      readonly userId: string
    }
    'identity-session-open': Record<string, never>
    'identity-session-renew': {
      readonly id: string
    }
    'identity-session-rotate': {
      readonly id: string
    }
    'identity-session-rotated': {
      readonly salt: Narrowed<string | null, ResultTypes['identity-session-rotated']['salt']>
      readonly proofHash: Narrowed<string | null, ResultTypes['identity-session-rotated']['proofHash']>
      readonly provenAt: Date
    }
    'identity-session-rotated-end': Record<string, never>
    'identity-session-second-factor': {
      readonly id: string
    }
    'identity-sessions': {
      readonly id: string
      readonly userAgent: string | null
      readonly network: string | null
      readonly createdAt: Date
      readonly lastActiveAt: Date
      readonly expiresAt: Date
      readonly ofAdmin: boolean
    }
    'identity-sessions-end': {
      readonly id: string
    }
    'identity-suspend': {
      readonly id: string
    }
    'identity-suspended-count': {
      readonly accounts: number
    }
    'identity-suspension-lift': {
      readonly id: string
    }
    'identity-sweep-browsers': Record<string, never>
    'identity-sweep-challenges': Record<string, never>
    'identity-sweep-codes': Record<string, never>
    'identity-sweep-devices': Record<string, never>
    'identity-sweep-email-changes': Record<string, never>
    'identity-sweep-email-undos': Record<string, never>
    'identity-sweep-factor-removals': Record<string, never>
    'identity-sweep-limits': Record<string, never>
    'identity-sweep-links': Record<string, never>
    'identity-sweep-new-factor-undos': Record<string, never>
    'identity-sweep-pending': Record<string, never>
    'identity-sweep-requests': Record<string, never>
    'identity-sweep-resets': Record<string, never>
    'identity-sweep-sessions': Record<string, never>
    'identity-sweep-totp': Record<string, never>
    'identity-sweep-unverified': Record<string, never>
    'identity-sweep-views': Record<string, never>
    'identity-totp-confirm': Record<string, never>
    'identity-totp-drop': Record<string, never>
    'identity-totp-find': {
      readonly sealed: Buffer
      readonly confirmed: boolean
    }
    'identity-totp-remove': {
      readonly user_id: string
    }
    'identity-totp-reseal': Record<string, never>
    'identity-totp-sealed': {
      readonly userId: string
      readonly sealed: Buffer
    }
    'identity-totp-since': Record<string, never>
    'identity-totp-start': {
      readonly user_id: string
    }
    'identity-totp-state': {
      readonly confirmed: boolean
      readonly fresh: boolean
    }
    'identity-totp-use': {
      readonly user_id: string
    }
    'identity-unprotected': {
      readonly id: string
    }
    'identity-user-by-email': {
      readonly id: string
      readonly email: string
      readonly givenName: string
      readonly isAdmin: boolean
      readonly emailVerified: boolean
      readonly language: Narrowed<string, ColumnTypes['identity.users.language']>
      readonly timezone: string
      readonly theme: 'light' | 'dark' | 'system'
    }
    'identity-user-by-id': {
      readonly id: string
      readonly email: string
      readonly givenName: string
      readonly isAdmin: boolean
      readonly emailVerified: boolean
      readonly language: Narrowed<string, ColumnTypes['identity.users.language']>
      readonly timezone: string
      readonly theme: 'light' | 'dark' | 'system'
    }
    'identity-user-ending': {
      readonly one: number
    }
    'identity-user-lock': {
      readonly id: string
      readonly email: string
      readonly givenName: string
      readonly isAdmin: boolean
      readonly emailVerified: boolean
      readonly language: Narrowed<string, ColumnTypes['identity.users.language']>
      readonly timezone: string
      readonly theme: 'light' | 'dark' | 'system'
    }
    'identity-user-suspended': {
      readonly one: number
    }
    'identity-user-usable': {
      readonly one: number
    }
    'identity-view-create': Record<string, never>
    'identity-view-end': {
      readonly userId: string
      readonly operatorId: string
    }
    'identity-view-open': {
      readonly expiresAt: Date
    }
    'identity-view-read': {
      readonly reason: string
      readonly expiresAt: Date
    }
    'identity-viewed': {
      readonly userId: string
      readonly sessionId: string
      readonly isAdmin: boolean
      readonly adminNeedsSecondFactor: boolean
      readonly hasSecondFactor: boolean
      readonly emailVerified: boolean
      readonly email: string
      readonly givenName: string
      readonly language: Narrowed<string, ColumnTypes['identity.users.language']>
      readonly provenAt: Date | null
      readonly viewedBy: string
    }
    'identity-views-end': Record<string, never>
    'identity-weekly-report-claim': {
      readonly user_id: string
    }
    'identity-weekly-report-zones': {
      readonly timezone: string
    }
    'identity-weekly-reports-due': {
      readonly userId: string
      readonly email: string
      readonly givenName: string
      readonly language: Narrowed<string, ColumnTypes['identity.users.language']>
      readonly day: string
      readonly before: Date
      readonly from: Date
      readonly to: Date
    }
  }
}
