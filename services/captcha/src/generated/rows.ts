// Rows of the named statements, as the migrated schema has them. `npm run rows` writes this file; see decisions/0057.
import type { Narrowed } from '@bollard/database/statement-rows'
import type { ColumnTypes, ResultTypes } from '../column-types.ts'

declare module '@bollard/database/statement-rows' {
  interface StatementRows {
    'captcha-abuse-networks': {
      readonly value: string
      readonly solutions: number
      readonly verifications: number
      readonly refused: number
      readonly busiestSolutionId: string | null
    }
    'captcha-abuse-rollups': {
      readonly value: string
      readonly solutions: number
      readonly verifications: number
      readonly refused: number
      readonly busiestSolutionId: string | null
    }
    'captcha-action-insert': {
      readonly number: number
    }
    'captcha-action-known': {
      readonly known: number
    }
    'captcha-action-name': {
      readonly name: string
    }
    'captcha-action-pace': Record<string, never>
    'captcha-action-paces': {
      readonly mark: number
      readonly doneAt: Date
    }
    'captcha-action-paces-old': Record<string, never>
    'captcha-actions': {
      readonly number: number | null
    }
    'captcha-actions-forget': Record<string, never>
    'captcha-actions-touch': {
      readonly siteId: number
      readonly number: number
    }
    'captcha-alert-address-ask': {
      readonly id: string
    }
    'captcha-alert-address-confirm': {
      readonly inTime: boolean
    }
    'captcha-alert-address-end': Record<string, never>
    'captcha-alert-address-keep': Record<string, never>
    'captcha-alert-address-language': {
      readonly language: string
    }
    'captcha-alert-addresses': {
      readonly id: string
      readonly address: string
      readonly state: 'WAITING' | 'CONFIRMED' | 'UNSUBSCRIBED'
      readonly askedAt: Date | null
    }
    'captcha-alert-addresses-forget': Record<string, never>
    'captcha-alert-end': {
      readonly id: string
    }
    'captcha-alert-event': {
      readonly id: string
    }
    'captcha-alert-events': {
      readonly id: string
      readonly alertId: string
      readonly change: 'RAISED' | 'REMINDER' | 'ENDED'
      readonly at: Date
      readonly raisedAt: Date
      readonly facts: unknown
    }
    'captcha-alert-mailed': Record<string, never>
    'captcha-alert-note': Record<string, never>
    'captcha-alert-pass': {
      readonly isRecent: Narrowed<boolean | null, ResultTypes['captcha-alert-pass']['isRecent']>
      readonly started: number
      readonly refused: number
      readonly through: number
    }
    'captcha-alert-quarters': {
      readonly siteId: number
      readonly started: number
      readonly stopped: number
    }
    'captcha-alert-raise': {
      readonly id: string
    }
    'captcha-alert-reader': {
      readonly solutionId: string
      readonly id: string | null
      readonly state: 'WAITING' | 'CONFIRMED' | 'UNSUBSCRIBED' | null
    }
    'captcha-alert-remind': {
      readonly id: string
    }
    'captcha-alert-results': {
      readonly results: number
      readonly fetched: number
    }
    'captcha-alert-settings': {
      readonly settings: unknown
      readonly version: number
    }
    'captcha-alert-settings-save': {
      readonly site_id: number
    }
    'captcha-alert-site': {
      readonly id: number
      readonly solutionId: string
      readonly timeZone: string
      readonly resultTtlMinutes: unknown
      readonly underAttack: unknown
      readonly firstVerificationAt: Date | null
      readonly settings: unknown
    }
    'captcha-alert-sites': {
      readonly id: number
      readonly solutionId: string
      readonly timeZone: string
      readonly resultTtlMinutes: unknown
      readonly underAttack: unknown
      readonly firstVerificationAt: Date | null
      readonly settings: unknown
    }
    'captcha-alert-turn': {
      readonly quarterly: boolean
    }
    'captcha-alert-usage': {
      readonly month: string
      readonly used: number
    }
    'captcha-alerts-forget': Record<string, never>
    'captcha-alerts-open': {
      readonly siteId: number
      readonly id: string
      readonly kind: 'ATTACK' | 'PASS_RATE_FALLING' | 'RESULTS_NEVER_FETCHED' | 'USAGE' | 'UNDER_ATTACK'
      readonly subject: string
      readonly facts: unknown
      readonly raisedAt: Date
      readonly reminders: number
      readonly toldAt: Date
      readonly seenAt: Date
      readonly calmSince: Date | null
      readonly untold: boolean
    }
    'captcha-api-key': {
      readonly id: string
      readonly siteId: number
      readonly name: string
      readonly prefix: string
      readonly last4: string
      readonly scopes: Narrowed<readonly string[], ColumnTypes['captcha.api_keys.scopes']>
      readonly networks: string[]
      readonly environmentNumber: number | null
      readonly environmentId: string | null
      readonly expiresAt: Date | null
      readonly lastUsedAt: Date | null
      readonly createdAt: Date
      readonly createdBy: string | null
      readonly revokedAt: Date | null
      readonly replacedBy: string | null
      readonly version: number
    }
    'captcha-api-key-end-noticed': {
      readonly id: number
    }
    'captcha-api-key-insert': Record<string, never>
    'captcha-api-key-public-id': {
      readonly id: string
    }
    'captcha-api-key-replace': Record<string, never>
    'captcha-api-key-revoke': Record<string, never>
    'captcha-api-key-revoke-open': {
      readonly id: number
    }
    'captcha-api-key-unused-noticed': {
      readonly id: number
    }
    'captcha-api-key-unused-revoke': {
      readonly id: number
    }
    'captcha-api-key-update': Record<string, never>
    'captcha-api-key-uses': Record<string, never>
    'captcha-api-keys-count': {
      readonly working: number
      readonly counted: number
    }
    'captcha-api-keys-expiring': {
      readonly number: number
      readonly id: string
      readonly siteId: number
      readonly solutionId: string
      readonly name: string
      readonly prefix: string
      readonly last4: string
      readonly expiresAt: Date
      readonly lastUsedAt: Date | null
      readonly verifies: boolean
      readonly step: number
      readonly done: number
    }
    'captcha-api-keys-list': {
      readonly id: string
      readonly siteId: number
      readonly name: string
      readonly prefix: string
      readonly last4: string
      readonly scopes: Narrowed<readonly string[], ColumnTypes['captcha.api_keys.scopes']>
      readonly networks: string[]
      readonly environmentNumber: number | null
      readonly environmentId: string | null
      readonly expiresAt: Date | null
      readonly lastUsedAt: Date | null
      readonly createdAt: Date
      readonly createdBy: string | null
      readonly revokedAt: Date | null
      readonly replacedBy: string | null
      readonly version: number
    }
    'captcha-api-keys-unused': {
      readonly number: number
      readonly id: string
      readonly siteId: number
      readonly solutionId: string
      readonly name: string
      readonly prefix: string
      readonly last4: string
      readonly expiresAt: Date | null
      readonly lastUsedAt: Date | null
      readonly verifies: boolean
      readonly step: number
      readonly noticed_at: Date | null
      readonly used_at: Date
    }
    'captcha-archive-day-held': {
      readonly held: boolean
    }
    'captcha-archive-due': {
      readonly siteId: number
      readonly solutionId: string
      readonly day: string | null
    }
    'captcha-archive-forget': Record<string, never>
    'captcha-archive-forget-day': Record<string, never>
    'captcha-archive-held': {
      readonly archived: boolean
      readonly day: string | null
    }
    'captcha-archive-lock': {
      readonly mine: boolean
    }
    'captcha-archive-networks': {
      readonly network: string
    }
    'captcha-archive-next': {
      readonly day: string
    }
    'captcha-archive-no-longer': {
      readonly siteId: number
      readonly solutionId: string
    }
    'captcha-archive-note': Record<string, never>
    'captcha-archive-page': {
      readonly id: string
      readonly issued_at: Date
      readonly finished_at: Date
      readonly round: number
      readonly outcome: number
      readonly score: number
      readonly check_ms: number
      readonly work_ms: number
      readonly work_hashes: number
      readonly hostname: string
      readonly action: string | null
      readonly browser: string
      readonly operating_system: string
      readonly device: string
      readonly language: string | null
      readonly network: string
      readonly country: string | null
      readonly asn: number
      readonly reasons: string
      readonly decision: number
      readonly network_kind: number
      readonly flags: number
      readonly environment: Narrowed<unknown, ResultTypes['captcha-archive-page']['environment']>
      readonly rule: Narrowed<unknown, ResultTypes['captcha-archive-page']['rule']>
      readonly bypass_key: Narrowed<unknown, ResultTypes['captcha-archive-page']['bypass_key']>
      readonly first_fetched_at: Date | null
      readonly last_fetched_at: Date | null
      readonly retrievals: number
      readonly same_network: boolean | null
      readonly feedback_label: number | null
      readonly feedback_given_by: number | null
      readonly feedback_given_at: Date | null
      readonly feedback_comment: string | null
    }
    'captcha-archive-span': {
      readonly from: string | null
      readonly to: string | null
    }
    'captcha-archive-state': {
      readonly ranAt: Date
      readonly waitingDays: number
      readonly oldestWaiting: string | null
    }
    'captcha-archive-state-note': Record<string, never>
    'captcha-are-recorded': {
      readonly id: string
    }
    'captcha-attack-note': Record<string, never>
    'captcha-attacks': {
      readonly siteId: number
    }
    'captcha-attacks-of': {
      readonly siteId: number
      readonly since: Date
    }
    'captcha-attacks-old': Record<string, never>
    'captcha-bypass-key': {
      readonly id: string
      readonly number: number
      readonly name: string
      readonly prefix: string
      readonly last4: string
      readonly environmentId: string | null
      readonly origins: string[]
      readonly networks: string[]
      readonly usesPerDay: number | null
      readonly expiresAt: Date
      readonly createdAt: Date
      readonly createdBy: string | null
      readonly revokedAt: Date | null
      readonly version: number
      readonly usesToday: number
      readonly usesLast30Days: number
      readonly lastUsedAt: Date | null
    }
    'captcha-bypass-key-insert': Record<string, never>
    'captcha-bypass-key-revoke': Record<string, never>
    'captcha-bypass-key-update': Record<string, never>
    'captcha-bypass-keys-count': {
      readonly live: number
      readonly highest: number
    }
    'captcha-bypass-keys-list': {
      readonly id: string
      readonly number: number
      readonly name: string
      readonly prefix: string
      readonly last4: string
      readonly environmentId: string | null
      readonly origins: string[]
      readonly networks: string[]
      readonly usesPerDay: number | null
      readonly expiresAt: Date
      readonly createdAt: Date
      readonly createdBy: string | null
      readonly revokedAt: Date | null
      readonly version: number
      readonly usesToday: number
      readonly usesLast30Days: number
      readonly lastUsedAt: Date | null
    }
    'captcha-bypass-keys-live': {
      readonly siteId: number
      readonly number: number
      readonly hash: string
      readonly environmentId: number | null
      readonly origins: string[]
      readonly networks: string[]
      readonly expiresAt: Date
    }
    'captcha-bypass-use': {
      readonly siteId: number
      readonly number: number
      readonly day: string
      readonly granted: number
    }
    'captcha-cell': {
      readonly number: number
    }
    'captcha-cell-api-keys': {
      readonly id: number
      readonly hash: Buffer
      readonly apiKeyId: string
      readonly solutionId: string
    }
    'captcha-cell-become': {
      readonly done: boolean | null
    }
    'captcha-cell-environments': {
      readonly id: number
      readonly siteKey: string
      readonly solutionId: string
    }
    'captcha-cell-further': {
      readonly cell: number
    }
    'captcha-cell-numbers': {
      readonly name: 'sites' | 'environments' | 'api_keys'
    }
    'captcha-cell-sites': {
      readonly id: number
      readonly solutionId: string
    }
    'captcha-chunks-drop': Record<string, never>
    'captcha-chunks-due': {
      readonly id: number
      readonly due: boolean
    }
    'captcha-chunks-insert': Record<string, never>
    'captcha-chunks-lock': {
      readonly mine: boolean
    }
    'captcha-chunks-next': {
      readonly at: Date
    }
    'captcha-chunks-start': {
      readonly at: Date | null
    }
    'captcha-count': Record<string, never>
    'captcha-count-sites': {
      readonly n: number
    }
    'captcha-count-use': {
      readonly settings: unknown
      readonly domains: string[]
      readonly environments: number
      readonly apiKeys: number
      readonly fields: Narrowed<readonly string[], ResultTypes['captcha-count-use']['fields']>
    }
    'captcha-count-weeks': {
      readonly solutionId: string
      readonly week: Narrowed<unknown, ResultTypes['captcha-count-weeks']['week']>
      readonly before: Narrowed<unknown, ResultTypes['captcha-count-weeks']['before']>
      readonly openAlerts: number
    }
    'captcha-cut': {
      readonly day: string
      readonly at: Narrowed<Date | null, ResultTypes['captcha-cut']['at']>
    }
    'captcha-day-starts': {
      readonly day: string
      readonly at: Narrowed<Date | null, ResultTypes['captcha-day-starts']['at']>
    }
    'captcha-dead-drop': {
      readonly id: string
    }
    'captcha-dead-letters': {
      readonly id: string
      readonly kind: Narrowed<string, ColumnTypes['captcha.alert_outbox.type']>
      readonly to: string
      readonly createdAt: Date
      readonly endedAt: Date | null
      readonly attempts: number
      readonly error: Narrowed<string, ColumnTypes['captcha.alert_outbox.error']> | null
      readonly retryable: boolean
    }
    'captcha-dead-retry': {
      readonly id: string
    }
    'captcha-delivery-take': {
      readonly body: string
      readonly attempts: number
    }
    'captcha-directory-add': {
      readonly key: string
    }
    'captcha-directory-find': {
      readonly key: string
      readonly cell: number
    }
    'captcha-directory-forget': Record<string, never>
    'captcha-directory-made': {
      readonly name: string
    }
    'captcha-directory-newest': {
      readonly key: string
      readonly cell: number
    }
    'captcha-directory-of-cell': {
      readonly key: string
      readonly solutionId: string
      readonly apiKeyId: string | null
    }
    'captcha-directory-remove': Record<string, never>
    'captcha-directory-reserve': Record<string, never>
    'captcha-directory-settle': Record<string, never>
    'captcha-directory-unsettled': {
      readonly key: string
      readonly solutionId: string
      readonly apiKeyId: string | null
    }
    'captcha-directory-unsettled-cells': {
      readonly cell: number
    }
    'captcha-engine-add': {
      readonly '?column?': number
    }
    'captcha-engine-count': Record<string, never>
    'captcha-engine-forget': Record<string, never>
    'captcha-engine-programs': {
      readonly at: string
      readonly program: string | null
      readonly answer: Narrowed<string | null, ResultTypes['captcha-engine-programs']['answer']>
      readonly source: Narrowed<'SEEDED' | 'LEARNED' | null, ResultTypes['captcha-engine-programs']['source']>
      readonly usesLeft: Narrowed<number | null, ResultTypes['captcha-engine-programs']['usesLeft']>
      readonly retired: boolean
    }
    'captcha-engine-retire': Record<string, never>
    'captcha-engine-tallies': {
      readonly cohort: string
      readonly source: 'SEEDED' | 'LEARNED'
      readonly answers: string
      readonly wrong: string
      readonly disputed: string
      readonly stage: number
      readonly dropped: boolean
    }
    'captcha-engine-use': Record<string, never>
    'captcha-environment-archive': Record<string, never>
    'captcha-environment-end-api-keys': {
      readonly id: string
    }
    'captcha-environment-end-bypass-keys': {
      readonly id: string
    }
    'captcha-environment-insert': {
      readonly id: number
    }
    'captcha-environment-number': {
      readonly number: number
    }
    'captcha-environment-update': Record<string, never>
    'captcha-environments-list': {
      readonly number: number
      readonly id: string
      readonly name: string
      readonly siteKey: string
      readonly domains: string[]
      readonly active: boolean
      readonly version: number
      readonly createdAt: Date
      readonly updatedAt: Date
    }
    'captcha-environments-of-sites': {
      readonly id: number
      readonly publicId: string
      readonly siteId: number
      readonly name: string
      readonly siteKey: string
      readonly domains: string[]
      readonly active: boolean
    }
    'captcha-erase': {
      readonly erased: number
    }
    'captcha-erase-find': {
      readonly id: string
      readonly issuedAt: Date
      readonly meant: boolean
    }
    'captcha-erase-find-open': {
      readonly id: string
      readonly issuedAt: Date
      readonly meant: boolean
    }
    'captcha-erase-site': Record<string, never>
    'captcha-erase-site-ask': Record<string, never>
    'captcha-erase-site-bypass': {
      readonly number: number
    }
    'captcha-erase-site-counts': Record<string, never>
    'captcha-erase-site-environments': {
      readonly id: number
    }
    'captcha-erase-site-find': {
      readonly id: number
    }
    'captcha-erase-site-keys': {
      readonly id: number
    }
    'captcha-erase-site-left': {
      readonly left: boolean
      readonly running: boolean
    }
    'captcha-erase-site-pending': {
      readonly '?column?': number
    }
    'captcha-erase-site-rollup_daily': Record<string, never>
    'captcha-erase-site-rollup_hourly': Record<string, never>
    'captcha-erase-site-touch': Record<string, never>
    'captcha-erasure': {
      readonly id: string
      readonly scope: 'VERIFICATIONS' | 'NETWORK' | 'BEFORE' | 'ALL'
      readonly status: 'RUNNING' | 'DONE'
      readonly erased: number
      readonly createdAt: Date
      readonly finishedAt: Date | null
    }
    'captcha-erasure-archived': {
      readonly archived: boolean
    }
    'captcha-erasure-claim': {
      readonly id: string
      readonly siteId: number
      readonly solutionId: Narrowed<string | null, ResultTypes['captcha-erasure-claim']['solutionId']>
      readonly verificationIds: string[] | null
      readonly network: string | null
      readonly before: Date
      readonly stage: Narrowed<number, ColumnTypes['captcha.erasures.stage']>
      readonly afterAt: Date | null
      readonly afterId: string | null
    }
    'captcha-erasure-finish': {
      readonly id: string
    }
    'captcha-erasure-history': Record<string, never>
    'captcha-erasure-insert': {
      readonly id: string
      readonly scope: 'VERIFICATIONS' | 'NETWORK' | 'BEFORE' | 'ALL'
      readonly status: 'RUNNING' | 'DONE'
      readonly erased: number
      readonly createdAt: Date
      readonly finishedAt: Date | null
    }
    'captcha-erasure-lock': {
      readonly id: number
    }
    'captcha-erasure-release': Record<string, never>
    'captcha-erasure-save': {
      readonly id: string
    }
    'captcha-erasure-summaries': Record<string, never>
    'captcha-erasures': {
      readonly id: string
      readonly scope: 'VERIFICATIONS' | 'NETWORK' | 'BEFORE' | 'ALL'
      readonly status: 'RUNNING' | 'DONE'
      readonly erased: number
      readonly createdAt: Date
      readonly finishedAt: Date | null
    }
    'captcha-erasures-running': {
      readonly n: number
    }
    'captcha-export': {
      readonly id: string
      readonly siteId: number
      readonly solutionId: Narrowed<string | null, ResultTypes['captcha-export']['solutionId']>
      readonly format: 'CSV' | 'JSON'
      readonly filters: unknown
      readonly status: 'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED' | 'EXPIRED'
      readonly from: Date
      readonly to: Date
      readonly createdAt: Date
      readonly finishedAt: Date | null
      readonly expiresAt: Date
      readonly afterAt: Date | null
      readonly afterId: string | null
      readonly rows: number
      readonly truncated: boolean
      readonly parts: number
      readonly bytes: number
      readonly crc: number
      readonly compressedBytes: number
      readonly failures: number
    }
    'captcha-export-claim': {
      readonly id: string
      readonly siteId: number
      readonly status: 'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED' | 'EXPIRED'
    }
    'captcha-export-delete': {
      readonly format: 'CSV' | 'JSON'
    }
    'captcha-export-insert': {
      readonly id: string
      readonly siteId: number
      readonly solutionId: Narrowed<string | null, ResultTypes['captcha-export-insert']['solutionId']>
      readonly format: 'CSV' | 'JSON'
      readonly filters: unknown
      readonly status: 'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED' | 'EXPIRED'
      readonly from: Date
      readonly to: Date
      readonly createdAt: Date
      readonly finishedAt: Date | null
      readonly expiresAt: Date
      readonly afterAt: Date | null
      readonly afterId: string | null
      readonly rows: number
      readonly truncated: boolean
      readonly parts: number
      readonly bytes: number
      readonly crc: number
      readonly compressedBytes: number
      readonly failures: number
    }
    'captcha-export-lock': {
      readonly id: number
    }
    'captcha-export-part': {
      readonly data: Buffer
    }
    'captcha-export-part-insert': Record<string, never>
    'captcha-export-parts-drop': {
      readonly number: number
    }
    'captcha-export-release': Record<string, never>
    'captcha-export-save': {
      readonly id: string
    }
    'captcha-export-site': {
      readonly id: number
    }
    'captcha-export-state': {
      readonly status: 'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED' | 'EXPIRED'
    }
    'captcha-exports': {
      readonly id: string
      readonly siteId: number
      readonly solutionId: Narrowed<string | null, ResultTypes['captcha-exports']['solutionId']>
      readonly format: 'CSV' | 'JSON'
      readonly filters: unknown
      readonly status: 'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED' | 'EXPIRED'
      readonly from: Date
      readonly to: Date
      readonly createdAt: Date
      readonly finishedAt: Date | null
      readonly expiresAt: Date
      readonly afterAt: Date | null
      readonly afterId: string | null
      readonly rows: number
      readonly truncated: boolean
      readonly parts: number
      readonly bytes: number
      readonly crc: number
      readonly compressedBytes: number
      readonly failures: number
    }
    'captcha-exports-delete': Record<string, never>
    'captcha-exports-expire': Record<string, never>
    'captcha-exports-forget': Record<string, never>
    'captcha-failover-use': {
      readonly paced: boolean
      readonly known: boolean
      readonly used: boolean
    }
    'captcha-failover-uses-old': Record<string, never>
    'captcha-feedback-count': {
      readonly label: 'BOT' | 'PERSON'
      readonly outcome: number
      readonly delayed: boolean
      readonly n: number
    }
    'captcha-feedback-give': {
      readonly feedback_label: number
      readonly feedback_given_by: number
      readonly feedback_given_at: Date
      readonly feedback_comment: string | null
    }
    'captcha-feedback-remove': {
      readonly verification_id: string
    }
    'captcha-feedback-report': {
      readonly active: boolean
      readonly feedback_label: number | null
      readonly feedback_given_by: number | null
      readonly feedback_given_at: Date | null
      readonly feedback_comment: string | null
      readonly network: Narrowed<string | null, ResultTypes['captcha-feedback-report']['network']>
      readonly flags: Narrowed<number | null, ResultTypes['captcha-feedback-report']['flags']>
    }
    'captcha-first-verified-count': {
      readonly sites: number
    }
    'captcha-heartbeat': Record<string, never>
    'captcha-heartbeat-last': {
      readonly gapMs: number
      readonly stopped: boolean
    }
    'captcha-heartbeat-stop': Record<string, never>
    'captcha-heartbeats-old': Record<string, never>
    'captcha-history-add': Record<string, never>
    'captcha-history-blame': Record<string, never>
    'captcha-history-marks': {
      readonly siteId: number
      readonly mark: number
      readonly days: number
      readonly usual: number
      readonly daily: number
    }
    'captcha-history-old': Record<string, never>
    'captcha-history-settings': Record<string, never>
    'captcha-history-site': {
      readonly siteId: number
      readonly mark: number
      readonly days: number
      readonly usual: number
      readonly daily: number
    }
    'captcha-history-vouch': {
      readonly mark: number
      readonly siteId: number
      readonly solutionId: string
    }
    'captcha-labelled-evidence': Record<string, never>
    'captcha-labelled-evidence-of': Record<string, never>
    'captcha-late-work': {
      readonly rollUpSeconds: number
      readonly deliverySeconds: number
      readonly deliveries: number
    }
    'captcha-live': {
      readonly id: string
      readonly issued_at: Date
      readonly finished_at: Date
      readonly round: number
      readonly outcome: number
      readonly score: number
      readonly check_ms: number
      readonly work_ms: number
      readonly work_hashes: number
      readonly hostname: string
      readonly action: string | null
      readonly browser: string
      readonly operating_system: string
      readonly device: string
      readonly language: string | null
      readonly network: string
      readonly country: string | null
      readonly asn: number
      readonly reasons: string
      readonly decision: number
      readonly network_kind: number
      readonly flags: number
      readonly environment: Narrowed<unknown, ResultTypes['captcha-live']['environment']>
      readonly rule: Narrowed<unknown, ResultTypes['captcha-live']['rule']>
      readonly bypass_key: Narrowed<unknown, ResultTypes['captcha-live']['bypass_key']>
      readonly first_fetched_at: Date | null
      readonly last_fetched_at: Date | null
      readonly retrievals: number
      readonly same_network: boolean | null
      readonly feedback_label: number | null
      readonly feedback_given_by: number | null
      readonly feedback_given_at: Date | null
      readonly feedback_comment: string | null
    }
    'captcha-live-fetched': {
      readonly verification_id: string
      readonly fetched_at: Date
    }
    'captcha-log-chunks': {
      readonly chunk_from: Narrowed<Date | null, ResultTypes['captcha-log-chunks']['chunk_from']>
      readonly chunk_to: Narrowed<Date | null, ResultTypes['captcha-log-chunks']['chunk_to']>
    }
    'captcha-log-covered': {
      readonly since: Date | null
      readonly until: Date | null
    }
    'captcha-log-names': {
      readonly environment: number | null
      readonly rule: number | null
      readonly bypassKey: number | null
      readonly action: number | null
      readonly network: string
      readonly keys: string[] | null
    }
    'captcha-log-rows': {
      readonly id: string
      readonly issued_at: Date
      readonly finished_at: Date
      readonly round: number
      readonly outcome: number
      readonly score: number
      readonly check_ms: number
      readonly work_ms: number
      readonly work_hashes: number
      readonly hostname: string
      readonly action: string | null
      readonly browser: string
      readonly operating_system: string
      readonly device: string
      readonly language: string | null
      readonly network: string
      readonly country: string | null
      readonly asn: number
      readonly reasons: string
      readonly decision: number
      readonly network_kind: number
      readonly flags: number
      readonly environment: Narrowed<unknown, ResultTypes['captcha-log-rows']['environment']>
      readonly rule: Narrowed<unknown, ResultTypes['captcha-log-rows']['rule']>
      readonly bypass_key: Narrowed<unknown, ResultTypes['captcha-log-rows']['bypass_key']>
      readonly first_fetched_at: Date | null
      readonly last_fetched_at: Date | null
      readonly retrievals: number
      readonly same_network: boolean | null
      readonly feedback_label: number | null
      readonly feedback_given_by: number | null
      readonly feedback_given_at: Date | null
      readonly feedback_comment: string | null
    }
    'captcha-log-step': {
      readonly issued_at: Date
    }
    'captcha-log-step-labelled': {
      readonly issued_at: Date
    }
    'captcha-monitored-hours': {
      readonly at: Date
      readonly dimension: number | null
      readonly value: string | null
      readonly n: number
      readonly passed: number
      readonly flagged: number
      readonly refused: number
      readonly fetched: number
    }
    'captcha-monitored-minutes': {
      readonly at: Date
      readonly verifications: number
      readonly solved: number
      readonly refused: number
    }
    'captcha-month-site': {
      readonly id: number
    }
    'captcha-outage-grow': Record<string, never>
    'captcha-outage-insert': Record<string, never>
    'captcha-outage-lock': {
      readonly pg_advisory_xact_lock: string
    }
    'captcha-outage-times': {
      readonly from: Date
      readonly to: Date
    }
    'captcha-outages': {
      readonly id: string
      readonly from: Date
      readonly to: Date | null
      readonly cause: 'SERVICE_DOWN' | 'DATABASE' | 'MAINTENANCE'
    }
    'captcha-outages-near': {
      readonly id: string
      readonly from: Date
      readonly to: Date | null
      readonly cause: 'SERVICE_DOWN' | 'DATABASE' | 'MAINTENANCE'
    }
    'captcha-outages-old': Record<string, never>
    'captcha-outbox-add': Record<string, never>
    'captcha-outbox-drop': Record<string, never>
    'captcha-outbox-forget': Record<string, never>
    'captcha-outbox-lease': {
      readonly id: string
      readonly siteId: number
      readonly webhookId: string | null
      readonly mailTo: string | null
      readonly body: string
      readonly attempts: number
      readonly triedAt: Narrowed<Date | null, ResultTypes['captcha-outbox-lease']['triedAt']>
    }
    'captcha-outbox-measure': {
      readonly depth: number
      readonly oldestSeconds: number
      readonly retries: number
      readonly deadLetters: number
    }
    'captcha-outbox-settle': {
      readonly id: string
    }
    'captcha-outbox-settle-now': Record<string, never>
    'captcha-part-starts-1': {
      readonly at: Date
    }
    'captcha-part-starts-4': {
      readonly at: Date
    }
    'captcha-partition-drop': {
      readonly drop_partition: string | null
    }
    'captcha-partition-known': {
      readonly known: boolean
    }
    'captcha-partition-lock': {
      readonly pg_advisory_xact_lock: string
    }
    'captcha-partition-make': {
      readonly make_partition: string | null
    }
    'captcha-partitions': {
      readonly name: string
    }
    'captcha-parts-api-keys': {
      readonly id: string
      readonly name: string
      readonly prefix: string
      readonly last4: string
      readonly scopes: Narrowed<readonly string[], ColumnTypes['captcha.api_keys.scopes']>
      readonly networks: string[]
      readonly environmentId: string | null
      readonly createdAt: Date
      readonly createdBy: string | null
      readonly expiresAt: Date | null
      readonly lastUsedAt: Date | null
      readonly revokedAt: Date | null
    }
    'captcha-parts-bypass-keys': {
      readonly id: string
      readonly name: string
      readonly prefix: string
      readonly last4: string
      readonly environmentId: string | null
      readonly origins: string[]
      readonly networks: string[]
      readonly usesPerDay: number | null
      readonly createdAt: Date
      readonly createdBy: string | null
      readonly expiresAt: Date
      readonly revokedAt: Date | null
    }
    'captcha-parts-environments': {
      readonly id: string
      readonly name: string
      readonly siteKey: string
      readonly domains: string[]
      readonly active: boolean
      readonly createdAt: Date
      readonly archivedAt: Date | null
    }
    'captcha-parts-site': {
      readonly id: number
      readonly settings: unknown
      readonly version: number
    }
    'captcha-parts-statistics': {
      readonly dimension: number
      readonly day: string
      readonly environment: number
      readonly environmentId: string | null
      readonly value: string
      readonly n: number
      readonly passed: number
      readonly flagged: number
      readonly refused: number
      readonly fetched: number
    }
    'captcha-parts-webhooks': {
      readonly id: string
      readonly url: string
      readonly description: string
      readonly events: Narrowed<readonly string[], ColumnTypes['captcha.webhooks.events']>
      readonly active: boolean
      readonly inactiveReason: 'MEMBER' | 'GONE' | 'FAILING' | null
      readonly createdAt: Date
      readonly updatedAt: Date
    }
    'captcha-ping-add': {
      readonly id: string
    }
    'captcha-place-former': {
      readonly found: boolean
    }
    'captcha-plan-days': {
      readonly id: number
      readonly solutionId: string
      readonly createdAt: Date
      readonly days: number | null
      readonly nextDays: number | null
      readonly nextAt: Date | null
    }
    'captcha-plan-days-keep': Record<string, never>
    'captcha-read-breakdowns-rollup_daily': {
      readonly dimension: number
      readonly value: string | null
      readonly n: number
      readonly passed: number
      readonly flagged: number
      readonly refused: number
      readonly fetched: number
    }
    'captcha-read-breakdowns-rollup_hourly': {
      readonly dimension: number
      readonly value: string | null
      readonly n: number
      readonly passed: number
      readonly flagged: number
      readonly refused: number
      readonly fetched: number
    }
    'captcha-read-check-times-rollup_daily': {
      readonly dimension: number
      readonly value: string
      readonly n: number
      readonly passed: number
      readonly flagged: number
      readonly refused: number
      readonly fetched: number
    }
    'captcha-read-check-times-rollup_hourly': {
      readonly dimension: number
      readonly value: string
      readonly n: number
      readonly passed: number
      readonly flagged: number
      readonly refused: number
      readonly fetched: number
    }
    'captcha-read-days': {
      readonly bucket: number
      readonly dimension: number
      readonly value: string
      readonly n: number
      readonly passed: number
      readonly flagged: number
      readonly refused: number
      readonly fetched: number
    }
    'captcha-read-environments-rollup_daily': {
      readonly dimension: number
      readonly value: string
      readonly n: number
      readonly passed: number
      readonly flagged: number
      readonly refused: number
      readonly fetched: number
    }
    'captcha-read-environments-rollup_hourly': {
      readonly dimension: number
      readonly value: string
      readonly n: number
      readonly passed: number
      readonly flagged: number
      readonly refused: number
      readonly fetched: number
    }
    'captcha-read-property-rollup_daily': {
      readonly bucket: number
      readonly n: number
      readonly passed: number
      readonly flagged: number
      readonly refused: number
      readonly fetched: number
    }
    'captcha-read-property-rollup_hourly': {
      readonly bucket: number
      readonly n: number
      readonly passed: number
      readonly flagged: number
      readonly refused: number
      readonly fetched: number
    }
    'captcha-read-quarters': {
      readonly bucket: number
      readonly dimension: number
      readonly value: string
      readonly n: number
      readonly passed: number
      readonly flagged: number
      readonly refused: number
      readonly fetched: number
    }
    'captcha-read-usage': {
      readonly solutionId: string
      readonly day: string
      readonly started: number
      readonly completed: number
      readonly billable: number
      readonly bypass: number
      readonly rejectedOrigin: number
      readonly failedBots: number
      readonly clientFailover: number
    }
    'captcha-rebuild-clear': Record<string, never>
    'captcha-rebuild-fold-rests': Record<string, never>
    'captcha-rebuild-hours': {
      readonly hour: Date
      readonly former: string
    }
    'captcha-rebuild-move': {
      readonly facts: number
      readonly batches: number
      readonly counts: number
    }
    'captcha-rebuild-set-zone': Record<string, never>
    'captcha-rebuild-unsettled': {
      readonly id: number
    }
    'captcha-rebuild-zone': {
      readonly zone: string
      readonly done: boolean
    }
    'captcha-record': {
      readonly ord: number
    }
    'captcha-redeem': {
      readonly ord: number
      readonly id: Narrowed<string | null, ResultTypes['captcha-redeem']['id']>
      readonly issued_at: Narrowed<Date | null, ResultTypes['captcha-redeem']['issued_at']>
      readonly finished_at: Narrowed<Date | null, ResultTypes['captcha-redeem']['finished_at']>
      readonly round: Narrowed<number | null, ResultTypes['captcha-redeem']['round']>
      readonly outcome: Narrowed<number | null, ResultTypes['captcha-redeem']['outcome']>
      readonly score: Narrowed<number | null, ResultTypes['captcha-redeem']['score']>
      readonly check_ms: Narrowed<number | null, ResultTypes['captcha-redeem']['check_ms']>
      readonly work_ms: Narrowed<number | null, ResultTypes['captcha-redeem']['work_ms']>
      readonly work_hashes: Narrowed<number | null, ResultTypes['captcha-redeem']['work_hashes']>
      readonly hostname: Narrowed<string | null, ResultTypes['captcha-redeem']['hostname']>
      readonly action: string | null
      readonly browser: Narrowed<string | null, ResultTypes['captcha-redeem']['browser']>
      readonly operating_system: Narrowed<string | null, ResultTypes['captcha-redeem']['operating_system']>
      readonly device: Narrowed<string | null, ResultTypes['captcha-redeem']['device']>
      readonly language: string | null
      readonly network: Narrowed<string | null, ResultTypes['captcha-redeem']['network']>
      readonly country: string | null
      readonly asn: Narrowed<number | null, ResultTypes['captcha-redeem']['asn']>
      readonly reasons: Narrowed<string | null, ResultTypes['captcha-redeem']['reasons']>
      readonly decision: Narrowed<number | null, ResultTypes['captcha-redeem']['decision']>
      readonly network_kind: Narrowed<number | null, ResultTypes['captcha-redeem']['network_kind']>
      readonly flags: Narrowed<number | null, ResultTypes['captcha-redeem']['flags']>
      readonly environment: Narrowed<unknown, ResultTypes['captcha-redeem']['environment']>
      readonly rule: Narrowed<unknown, ResultTypes['captcha-redeem']['rule']>
      readonly bypass_key: Narrowed<unknown, ResultTypes['captcha-redeem']['bypass_key']>
      readonly first_fetched_at: Date | null
      readonly last_fetched_at: Date
      readonly retrievals: Narrowed<number | null, ResultTypes['captcha-redeem']['retrievals']>
      readonly same_network: boolean | null
      readonly state: Narrowed<
        'key-revoked' | 'locked' | 'unknown' | 'other-site' | 'expired' | 'fresh' | 'redeemed' | 'used',
        ResultTypes['captcha-redeem']['state']
      >
    }
    'captcha-redeem-once-earlier': {
      readonly id: string
      readonly issued_at: Date
      readonly finished_at: Date
      readonly round: number
      readonly outcome: number
      readonly score: number
      readonly check_ms: number
      readonly work_ms: number
      readonly work_hashes: number
      readonly hostname: string
      readonly action: string | null
      readonly browser: string
      readonly operating_system: string
      readonly device: string
      readonly language: string | null
      readonly network: string
      readonly country: string | null
      readonly asn: number
      readonly reasons: string
      readonly decision: number
      readonly network_kind: number
      readonly flags: number
      readonly environment: Narrowed<unknown, ResultTypes['captcha-redeem-once-earlier']['environment']>
      readonly rule: Narrowed<unknown, ResultTypes['captcha-redeem-once-earlier']['rule']>
      readonly bypass_key: Narrowed<unknown, ResultTypes['captcha-redeem-once-earlier']['bypass_key']>
      readonly first_fetched_at: Date
      readonly last_fetched_at: Date
      readonly retrievals: number
      readonly same_network: boolean | null
    }
    'captcha-redeem-once-note': Record<string, never>
    'captcha-redeem-once-turn': {
      readonly pg_advisory_xact_lock: string
    }
    'captcha-result-terms': {
      readonly ttlMinutes: number
      readonly siteKey: string | null
    }
    'captcha-retention-longest': {
      readonly days: number | null
    }
    'captcha-retention-sites': {
      readonly id: number
      readonly days: number
    }
    'captcha-roll': {
      readonly facts: number
      readonly batches: number
      readonly counts: number
    }
    'captcha-roll-due': {
      readonly part: number
    }
    'captcha-roll-memory': {
      readonly set_config: string
    }
    'captcha-roll-pending': {
      readonly some: boolean
    }
    'captcha-roll-rest': Record<string, never>
    'captcha-rollup_daily-crowded': {
      readonly siteId: number
      readonly dimension: number
      readonly time: string
    }
    'captcha-rollup_daily-fold': Record<string, never>
    'captcha-rollup_hourly-crowded': {
      readonly siteId: number
      readonly dimension: number
      readonly time: string
    }
    'captcha-rollup_hourly-fold': Record<string, never>
    'captcha-rollups-lock': {
      readonly pg_advisory_xact_lock: string
    }
    'captcha-rollups-lock-part': {
      readonly pg_advisory_xact_lock: string
    }
    'captcha-rollups-measure': {
      readonly depth: number
      readonly oldestSeconds: number
    }
    'captcha-rollups-share': {
      readonly pg_advisory_xact_lock_shared: string
    }
    'captcha-rollups-sites': {
      readonly id: number
    }
    'captcha-rollups-trim': {
      readonly n: number
    }
    'captcha-rollups-try-lock': {
      readonly locked: boolean
    }
    'captcha-rollups-try-part': {
      readonly locked: boolean
    }
    'captcha-rollups-wait': {
      readonly set_config: string
    }
    'captcha-rule-delete': Record<string, never>
    'captcha-rule-form-again': Record<string, never>
    'captcha-rule-form-change': Record<string, never>
    'captcha-rule-form-off': Record<string, never>
    'captcha-rule-forms': {
      readonly id: string
      readonly number: number
      readonly form: 'GEOBLOCKING' | 'ALLOWED_NETWORKS' | 'BLOCKED_NETWORKS'
      readonly conditions: Narrowed<unknown, ColumnTypes['captcha.rules.conditions']>
      readonly action: Narrowed<unknown, ColumnTypes['captcha.rules.action']>
      readonly enabled: boolean
      readonly dryRun: boolean
      readonly expiresAt: Date | null
      readonly version: number
      readonly deletedAt: Date | null
    }
    'captcha-rule-hits': Record<string, never>
    'captcha-rule-insert': Record<string, never>
    'captcha-rule-update': Record<string, never>
    'captcha-rules-length': {
      readonly characters: number
    }
    'captcha-rules-list': {
      readonly siteId: number
      readonly id: string
      readonly number: number
      readonly name: string
      readonly form: 'GEOBLOCKING' | 'ALLOWED_NETWORKS' | 'BLOCKED_NETWORKS' | null
      readonly priority: number
      readonly enabled: boolean
      readonly dryRun: boolean
      readonly conditions: Narrowed<unknown, ColumnTypes['captcha.rules.conditions']>
      readonly action: Narrowed<unknown, ColumnTypes['captcha.rules.action']>
      readonly expiresAt: Date | null
      readonly version: number
      readonly createdAt: Date
      readonly updatedAt: Date
      readonly hits: number
      readonly dryRunHits: number
      readonly lastHitAt: Date | null
    }
    'captcha-rules-live': {
      readonly siteId: number
      readonly number: number
      readonly priority: number
      readonly enabled: boolean
      readonly dryRun: boolean
      readonly conditions: Narrowed<unknown, ColumnTypes['captcha.rules.conditions']>
      readonly action: Narrowed<unknown, ColumnTypes['captcha.rules.action']>
      readonly expiresAt: Date | null
    }
    'captcha-rules-order': Record<string, never>
    'captcha-rules-room': {
      readonly live: number
      readonly highest: number
    }
    'captcha-rules-states': {
      readonly siteId: number
      readonly state: string
    }
    'captcha-saved-filter-delete': {
      readonly id: string
    }
    'captcha-saved-filter-insert': {
      readonly id: string
      readonly name: string
      readonly filters: unknown
      readonly createdAt: Date
    }
    'captcha-saved-filter-lock': {
      readonly id: number
    }
    'captcha-saved-filter-rename': {
      readonly id: string
      readonly filters: unknown
      readonly createdAt: Date
      readonly taken: boolean
    }
    'captcha-saved-filters': {
      readonly id: string
      readonly name: string
      readonly filters: unknown
      readonly createdAt: Date
    }
    'captcha-saved-filters-forget': Record<string, never>
    'captcha-secret-key-owners': {
      readonly hash: Buffer
      readonly apiKeyId: number
      readonly publicId: string
      readonly siteId: number
      readonly solutionId: string
      readonly environmentId: number | null
      readonly scopes: Narrowed<readonly string[], ColumnTypes['captcha.api_keys.scopes']>
      readonly networks: string[]
      readonly expiresAt: Date | null
      readonly createdAt: Date
    }
    'captcha-secret-rotated': {
      readonly rotated: boolean | null
    }
    'captcha-signature-use': {
      readonly '?column?': number
    }
    'captcha-signatures-old': Record<string, never>
    'captcha-site-apply-state': {
      readonly id: number
      readonly hasMoved: boolean
    }
    'captcha-site-insert': {
      readonly id: number
    }
    'captcha-site-lock': {
      readonly id: number
    }
    'captcha-site-of-environment': {
      readonly id: number
    }
    'captcha-site-of-solution': {
      readonly id: number
      readonly solutionId: string
      readonly settings: unknown
      readonly restrictions: Narrowed<readonly string[], ColumnTypes['captcha.sites.restrictions']>
      readonly withheldFeatures: Narrowed<readonly string[], ColumnTypes['captcha.sites.withheld_features']>
      readonly resultsRefusedUntil: Date | null
      readonly version: number
      readonly changedAt: string
      readonly siteKey: string
      readonly domains: string[]
      readonly keyId: string | null
      readonly prefix: string | null
      readonly last4: string | null
      readonly keyCreatedAt: Date | null
      readonly firstVerificationAt: Date | null
      readonly firstFetchedAt: Date | null
    }
    'captcha-site-settings': {
      readonly id: number
    }
    'captcha-site-touch': Record<string, never>
    'captcha-site-turn': {
      readonly '?column?': number
    }
    'captcha-sites': {
      readonly id: number
      readonly solutionId: string
      readonly settings: unknown
      readonly restrictions: Narrowed<readonly string[], ColumnTypes['captcha.sites.restrictions']>
      readonly withheldFeatures: Narrowed<readonly string[], ColumnTypes['captcha.sites.withheld_features']>
      readonly resultsRefusedUntil: Date | null
      readonly version: number
      readonly changedAt: string
    }
    'captcha-sites-by-key': {
      readonly id: number
    }
    'captcha-sites-changed': {
      readonly id: number
      readonly changedAt: string
    }
    'captcha-sites-latest': {
      readonly at: string
    }
    'captcha-solutions-of': {
      readonly id: string
    }
    'captcha-statistics-names': {
      readonly kind: 'actions' | 'environments' | 'rules' | 'bypassKeys'
      readonly number: string
      readonly id: string
      readonly name: string
    }
    'captcha-statistics-scope': {
      readonly timeZone: string
      readonly environmentId: number | null
    }
    'captcha-today': {
      readonly day: string
    }
    'captcha-verification': {
      readonly id: string
      readonly issued_at: Date
      readonly finished_at: Date
      readonly round: number
      readonly outcome: number
      readonly score: number
      readonly check_ms: number
      readonly work_ms: number
      readonly work_hashes: number
      readonly hostname: string
      readonly action: string | null
      readonly browser: string
      readonly operating_system: string
      readonly device: string
      readonly language: string | null
      readonly network: string
      readonly country: string | null
      readonly asn: number
      readonly reasons: string
      readonly decision: number
      readonly network_kind: number
      readonly flags: number
      readonly environment: Narrowed<unknown, ResultTypes['captcha-verification']['environment']>
      readonly rule: Narrowed<unknown, ResultTypes['captcha-verification']['rule']>
      readonly bypass_key: Narrowed<unknown, ResultTypes['captcha-verification']['bypass_key']>
      readonly first_fetched_at: Date | null
      readonly last_fetched_at: Date | null
      readonly retrievals: number
      readonly same_network: boolean | null
      readonly feedback_label: number | null
      readonly feedback_given_by: number | null
      readonly feedback_given_at: Date | null
      readonly feedback_comment: string | null
    }
    'captcha-volume-clock': {
      readonly at: Date
      readonly hasOthers: boolean
      readonly processes: number
    }
    'captcha-volume-hear': {
      readonly siteId: number
      readonly mark: number
      readonly slot: number
      readonly n: number
    }
    'captcha-volume-hear-sites': {
      readonly siteId: number
      readonly mark: number
      readonly slot: number
      readonly n: number
    }
    'captcha-volume-hear-urgent': {
      readonly siteId: number
      readonly mark: number
      readonly slot: number
      readonly n: number
    }
    'captcha-volume-now': {
      readonly at: Date
    }
    'captcha-volume-old': Record<string, never>
    'captcha-volume-sites': {
      readonly siteId: number
      readonly issued: number
      readonly verified: number
    }
    'captcha-volume-tell': Record<string, never>
    'captcha-webhook': {
      readonly id: string
      readonly siteId: number
      readonly url: string
      readonly description: string
      readonly events: Narrowed<readonly string[], ColumnTypes['captcha.webhooks.events']>
      readonly active: boolean
      readonly inactiveReason: 'MEMBER' | 'GONE' | 'FAILING' | null
      readonly secretBytes: Buffer
      readonly secretKey: number
      readonly secretCreatedAt: Date
      readonly formerBytes: Buffer | null
      readonly formerKey: number | null
      readonly formerUntil: Date | null
      readonly failingSince: Date | null
      readonly createdAt: Date
      readonly updatedAt: Date
      readonly version: number
    }
    'captcha-webhook-delete': {
      readonly id: string
      readonly siteId: number
      readonly url: string
      readonly description: string
      readonly events: Narrowed<readonly string[], ColumnTypes['captcha.webhooks.events']>
      readonly active: boolean
      readonly inactiveReason: 'MEMBER' | 'GONE' | 'FAILING' | null
      readonly secretBytes: Buffer
      readonly secretKey: number
      readonly secretCreatedAt: Date
      readonly formerBytes: Buffer | null
      readonly formerKey: number | null
      readonly formerUntil: Date | null
      readonly failingSince: Date | null
      readonly createdAt: Date
      readonly updatedAt: Date
      readonly version: number
    }
    'captcha-webhook-deliveries': {
      readonly id: string
      readonly type: Narrowed<string, ColumnTypes['captcha.alert_outbox.type']>
      readonly status: 'PENDING' | 'DELIVERED' | 'FAILED'
      readonly attempts: number
      readonly httpStatus: number | null
      readonly error: Narrowed<string, ColumnTypes['captcha.alert_outbox.error']> | null
      readonly durationMs: number | null
      readonly body: string
      readonly answer: string | null
      readonly createdAt: Date
      readonly lastTryAt: Date | null
      readonly nextTryAt: Date | null
    }
    'captcha-webhook-delivery': {
      readonly id: string
      readonly type: Narrowed<string, ColumnTypes['captcha.alert_outbox.type']>
      readonly status: 'PENDING' | 'DELIVERED' | 'FAILED'
      readonly attempts: number
      readonly httpStatus: number | null
      readonly error: Narrowed<string, ColumnTypes['captcha.alert_outbox.error']> | null
      readonly durationMs: number | null
      readonly body: string
      readonly answer: string | null
      readonly createdAt: Date
      readonly lastTryAt: Date | null
      readonly nextTryAt: Date | null
    }
    'captcha-webhook-disable': {
      readonly id: string
    }
    'captcha-webhook-fails': {
      readonly since: Narrowed<Date | null, ResultTypes['captcha-webhook-fails']['since']>
    }
    'captcha-webhook-former-seal': Record<string, never>
    'captcha-webhook-insert': {
      readonly id: string
      readonly siteId: number
      readonly url: string
      readonly description: string
      readonly events: Narrowed<readonly string[], ColumnTypes['captcha.webhooks.events']>
      readonly active: boolean
      readonly inactiveReason: 'MEMBER' | 'GONE' | 'FAILING' | null
      readonly secretBytes: Buffer
      readonly secretKey: number
      readonly secretCreatedAt: Date
      readonly formerBytes: Buffer | null
      readonly formerKey: number | null
      readonly formerUntil: Date | null
      readonly failingSince: Date | null
      readonly createdAt: Date
      readonly updatedAt: Date
      readonly version: number
    }
    'captcha-webhook-lock': {
      readonly id: string
    }
    'captcha-webhook-seal': Record<string, never>
    'captcha-webhook-secret': {
      readonly id: string
      readonly siteId: number
      readonly url: string
      readonly description: string
      readonly events: Narrowed<readonly string[], ColumnTypes['captcha.webhooks.events']>
      readonly active: boolean
      readonly inactiveReason: 'MEMBER' | 'GONE' | 'FAILING' | null
      readonly secretBytes: Buffer
      readonly secretKey: number
      readonly secretCreatedAt: Date
      readonly formerBytes: Buffer | null
      readonly formerKey: number | null
      readonly formerUntil: Date | null
      readonly failingSince: Date | null
      readonly createdAt: Date
      readonly updatedAt: Date
      readonly version: number
    }
    'captcha-webhook-update': {
      readonly id: string
      readonly siteId: number
      readonly url: string
      readonly description: string
      readonly events: Narrowed<readonly string[], ColumnTypes['captcha.webhooks.events']>
      readonly active: boolean
      readonly inactiveReason: 'MEMBER' | 'GONE' | 'FAILING' | null
      readonly secretBytes: Buffer
      readonly secretKey: number
      readonly secretCreatedAt: Date
      readonly formerBytes: Buffer | null
      readonly formerKey: number | null
      readonly formerUntil: Date | null
      readonly failingSince: Date | null
      readonly createdAt: Date
      readonly updatedAt: Date
      readonly version: number
    }
    'captcha-webhook-works': Record<string, never>
    'captcha-webhooks': {
      readonly id: string
      readonly siteId: number
      readonly url: string
      readonly description: string
      readonly events: Narrowed<readonly string[], ColumnTypes['captcha.webhooks.events']>
      readonly active: boolean
      readonly inactiveReason: 'MEMBER' | 'GONE' | 'FAILING' | null
      readonly secretBytes: Buffer
      readonly secretKey: number
      readonly secretCreatedAt: Date
      readonly formerBytes: Buffer | null
      readonly formerKey: number | null
      readonly formerUntil: Date | null
      readonly failingSince: Date | null
      readonly createdAt: Date
      readonly updatedAt: Date
      readonly version: number
    }
    'captcha-webhooks-former': Record<string, never>
    'captcha-webhooks-former-sealed-before': {
      readonly owner: string
      readonly bytes: Buffer
      readonly keyId: number
    }
    'captcha-webhooks-of-event': {
      readonly id: string
    }
    'captcha-webhooks-sealed-before': {
      readonly owner: string
      readonly bytes: Buffer
      readonly keyId: number
    }
    'captcha-what-if-actions': {
      readonly number: number
      readonly name: string
    }
    'captcha-what-if-count': {
      readonly n: number
    }
    'captcha-what-if-environment': {
      readonly id: number
    }
    'captcha-what-if-probe': {
      readonly n: number
    }
    'captcha-what-if-rows': {
      readonly ord: number
      readonly id: string
      readonly issued_at: Date
      readonly outcome: number
      readonly round: number
      readonly score: number
      readonly reasons: string
      readonly decision: number
      readonly rule: number
      readonly flags: number
      readonly work_hashes: number
      readonly browser: string
      readonly network: string
      readonly country: string | null
      readonly asn: number
      readonly network_kind: number
      readonly language: string | null
      readonly hostname: string
      readonly action: number
      readonly first_score: number | null
      readonly first_reasons: string | null
      readonly label: number | null
    }
    'captcha-what-if-rules': {
      readonly number: number
      readonly name: string
      readonly priority: number
      readonly enabled: boolean
      readonly dry_run: boolean
      readonly conditions: Narrowed<unknown, ColumnTypes['captcha.rules.conditions']>
      readonly action: Narrowed<unknown, ColumnTypes['captcha.rules.action']>
      readonly expires_at: Date | null
      readonly updated_at: Date
    }
    'captcha-what-if-throttled': {
      readonly n: number
    }
    'captcha-withheld': {
      readonly id: number
      readonly solutionId: string
      readonly withheld: string
    }
    'captcha-withheld-keep': Record<string, never>
    'captcha-zones-forget': Record<string, never>
    'widget-build-files': {
      readonly files: Buffer
    }
    'widget-build-new': Record<string, never>
    'widget-build-served': {
      readonly kept: number
    }
    'widget-builds': {
      readonly layout: string
      readonly release: string
      readonly checks: number
      readonly servedAt: Date
    }
    'widget-builds-forget': Record<string, never>
  }
}
