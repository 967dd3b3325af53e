// Rows of the named statements, as the migrated schema has them. `npm run rows` writes this file; see decisions/0057.
import type { Narrowed } from '@bollard/database/statement-rows'
import type { ColumnTypes } from '../column-types.ts'

declare module '@bollard/database/statement-rows' {
  interface StatementRows {
    'monitoring-alert-acknowledge': {
      readonly id: string
    }
    'monitoring-alert-address-ask': {
      readonly id: string
    }
    'monitoring-alert-address-bounced': Record<string, never>
    'monitoring-alert-address-confirm': {
      readonly inTime: boolean
    }
    'monitoring-alert-address-forget': Record<string, never>
    'monitoring-alert-address-keep': Record<string, never>
    'monitoring-alert-address-language': {
      readonly language: string
    }
    'monitoring-alert-address-stop': Record<string, never>
    'monitoring-alert-addresses': {
      readonly id: string
      readonly address: string
      readonly state: 'WAITING' | 'CONFIRMED' | 'UNSUBSCRIBED' | 'BOUNCED'
    }
    'monitoring-alert-rule-delete': Record<string, never>
    'monitoring-alert-rule-insert': Record<string, never>
    'monitoring-alert-rule-update': Record<string, never>
    'monitoring-alert-rules': {
      readonly id: string
      readonly name: string
      readonly active: boolean
      readonly serviceIds: string[]
      readonly condition: Narrowed<unknown, ColumnTypes['monitoring.alert_rules.condition']>
      readonly steps: Narrowed<unknown, ColumnTypes['monitoring.alert_rules.steps']>
      readonly repeat: Narrowed<unknown, ColumnTypes['monitoring.alert_rules.repeat']> | null
      readonly createdAt: Date
      readonly updatedAt: Date
      readonly version: number
    }
    'monitoring-alert-rules-of-states': {
      readonly id: string
      readonly solutionId: string
      readonly active: boolean
      readonly serviceIds: string[]
      readonly condition: Narrowed<unknown, ColumnTypes['monitoring.alert_rules.condition']>
      readonly steps: Narrowed<unknown, ColumnTypes['monitoring.alert_rules.steps']>
      readonly repeat: Narrowed<unknown, ColumnTypes['monitoring.alert_rules.repeat']> | null
    }
    'monitoring-alert-rules-take': {
      readonly id: string
      readonly solutionId: string
      readonly active: boolean
      readonly serviceIds: string[]
      readonly condition: Narrowed<unknown, ColumnTypes['monitoring.alert_rules.condition']>
      readonly steps: Narrowed<unknown, ColumnTypes['monitoring.alert_rules.steps']>
      readonly repeat: Narrowed<unknown, ColumnTypes['monitoring.alert_rules.repeat']> | null
    }
    'monitoring-alert-services': {
      readonly id: string
      readonly solutionId: string
      readonly kind: string
      readonly machine: Narrowed<unknown, ColumnTypes['monitoring.service_states.machine']>
      readonly fault: string | null
      readonly isStopped: boolean
      readonly certificateExpiresAt: Date | null
      readonly domainExpiresAt: Date | null
    }
    'monitoring-alerts': {
      readonly id: string
      readonly ruleId: string
      readonly ruleName: string
      readonly serviceId: string
      readonly serviceName: string
      readonly condition: string | null
      readonly state: 'RESOLVED' | 'ACKNOWLEDGED' | 'OPEN'
      readonly facts: Narrowed<unknown, ColumnTypes['monitoring.alerts.facts']>
      readonly incidentId: string | null
      readonly openedAt: Date
      readonly acknowledgedAt: Date | null
      readonly acknowledgedBy: string | null
      readonly resolvedAt: Date | null
      readonly nextStepAt: Date | null
    }
    'monitoring-alerts-end': Record<string, never>
    'monitoring-alerts-followed': Record<string, never>
    'monitoring-alerts-of-rule': {
      readonly serviceId: string
    }
    'monitoring-alerts-open': Record<string, never>
    'monitoring-alerts-remind': Record<string, never>
    'monitoring-alerts-sweep': Record<string, never>
    'monitoring-alerts-take': {
      readonly id: string
      readonly solutionId: string
      readonly openedAt: Date
      readonly acknowledgedAt: Date | null
      readonly resolvedAt: Date | null
      readonly followedUntil: Date
      readonly steps: Narrowed<unknown, ColumnTypes['monitoring.alert_rules.steps']>
      readonly repeat: Narrowed<unknown, ColumnTypes['monitoring.alert_rules.repeat']> | null
    }
    'monitoring-announce-components': {
      readonly id: string
      readonly pageId: string
      readonly serviceId: string
    }
    'monitoring-announce-due': {
      readonly solutionId: string
    }
    'monitoring-announce-forget': Record<string, never>
    'monitoring-announce-messages': Record<string, never>
    'monitoring-announce-notices': Record<string, never>
    'monitoring-announce-pages': {
      readonly id: string
      readonly isShown: boolean
    }
    'monitoring-announce-put': Record<string, never>
    'monitoring-announce-told': {
      readonly id: string
      readonly pageId: string
      readonly windowId: string | null
      readonly windowVersion: number
      readonly title: string
      readonly fromAt: Date | null
      readonly toAt: Date | null
      readonly isSeries: boolean
      readonly plan: string
      readonly componentIds: string[]
      readonly stage: 'WAITING' | 'ANNOUNCED' | 'REMINDED' | 'STARTED' | 'ENDED'
      readonly toldAt: Date
      readonly nextAt: Date | null
    }
    'monitoring-announced-pages': Record<string, never>
    'monitoring-announced-windows': Record<string, never>
    'monitoring-ask-refresh': Record<string, never>
    'monitoring-channel-delete': Record<string, never>
    'monitoring-channel-insert': Record<string, never>
    'monitoring-channel-lock': {
      readonly id: string
      readonly name: string
      readonly language: Narrowed<string, ColumnTypes['monitoring.channels.language']>
      readonly target: Narrowed<unknown, ColumnTypes['monitoring.channels.target']>
      readonly secret: Buffer | null
      readonly secretKeyId: number | null
      readonly secretNames: string[]
      readonly version: number
    }
    'monitoring-channel-seal': Record<string, never>
    'monitoring-channel-tested': Record<string, never>
    'monitoring-channel-tried': Record<string, never>
    'monitoring-channel-update': Record<string, never>
    'monitoring-channel-used': {
      readonly name: string
    }
    'monitoring-channels': {
      readonly id: string
      readonly name: string
      readonly language: Narrowed<string, ColumnTypes['monitoring.channels.language']>
      readonly active: boolean
      readonly quietHours: Narrowed<unknown, ColumnTypes['monitoring.channels.quiet_hours']> | null
      readonly target: Narrowed<unknown, ColumnTypes['monitoring.channels.target']>
      readonly secrets: string[]
      readonly lastResult: Narrowed<unknown, ColumnTypes['monitoring.channels.last_result']> | null
      readonly failingSince: Date | null
      readonly createdAt: Date
      readonly updatedAt: Date
      readonly version: number
    }
    'monitoring-channels-known': {
      readonly id: string
    }
    'monitoring-channels-sealed-before': {
      readonly owner: string
      readonly bytes: Buffer
      readonly keyId: number
    }
    'monitoring-channels-to-tell': {
      readonly id: string
      readonly solutionId: string
      readonly active: boolean
      readonly target: Narrowed<unknown, ColumnTypes['monitoring.channels.target']>
      readonly quietHours: Narrowed<unknown, ColumnTypes['monitoring.channels.quiet_hours']> | null
      readonly freeSince: Date | null
    }
    'monitoring-check-soon': Record<string, never>
    'monitoring-configuration-channel-key': Record<string, never>
    'monitoring-configuration-channels': {
      readonly id: string
      readonly key: string
      readonly name: string
      readonly language: Narrowed<string, ColumnTypes['monitoring.channels.language']>
      readonly active: boolean
      readonly quietHours: Narrowed<unknown, ColumnTypes['monitoring.channels.quiet_hours']> | null
      readonly target: Narrowed<unknown, ColumnTypes['monitoring.channels.target']>
      readonly secret: Buffer | null
      readonly secretKeyId: number | null
      readonly secretNames: string[]
      readonly version: number
    }
    'monitoring-configuration-components': {
      readonly id: string
      readonly pageId: string
      readonly serviceId: string
      readonly name: string
      readonly description: string | null
      readonly groupNumber: number
      readonly groupName: string | null
    }
    'monitoring-configuration-create': Record<string, never>
    'monitoring-configuration-members': Record<string, never>
    'monitoring-configuration-page-key': Record<string, never>
    'monitoring-configuration-pages': {
      readonly id: string
      readonly key: string
      readonly slug: string
      readonly host: string | null
      readonly name: string
      readonly description: string | null
      readonly announcement: string | null
      readonly days: number
      readonly responseTimes: boolean
      readonly maintenance: boolean
      readonly colorLight: string | null
      readonly colorDark: string | null
      readonly logo: string | null
      readonly languages: string[]
      readonly networks: string[]
      readonly noindex: boolean
      readonly published: boolean
      readonly hasPassword: boolean
      readonly version: number
    }
    'monitoring-configuration-plan': Record<string, never>
    'monitoring-configuration-replan': Record<string, never>
    'monitoring-configuration-rule-key': Record<string, never>
    'monitoring-configuration-rules': {
      readonly id: string
      readonly key: string
      readonly name: string
      readonly active: boolean
      readonly serviceIds: string[]
      readonly condition: Narrowed<unknown, ColumnTypes['monitoring.alert_rules.condition']>
      readonly steps: Narrowed<unknown, ColumnTypes['monitoring.alert_rules.steps']>
      readonly repeat: Narrowed<unknown, ColumnTypes['monitoring.alert_rules.repeat']> | null
      readonly version: number
    }
    'monitoring-configuration-schedule-key': Record<string, never>
    'monitoring-configuration-schedules': {
      readonly id: string
      readonly key: string
      readonly name: string
      readonly timeZone: string
      readonly layers: Narrowed<unknown, ColumnTypes['monitoring.on_call_schedules.layers']>
      readonly overrides: Narrowed<unknown, ColumnTypes['monitoring.on_call_schedules.overrides']>
      readonly version: number
    }
    'monitoring-configuration-services': {
      readonly id: string
      readonly key: string
      readonly name: string
      readonly tags: string[]
      readonly config: Narrowed<unknown, ColumnTypes['monitoring.services.config']>
      readonly secret: Buffer | null
      readonly secretKeyId: number | null
      readonly intervalSeconds: number
      readonly retries: number
      readonly confirmations: number
      readonly recoveries: number
      readonly slowMs: number | null
      readonly parentId: string | null
      readonly places: string[]
      readonly paused: boolean
      readonly version: number
    }
    'monitoring-configuration-soon': Record<string, never>
    'monitoring-configuration-states': Record<string, never>
    'monitoring-configuration-unplan': Record<string, never>
    'monitoring-configuration-unpublish': Record<string, never>
    'monitoring-configuration-update': Record<string, never>
    'monitoring-configuration-windows': {
      readonly id: string
      readonly key: string
      readonly title: string
      readonly serviceIds: string[]
      readonly startsAt: string
      readonly durationMinutes: number
      readonly timeZone: string
      readonly recurrence: Narrowed<unknown, ColumnTypes['monitoring.maintenance.recurrence']> | null
      readonly version: number
    }
    'monitoring-count-checks': {
      readonly up: number
      readonly degraded: number
      readonly down: number
      readonly challenged: number
      readonly unknown: number
    }
    'monitoring-day-hours': {
      readonly rollup: Narrowed<unknown, ColumnTypes['monitoring.hour_rollups.rollup']>
    }
    'monitoring-day-store': Record<string, never>
    'monitoring-days-between': {
      readonly day: string
      readonly rollup: Narrowed<unknown, ColumnTypes['monitoring.day_rollups.rollup']>
    }
    'monitoring-days-missing': {
      readonly serviceId: string
      readonly solutionId: string
      readonly timeZone: string
      readonly last: Date
    }
    'monitoring-dead-drop': {
      readonly id: string
    }
    'monitoring-dead-letters': {
      readonly id: string
      readonly kind: string
      readonly to: string
      readonly solutionId: string
      readonly createdAt: Date
      readonly endedAt: Date | null
      readonly attempts: number
      readonly error: Narrowed<string, ColumnTypes['monitoring.notifications.error']> | null
      readonly retryable: boolean
    }
    'monitoring-dead-retry': {
      readonly id: string
    }
    'monitoring-depends-on': {
      readonly one: number
    }
    'monitoring-export-changes': {
      readonly at: Date
      readonly from: 'UP' | 'DEGRADED' | 'DOWN' | 'CHALLENGED' | 'MAINTENANCE' | 'PAUSED' | 'UNKNOWN'
      readonly to: 'UP' | 'DEGRADED' | 'DOWN' | 'CHALLENGED' | 'MAINTENANCE' | 'PAUSED' | 'UNKNOWN'
      readonly reason: string
    }
    'monitoring-export-days': {
      readonly day: string
      readonly rollup: Narrowed<unknown, ColumnTypes['monitoring.day_rollups.rollup']>
    }
    'monitoring-export-hours': {
      readonly at: Date
      readonly rollup: Narrowed<unknown, ColumnTypes['monitoring.hour_rollups.rollup']>
    }
    'monitoring-export-results': {
      readonly at: Date
      readonly place: string
      readonly verdict: 'UP' | 'DEGRADED' | 'DOWN' | 'CHALLENGED' | 'UNKNOWN'
      readonly totalMs: number
      readonly dnsMs: number | null
      readonly connectMs: number | null
      readonly tlsMs: number | null
      readonly firstByteMs: number | null
      readonly fault: string | null
      readonly statusCode: number | null
    }
    'monitoring-form-seal': Record<string, never>
    'monitoring-forms-clear': {
      readonly id: string
      readonly config: Narrowed<unknown, ColumnTypes['monitoring.services.config']>
      readonly version: number
    }
    'monitoring-heartbeat': {
      readonly sealed: Buffer
      readonly keyId: number
      readonly signedOnly: boolean
      readonly lastAt: Date | null
    }
    'monitoring-heartbeat-insert': Record<string, never>
    'monitoring-heartbeat-nonce': {
      readonly one: number
    }
    'monitoring-heartbeat-of-form': {
      readonly one: number
    }
    'monitoring-heartbeat-of-token': {
      readonly serviceId: string
      readonly signedOnly: boolean
      readonly isRefused: boolean
    }
    'monitoring-heartbeat-put': {
      readonly one: number
    }
    'monitoring-heartbeat-seal': Record<string, never>
    'monitoring-heartbeat-seen': Record<string, never>
    'monitoring-heartbeat-tell': Record<string, never>
    'monitoring-heartbeats-sealed-before': {
      readonly owner: string
      readonly bytes: Buffer
      readonly keyId: number
    }
    'monitoring-history': {
      readonly at: Date
      readonly to: 'UP' | 'DEGRADED' | 'DOWN' | 'CHALLENGED' | 'MAINTENANCE' | 'PAUSED' | 'UNKNOWN'
      readonly id: string
    }
    'monitoring-host-lock': {
      readonly id: string
      readonly solutionId: string
      readonly name: string
      readonly host: string
      readonly hostSince: Date | null
      readonly hostSecret: Buffer
      readonly hostServed: boolean
      readonly hostFound: 'RECORD' | 'NO_RECORD' | 'NO_ANSWER' | 'HELD' | null
      readonly hostPointsHere: boolean | null
      readonly hostCheckedAt: Date | null
      readonly hostProvenAt: Date | null
      readonly hostEndsAt: Date | null
    }
    'monitoring-host-lose': Record<string, never>
    'monitoring-host-owners': {
      readonly solutionId: string
    }
    'monitoring-host-settle': Record<string, never>
    'monitoring-hosts-due': {
      readonly id: string
      readonly solutionId: string
      readonly host: string | null
    }
    'monitoring-hour-results': {
      readonly at: Date
      readonly verdict: 'UP' | 'DEGRADED' | 'DOWN' | 'CHALLENGED' | 'UNKNOWN'
      readonly totalMs: number
    }
    'monitoring-hours-between': {
      readonly at: Date
      readonly rollup: Narrowed<unknown, ColumnTypes['monitoring.hour_rollups.rollup']>
    }
    'monitoring-hours-store': Record<string, never>
    'monitoring-hours-take': {
      readonly serviceId: string
      readonly solutionId: string
      readonly timeZone: string
      readonly hour: Date
    }
    'monitoring-import-days': Record<string, never>
    'monitoring-import-transitions': Record<string, never>
    'monitoring-incident': {
      readonly id: string
      readonly serviceId: string
      readonly serviceName: string
      readonly state: 'OPEN' | 'ACKNOWLEDGED' | 'RESOLVED' | 'MERGED'
      readonly worst: 'UP' | 'DEGRADED' | 'DOWN' | 'CHALLENGED' | 'MAINTENANCE' | 'PAUSED' | 'UNKNOWN'
      readonly fault: string | null
      readonly cause: string | null
      readonly impact: string | null
      readonly openedAt: Date
      readonly acknowledgedAt: Date | null
      readonly acknowledgedBy: string | null
      readonly resolvedAt: Date | null
      readonly mergedInto: string | null
      readonly version: number
    }
    'monitoring-incident-alerts': Record<string, never>
    'monitoring-incident-answer': Record<string, never>
    'monitoring-incident-close': Record<string, never>
    'monitoring-incident-event': Record<string, never>
    'monitoring-incident-events': {
      readonly id: string
      readonly at: Date
      readonly kind:
        | 'OPENED'
        | 'STATE'
        | 'ACKNOWLEDGED'
        | 'COMMENTED'
        | 'CAUSE'
        | 'IMPACT'
        | 'MERGED'
        | 'RESOLVED'
        | 'REOPENED'
      readonly by: string | null
      readonly text: string | null
      readonly state: 'UP' | 'DEGRADED' | 'DOWN' | 'CHALLENGED' | 'MAINTENANCE' | 'PAUSED' | 'UNKNOWN' | null
    }
    'monitoring-incident-lock': {
      readonly state: 'OPEN' | 'ACKNOWLEDGED' | 'RESOLVED' | 'MERGED'
    }
    'monitoring-incident-open': {
      readonly id: string
    }
    'monitoring-incident-state': Record<string, never>
    'monitoring-incident-times': {
      readonly config: Narrowed<unknown, ColumnTypes['monitoring.services.config']>
      readonly openedAt: Date
      readonly resolvedAt: Date | null
    }
    'monitoring-incidents': {
      readonly id: string
      readonly serviceId: string
      readonly serviceName: string
      readonly state: 'OPEN' | 'ACKNOWLEDGED' | 'RESOLVED' | 'MERGED'
      readonly worst: 'UP' | 'DEGRADED' | 'DOWN' | 'CHALLENGED' | 'MAINTENANCE' | 'PAUSED' | 'UNKNOWN'
      readonly fault: string | null
      readonly cause: string | null
      readonly impact: string | null
      readonly openedAt: Date
      readonly acknowledgedAt: Date | null
      readonly acknowledgedBy: string | null
      readonly resolvedAt: Date | null
      readonly mergedInto: string | null
      readonly version: number
    }
    'monitoring-incidents-open': {
      readonly id: string
      readonly serviceId: string
    }
    'monitoring-key-find': {
      readonly apiKeyId: number
      readonly solutionId: string
      readonly scopes: Narrowed<readonly string[], ColumnTypes['monitoring.api_keys.scopes']>
      readonly createdAt: Date
      readonly isStale: boolean | null
    }
    'monitoring-key-insert': {
      readonly id: string
      readonly name: string
      readonly scopes: Narrowed<readonly string[], ColumnTypes['monitoring.api_keys.scopes']>
      readonly last4: string
      readonly createdAt: Date
      readonly createdBy: string
      readonly revokedAt: Date | null
      readonly expiresAt: Date | null
      readonly lastUsedAt: Date | null
    }
    'monitoring-key-public-id': {
      readonly id: string
    }
    'monitoring-key-revoke': {
      readonly wasRevoked: boolean
    }
    'monitoring-key-used': Record<string, never>
    'monitoring-keys': {
      readonly id: string
      readonly name: string
      readonly scopes: Narrowed<readonly string[], ColumnTypes['monitoring.api_keys.scopes']>
      readonly last4: string
      readonly createdAt: Date
      readonly createdBy: string
      readonly revokedAt: Date | null
      readonly expiresAt: Date | null
      readonly lastUsedAt: Date | null
    }
    'monitoring-keys-count': {
      readonly count: number
    }
    'monitoring-last-signal': {
      readonly mark: string | null
    }
    'monitoring-lease': {
      readonly serviceId: string
      readonly place: string
      readonly lease: string | null
      readonly dueAt: Date | null
      readonly solutionId: string
      readonly config: Narrowed<unknown, ColumnTypes['monitoring.services.config']>
      readonly secret: Buffer | null
      readonly secretKeyId: number | null
      readonly intervalSeconds: number
    }
    'monitoring-maintenance-delete': {
      readonly title: string
    }
    'monitoring-maintenance-due': {
      readonly solutionId: string
    }
    'monitoring-maintenance-insert': Record<string, never>
    'monitoring-maintenance-list': {
      readonly id: string
      readonly title: string
      readonly serviceIds: string[]
      readonly startsAt: string
      readonly durationMinutes: number
      readonly timeZone: string
      readonly recurrence: Narrowed<unknown, ColumnTypes['monitoring.maintenance.recurrence']> | null
      readonly createdAt: Date
      readonly version: number
    }
    'monitoring-maintenance-services': {
      readonly id: string
    }
    'monitoring-maintenance-tell': Record<string, never>
    'monitoring-maintenance-update': Record<string, never>
    'monitoring-members-clear': Record<string, never>
    'monitoring-members-insert': Record<string, never>
    'monitoring-members-of': {
      readonly groupId: string
      readonly member: string
      readonly state: 'UP' | 'DEGRADED' | 'DOWN' | 'CHALLENGED' | 'MAINTENANCE' | 'PAUSED' | 'UNKNOWN'
    }
    'monitoring-members-remove': Record<string, never>
    'monitoring-message-end': {
      readonly id: string
    }
    'monitoring-message-later': Record<string, never>
    'monitoring-messages-drop': Record<string, never>
    'monitoring-messages-due': {
      readonly id: string
      readonly tries: number
      readonly revision: number
      readonly isQuestion: boolean
      readonly subscriberId: string
      readonly channel: 'EMAIL' | 'WEBHOOK' | 'SLACK'
      readonly sealed: Buffer
      readonly keyId: number
      readonly language: string
      readonly state: 'PENDING' | 'ACTIVE' | 'ENDED'
      readonly slug: string | null
      readonly host: string | null
      readonly page: string | null
      readonly reportId: string | null
      readonly title: string | null
      readonly stage: 'INVESTIGATING' | 'IDENTIFIED' | 'MONITORING' | 'RESOLVED' | null
      readonly text: string | null
      readonly at: Date | null
      readonly correctedAt: Date | null
      readonly event: 'ANNOUNCED' | 'CHANGED' | 'CANCELLED' | 'REMINDER' | 'STARTED' | 'ENDED' | null
      readonly maintenanceId: string | null
      readonly work: string | null
      readonly fromAt: Date | null
      readonly toAt: Date | null
      readonly isSeries: boolean | null
      readonly noticeAt: Date | null
      readonly timeZone: string | null
      readonly components: string[]
    }
    'monitoring-month-days': {
      readonly day: string
      readonly rollup: Narrowed<unknown, ColumnTypes['monitoring.day_rollups.rollup']>
    }
    'monitoring-month-freeze': Record<string, never>
    'monitoring-month-report': {
      readonly report: Narrowed<unknown, ColumnTypes['monitoring.month_reports.report']>
    }
    'monitoring-month-services': {
      readonly id: string
      readonly name: string
    }
    'monitoring-months-due': {
      readonly serviceId: string
      readonly solutionId: string
      readonly timeZone: string
      readonly month: string | null
    }
    'monitoring-notices-acknowledge': Record<string, never>
    'monitoring-notices-collated': Record<string, never>
    'monitoring-notices-end': Record<string, never>
    'monitoring-notices-insert': Record<string, never>
    'monitoring-notices-waiting': {
      readonly id: string
      readonly kind: string
      readonly at: Date
      readonly key: string
      readonly alertId: string
      readonly facts: Narrowed<unknown, ColumnTypes['monitoring.alerts.facts']>
      readonly openedAt: Date
      readonly resolvedAt: Date | null
      readonly serviceId: string
      readonly serviceName: string
      readonly ruleName: string
      readonly condition: string | null
    }
    'monitoring-notification-settle': {
      readonly id: string
    }
    'monitoring-notifications': {
      readonly id: string
      readonly channelId: string
      readonly dedupeKey: string
      readonly state: 'PENDING' | 'SENT' | 'FAILED' | 'DROPPED'
      readonly alerts: Narrowed<unknown, ColumnTypes['monitoring.notifications.alerts']>
      readonly attempts: number
      readonly httpStatus: number | null
      readonly error: Narrowed<string, ColumnTypes['monitoring.notifications.error']> | null
      readonly createdAt: Date
      readonly nextTryAt: Date | null
      readonly sentAt: Date | null
    }
    'monitoring-notifications-hurry': Record<string, never>
    'monitoring-notifications-insert': Record<string, never>
    'monitoring-notifications-lease': {
      readonly id: string
      readonly solutionId: string
      readonly channelId: string
      readonly key: string
      readonly alerts: Narrowed<unknown, ColumnTypes['monitoring.notifications.alerts']>
      readonly attempts: number
      readonly createdAt: Date
      readonly since: Date
      readonly active: boolean
      readonly language: Narrowed<string, ColumnTypes['monitoring.channels.language']>
      readonly target: Narrowed<unknown, ColumnTypes['monitoring.channels.target']>
      readonly secret: Buffer | null
      readonly secretKeyId: number | null
      readonly timeZone: string
    }
    'monitoring-notifications-measure': {
      readonly depth: number
      readonly oldestSeconds: number
      readonly retries: number
      readonly deadLetters: number
      readonly deadLettersOfHour: number
      readonly lateSeconds: number
    }
    'monitoring-notifications-sweep': Record<string, never>
    'monitoring-on-call-delete': Record<string, never>
    'monitoring-on-call-insert': Record<string, never>
    'monitoring-on-call-known': {
      readonly id: string
    }
    'monitoring-on-call-of': {
      readonly id: string
      readonly timeZone: string
      readonly layers: Narrowed<unknown, ColumnTypes['monitoring.on_call_schedules.layers']>
      readonly overrides: Narrowed<unknown, ColumnTypes['monitoring.on_call_schedules.overrides']>
    }
    'monitoring-on-call-update': Record<string, never>
    'monitoring-on-call-used': {
      readonly name: string
    }
    'monitoring-overview': {
      readonly id: string
      readonly name: string
      readonly tags: string[]
      readonly kind: string
      readonly state: 'PAUSED' | 'UP' | 'DEGRADED' | 'DOWN' | 'CHALLENGED' | 'MAINTENANCE' | 'UNKNOWN'
      readonly stateSince: Date
      readonly fault: string | null
      readonly lastCheckedAt: Date | null
      readonly lastTotalMs: number | null
      readonly incidentId: string | null
    }
    'monitoring-overview-days': {
      readonly serviceId: string
      readonly up: string
      readonly counted: string
      readonly days: number[]
      readonly down: number[]
    }
    'monitoring-page': {
      readonly id: string
      readonly slug: string
      readonly host: string | null
      readonly name: string
      readonly description: string | null
      readonly announcement: string | null
      readonly days: number
      readonly responseTimes: boolean
      readonly maintenance: boolean
      readonly colorLight: string | null
      readonly colorDark: string | null
      readonly logo: string | null
      readonly languages: string[]
      readonly networks: string[]
      readonly noindex: boolean
      readonly published: boolean
      readonly hasPassword: boolean
      readonly createdAt: Date
      readonly updatedAt: Date
      readonly version: number
      readonly hostSecret: Buffer
      readonly hostServed: boolean
      readonly hostFound: 'RECORD' | 'NO_RECORD' | 'NO_ANSWER' | 'HELD' | null
      readonly hostPointsHere: boolean | null
      readonly hostCheckedAt: Date | null
      readonly hostProvenAt: Date | null
      readonly hostEndsAt: Date | null
      readonly subscribers: number
    }
    'monitoring-page-components': {
      readonly id: string
      readonly pageId: string
      readonly serviceId: string
      readonly name: string
      readonly description: string | null
      readonly groupNumber: number
      readonly groupName: string | null
    }
    'monitoring-page-components-end': Record<string, never>
    'monitoring-page-components-put': Record<string, never>
    'monitoring-page-delete': {
      readonly slug: string
      readonly host: string | null
      readonly name: string
      readonly published: boolean
    }
    'monitoring-page-insert': Record<string, never>
    'monitoring-page-services': {
      readonly id: string
    }
    'monitoring-page-slugs': {
      readonly id: string
      readonly slug: string
    }
    'monitoring-page-subscribers-end': Record<string, never>
    'monitoring-page-subscribers-narrow': Record<string, never>
    'monitoring-page-update': Record<string, never>
    'monitoring-pages': {
      readonly id: string
      readonly slug: string
      readonly host: string | null
      readonly name: string
      readonly description: string | null
      readonly announcement: string | null
      readonly days: number
      readonly responseTimes: boolean
      readonly maintenance: boolean
      readonly colorLight: string | null
      readonly colorDark: string | null
      readonly logo: string | null
      readonly languages: string[]
      readonly networks: string[]
      readonly noindex: boolean
      readonly published: boolean
      readonly hasPassword: boolean
      readonly createdAt: Date
      readonly updatedAt: Date
      readonly version: number
      readonly hostSecret: Buffer
      readonly hostServed: boolean
      readonly hostFound: 'RECORD' | 'NO_RECORD' | 'NO_ANSWER' | 'HELD' | null
      readonly hostPointsHere: boolean | null
      readonly hostCheckedAt: Date | null
      readonly hostProvenAt: Date | null
      readonly hostEndsAt: Date | null
      readonly subscribers: number
    }
    'monitoring-pages-count': {
      readonly count: number
    }
    'monitoring-parts-alerting': {
      readonly kind: 'CHANNEL' | 'ON_CALL_SCHEDULE' | 'ALERT_RULE' | 'ADDRESS'
      readonly id: string
      readonly name: string
      readonly content: unknown
      readonly createdAt: Date
    }
    'monitoring-parts-alerts': {
      readonly id: string
      readonly ruleId: string
      readonly serviceId: string
      readonly facts: Narrowed<unknown, ColumnTypes['monitoring.alerts.facts']>
      readonly openedAt: Date
      readonly acknowledgedAt: Date | null
      readonly acknowledgedBy: string | null
      readonly resolvedAt: Date | null
    }
    'monitoring-parts-changes': {
      readonly serviceId: string
      readonly at: Date
      readonly from: 'UP' | 'DEGRADED' | 'DOWN' | 'CHALLENGED' | 'MAINTENANCE' | 'PAUSED' | 'UNKNOWN'
      readonly to: 'UP' | 'DEGRADED' | 'DOWN' | 'CHALLENGED' | 'MAINTENANCE' | 'PAUSED' | 'UNKNOWN'
      readonly reason: string
    }
    'monitoring-parts-days': {
      readonly serviceId: string
      readonly day: string
      readonly countedSeconds: number
      readonly upSeconds: number
      readonly downSeconds: number
      readonly checks: unknown
    }
    'monitoring-parts-incidents': {
      readonly id: string
      readonly serviceId: string
      readonly state: 'OPEN' | 'ACKNOWLEDGED' | 'RESOLVED' | 'MERGED'
      readonly worst: 'UP' | 'DEGRADED' | 'DOWN' | 'CHALLENGED' | 'MAINTENANCE' | 'PAUSED' | 'UNKNOWN'
      readonly fault: string | null
      readonly cause: string | null
      readonly impact: string | null
      readonly openedAt: Date
      readonly acknowledgedAt: Date | null
      readonly acknowledgedBy: string | null
      readonly resolvedAt: Date | null
      readonly mergedInto: string | null
      readonly timeline: unknown
    }
    'monitoring-parts-keys': {
      readonly id: string
      readonly name: string
      readonly scopes: Narrowed<readonly string[], ColumnTypes['monitoring.api_keys.scopes']>
      readonly last4: string
      readonly createdAt: Date
      readonly createdBy: string
      readonly expiresAt: Date | null
      readonly revokedAt: Date | null
      readonly lastUsedAt: Date | null
    }
    'monitoring-parts-maintenance': {
      readonly id: string
      readonly title: string
      readonly serviceIds: string[]
      readonly startsAt: string
      readonly durationMinutes: number
      readonly timeZone: string
      readonly recurrence: Narrowed<unknown, ColumnTypes['monitoring.maintenance.recurrence']> | null
      readonly createdAt: Date
    }
    'monitoring-parts-of-person': {
      readonly solutionId: string
      readonly at: Date | null
      readonly kind:
        | 'OPENED'
        | 'STATE'
        | 'ACKNOWLEDGED'
        | 'COMMENTED'
        | 'CAUSE'
        | 'IMPACT'
        | 'MERGED'
        | 'RESOLVED'
        | 'REOPENED'
        | 'ALERT_ACKNOWLEDGED'
        | 'API_KEY'
        | 'PROBE'
      readonly text: string | null
    }
    'monitoring-parts-pages': {
      readonly id: string
      readonly slug: string
      readonly host: string | null
      readonly hostProvenAt: Date | null
      readonly name: string
      readonly description: string | null
      readonly announcement: string | null
      readonly days: number
      readonly responseTimes: boolean
      readonly maintenance: boolean
      readonly colorLight: string | null
      readonly colorDark: string | null
      readonly logo: string | null
      readonly languages: string[]
      readonly networks: string[]
      readonly noindex: boolean
      readonly published: boolean
      readonly createdAt: Date
      readonly updatedAt: Date
      readonly components: unknown
    }
    'monitoring-parts-probes': {
      readonly id: string
      readonly name: string
      readonly place: string
      readonly allowPrivate: boolean
      readonly last4: string
      readonly createdAt: Date
      readonly createdBy: string
      readonly revokedAt: Date | null
    }
    'monitoring-parts-reports': {
      readonly id: string
      readonly statusPageId: string
      readonly title: string
      readonly stage: 'INVESTIGATING' | 'IDENTIFIED' | 'MONITORING' | 'RESOLVED'
      readonly startedAt: Date
      readonly resolvedAt: Date | null
      readonly updates: unknown
    }
    'monitoring-parts-services': {
      readonly id: string
      readonly name: string
      readonly tags: string[]
      readonly places: string[]
      readonly check: Narrowed<unknown, ColumnTypes['monitoring.services.config']>
      readonly intervalSeconds: number
      readonly retries: number
      readonly confirmations: number
      readonly recoveries: number
      readonly slowMs: number | null
      readonly parentId: string | null
      readonly paused: boolean
      readonly createdAt: Date
      readonly updatedAt: Date
    }
    'monitoring-parts-subscribers': {
      readonly id: string
      readonly statusPageId: string
      readonly channel: 'EMAIL' | 'WEBHOOK' | 'SLACK'
      readonly state: 'PENDING' | 'ACTIVE' | 'ENDED'
      readonly componentIds: string[]
      readonly language: string
      readonly createdAt: Date
      readonly confirmedAt: Date | null
    }
    'monitoring-parts-templates': {
      readonly items: Narrowed<unknown, ColumnTypes['monitoring.report_templates.items']>
    }
    'monitoring-pass-rate-keep': {
      readonly hour: Date
      readonly value: number
      readonly volume: number
    }
    'monitoring-place-schedules': Record<string, never>
    'monitoring-place-seen': Record<string, never>
    'monitoring-places': {
      readonly name: string
      readonly solutionId: string | null
    }
    'monitoring-places-known': {
      readonly name: string
      readonly isOurs: boolean
    }
    'monitoring-places-of': {
      readonly name: string
      readonly probeId: string | null
    }
    'monitoring-plans-store': {
      readonly id: string
    }
    'monitoring-probe-assignments': {
      readonly serviceId: string
      readonly version: number
      readonly config: Narrowed<unknown, ColumnTypes['monitoring.services.config']>
      readonly secret: Buffer | null
      readonly secretKeyId: number | null
      readonly intervalSeconds: number
      readonly retries: number
      readonly recoveries: number
      readonly slowMs: number | null
    }
    'monitoring-probe-delivered': {
      readonly delivered: string
    }
    'monitoring-probe-delivered-set': Record<string, never>
    'monitoring-probe-insert': {
      readonly id: string
      readonly name: string
      readonly place: string
      readonly allowPrivate: boolean
      readonly last4: string
      readonly createdAt: Date
      readonly createdBy: string
      readonly revokedAt: Date | null
      readonly lastSeenAt: Date | null
      readonly softwareVersion: string | null
      readonly clockMs: number | null
      readonly waitingResults: number | null
      readonly droppedResults: number | null
      readonly hasLine: boolean | null
    }
    'monitoring-probe-nonce': {
      readonly delivered: string
    }
    'monitoring-probe-of-key': {
      readonly id: string
      readonly solutionId: string
      readonly place: string
      readonly allowPrivate: boolean
    }
    'monitoring-probe-results-insert': Record<string, never>
    'monitoring-probe-results-take': {
      readonly id: string
      readonly probeId: string
      readonly solutionId: string
      readonly serviceId: string
      readonly place: string
      readonly version: number
      readonly isOffline: boolean
      readonly result: Narrowed<unknown, ColumnTypes['monitoring.probe_results.result']>
      readonly currentVersion: number | null
    }
    'monitoring-probe-revoke': {
      readonly wasRevoked: boolean
    }
    'monitoring-probe-schedules': Record<string, never>
    'monitoring-probe-seen': {
      readonly isActive: boolean | null
    }
    'monitoring-probe-turn': {
      readonly isMine: boolean
    }
    'monitoring-probe-version': {
      readonly version: string
    }
    'monitoring-probes': {
      readonly id: string
      readonly name: string
      readonly place: string
      readonly allowPrivate: boolean
      readonly last4: string
      readonly createdAt: Date
      readonly createdBy: string
      readonly revokedAt: Date | null
      readonly lastSeenAt: Date | null
      readonly softwareVersion: string | null
      readonly clockMs: number | null
      readonly waitingResults: number | null
      readonly droppedResults: number | null
      readonly hasLine: boolean | null
    }
    'monitoring-public-components': {
      readonly id: string
      readonly serviceId: string
      readonly name: string
      readonly description: string | null
      readonly groupNumber: number
      readonly groupName: string | null
      readonly state: 'PAUSED' | 'UP' | 'DEGRADED' | 'DOWN' | 'CHALLENGED' | 'MAINTENANCE' | 'UNKNOWN'
      readonly since: Date
      readonly certificateExpiresAt: Date | null
    }
    'monitoring-public-days': {
      readonly serviceId: string
      readonly up: string
      readonly counted: string
      readonly days: number[]
      readonly down: number[]
      readonly degraded: number[] | null
      readonly maintenance: number[] | null
    }
    'monitoring-public-first-report': {
      readonly first: Date | null
    }
    'monitoring-public-host': {
      readonly slug: string
    }
    'monitoring-public-hours': {
      readonly serviceId: string
      readonly at: Date
      readonly rollup: Narrowed<unknown, ColumnTypes['monitoring.hour_rollups.rollup']>
    }
    'monitoring-public-maintenance': {
      readonly id: string
      readonly title: string
      readonly serviceIds: string[]
      readonly startsAt: string
      readonly durationMinutes: number
      readonly timeZone: string
      readonly recurrence: Narrowed<unknown, ColumnTypes['monitoring.maintenance.recurrence']> | null
      readonly version: number
    }
    'monitoring-public-month': {
      readonly from: Date
      readonly to: Date
    }
    'monitoring-public-page': {
      readonly id: string
      readonly solutionId: string
      readonly slug: string
      readonly host: string | null
      readonly name: string
      readonly description: string | null
      readonly announcement: string | null
      readonly days: number
      readonly responseTimes: boolean
      readonly maintenance: boolean
      readonly colorLight: string | null
      readonly colorDark: string | null
      readonly logo: string | null
      readonly languages: string[]
      readonly networks: string[]
      readonly noindex: boolean
      readonly passwordHash: Buffer | null
      readonly createdAt: Date
      readonly version: number
      readonly timeZone: string
    }
    'monitoring-public-report': {
      readonly id: string
      readonly title: string
      readonly stage: 'INVESTIGATING' | 'IDENTIFIED' | 'MONITORING' | 'RESOLVED'
      readonly startedAt: Date
      readonly resolvedAt: Date | null
      readonly updates: unknown
    }
    'monitoring-public-reports': {
      readonly id: string
      readonly title: string
      readonly stage: 'INVESTIGATING' | 'IDENTIFIED' | 'MONITORING' | 'RESOLVED'
      readonly startedAt: Date
      readonly resolvedAt: Date | null
      readonly updates: unknown
    }
    'monitoring-public-reports-between': {
      readonly id: string
      readonly title: string
      readonly stage: 'INVESTIGATING' | 'IDENTIFIED' | 'MONITORING' | 'RESOLVED'
      readonly startedAt: Date
      readonly resolvedAt: Date | null
      readonly updates: unknown
    }
    'monitoring-relations': {
      readonly id: string
      readonly kind: string
    }
    'monitoring-report': {
      readonly id: string
      readonly statusPageId: string
      readonly title: string
      readonly stage: 'INVESTIGATING' | 'IDENTIFIED' | 'MONITORING' | 'RESOLVED'
      readonly startedAt: Date
      readonly resolvedAt: Date | null
      readonly version: number
      readonly updates: unknown
    }
    'monitoring-report-change': Record<string, never>
    'monitoring-report-correct': {
      readonly revision: number
    }
    'monitoring-report-delete': {
      readonly title: string
      readonly stage: 'INVESTIGATING' | 'IDENTIFIED' | 'MONITORING' | 'RESOLVED'
    }
    'monitoring-report-hush': Record<string, never>
    'monitoring-report-insert': Record<string, never>
    'monitoring-report-lock': {
      readonly pageId: string
    }
    'monitoring-report-page': {
      readonly id: string
    }
    'monitoring-report-restage': Record<string, never>
    'monitoring-report-stage': Record<string, never>
    'monitoring-report-tell': Record<string, never>
    'monitoring-report-templates': {
      readonly items: Narrowed<unknown, ColumnTypes['monitoring.report_templates.items']>
      readonly version: number
    }
    'monitoring-report-templates-put': Record<string, never>
    'monitoring-report-touch': Record<string, never>
    'monitoring-report-update-delete': Record<string, never>
    'monitoring-report-update-insert': Record<string, never>
    'monitoring-reports': {
      readonly id: string
      readonly statusPageId: string
      readonly title: string
      readonly stage: 'INVESTIGATING' | 'IDENTIFIED' | 'MONITORING' | 'RESOLVED'
      readonly startedAt: Date
      readonly resolvedAt: Date | null
      readonly version: number
      readonly updates: unknown
    }
    'monitoring-reschedule-space': Record<string, never>
    'monitoring-results': {
      readonly at: Date
      readonly place: string
      readonly verdict: 'UP' | 'DEGRADED' | 'DOWN' | 'CHALLENGED' | 'UNKNOWN'
      readonly totalMs: number
      readonly dnsMs: number | null
      readonly connectMs: number | null
      readonly tlsMs: number | null
      readonly firstByteMs: number | null
      readonly fault: string | null
      readonly statusCode: number | null
    }
    'monitoring-results-between': {
      readonly at: Date
      readonly verdict: 'UP' | 'DEGRADED' | 'DOWN' | 'CHALLENGED' | 'UNKNOWN'
      readonly totalMs: number
    }
    'monitoring-results-latest': {
      readonly place: string
      readonly last: Narrowed<unknown, ColumnTypes['monitoring.schedules.last']> | null
    }
    'monitoring-results-store': Record<string, never>
    'monitoring-schedules-insert': Record<string, never>
    'monitoring-schedules-lock': {
      readonly serviceId: string
      readonly place: string
    }
    'monitoring-schedules-on-call': {
      readonly id: string
      readonly name: string
      readonly timeZone: string
      readonly layers: Narrowed<unknown, ColumnTypes['monitoring.on_call_schedules.layers']>
      readonly overrides: Narrowed<unknown, ColumnTypes['monitoring.on_call_schedules.overrides']>
      readonly createdAt: Date
      readonly updatedAt: Date
      readonly version: number
    }
    'monitoring-service': {
      readonly id: string
      readonly name: string
      readonly tags: string[]
      readonly places: string[]
      readonly config: Narrowed<unknown, ColumnTypes['monitoring.services.config']>
      readonly hasSecret: boolean
      readonly intervalSeconds: number
      readonly retries: number
      readonly confirmations: number
      readonly recoveries: number
      readonly slowMs: number | null
      readonly parentId: string | null
      readonly paused: boolean
      readonly withheld: boolean
      readonly effectiveIntervalSeconds: number
      readonly state: 'PAUSED' | 'UP' | 'DEGRADED' | 'DOWN' | 'CHALLENGED' | 'MAINTENANCE' | 'UNKNOWN'
      readonly stateSince: Date
      readonly fault: string | null
      readonly detail: string | null
      readonly lastCheckedAt: Date | null
      readonly lastTotalMs: number | null
      readonly certificateExpiresAt: Date | null
      readonly domainExpiresAt: Date | null
      readonly daysLearned: number | null
      readonly incidentId: string | null
      readonly createdAt: Date
      readonly updatedAt: Date
      readonly version: number
    }
    'monitoring-service-insert': Record<string, never>
    'monitoring-service-lock': {
      readonly id: string
      readonly name: string
      readonly tags: string[]
      readonly config: Narrowed<unknown, ColumnTypes['monitoring.services.config']>
      readonly secret: Buffer | null
      readonly secretKeyId: number | null
      readonly intervalSeconds: number
      readonly retries: number
      readonly confirmations: number
      readonly recoveries: number
      readonly slowMs: number | null
      readonly parentId: string | null
      readonly paused: boolean
      readonly places: string[]
      readonly version: number
    }
    'monitoring-service-places': Record<string, never>
    'monitoring-service-seal': Record<string, never>
    'monitoring-service-secret': {
      readonly config: Narrowed<unknown, ColumnTypes['monitoring.services.config']>
      readonly secret: Buffer | null
      readonly secretKeyId: number | null
    }
    'monitoring-service-update': Record<string, never>
    'monitoring-service-zone': {
      readonly timeZone: string
    }
    'monitoring-services': {
      readonly id: string
      readonly name: string
      readonly tags: string[]
      readonly places: string[]
      readonly config: Narrowed<unknown, ColumnTypes['monitoring.services.config']>
      readonly hasSecret: boolean
      readonly intervalSeconds: number
      readonly retries: number
      readonly confirmations: number
      readonly recoveries: number
      readonly slowMs: number | null
      readonly parentId: string | null
      readonly paused: boolean
      readonly withheld: boolean
      readonly effectiveIntervalSeconds: number
      readonly state: 'PAUSED' | 'UP' | 'DEGRADED' | 'DOWN' | 'CHALLENGED' | 'MAINTENANCE' | 'UNKNOWN'
      readonly stateSince: Date
      readonly fault: string | null
      readonly detail: string | null
      readonly lastCheckedAt: Date | null
      readonly lastTotalMs: number | null
      readonly certificateExpiresAt: Date | null
      readonly domainExpiresAt: Date | null
      readonly daysLearned: number | null
      readonly incidentId: string | null
      readonly createdAt: Date
      readonly updatedAt: Date
      readonly version: number
    }
    'monitoring-services-count': {
      readonly count: number
    }
    'monitoring-services-delete': Record<string, never>
    'monitoring-services-interval': Record<string, never>
    'monitoring-services-known': {
      readonly id: string
      readonly kind: string
      readonly timeoutMs: number | null
    }
    'monitoring-services-pause': Record<string, never>
    'monitoring-services-places': Record<string, never>
    'monitoring-services-sealed-before': {
      readonly owner: string
      readonly bytes: Buffer
      readonly keyId: number
    }
    'monitoring-services-tag': {
      readonly count: number
    }
    'monitoring-services-used': {
      readonly name: string
    }
    'monitoring-services-withhold': {
      readonly id: string
    }
    'monitoring-signals-take': {
      readonly id: string
      readonly serviceId: string
      readonly at: Date
      readonly event: Narrowed<unknown, ColumnTypes['monitoring.signals.event']>
    }
    'monitoring-slow': {
      readonly serviceId: string
      readonly totalMs: number
    }
    'monitoring-space': {
      readonly solutionId: string
      readonly effects: Narrowed<readonly string[], ColumnTypes['monitoring.spaces.effects']>
      readonly timeZone: string
    }
    'monitoring-space-apply-state': {
      readonly one: number
    }
    'monitoring-space-erase': Record<string, never>
    'monitoring-space-insert': Record<string, never>
    'monitoring-space-turn': {
      readonly pg_advisory_xact_lock: string
    }
    'monitoring-spaces-after': {
      readonly id: string
    }
    'monitoring-state-changes': {
      readonly id: string
      readonly at: Date
      readonly from: 'UP' | 'DEGRADED' | 'DOWN' | 'CHALLENGED' | 'MAINTENANCE' | 'PAUSED' | 'UNKNOWN'
      readonly to: 'UP' | 'DEGRADED' | 'DOWN' | 'CHALLENGED' | 'MAINTENANCE' | 'PAUSED' | 'UNKNOWN'
      readonly reason: string
      readonly result: Narrowed<unknown, ColumnTypes['monitoring.transitions.result']> | null
    }
    'monitoring-state-insert': Record<string, never>
    'monitoring-states-lock': {
      readonly serviceId: string
      readonly solutionId: string
      readonly machine: Narrowed<unknown, ColumnTypes['monitoring.service_states.machine']>
      readonly name: string
      readonly config: Narrowed<unknown, ColumnTypes['monitoring.services.config']>
      readonly places: string[]
      readonly intervalSeconds: number
      readonly retries: number
      readonly confirmations: number
      readonly recoveries: number
      readonly slowMs: number | null
      readonly isStopped: boolean
      readonly timeZone: string
      readonly parentState: 'UP' | 'DEGRADED' | 'DOWN' | 'CHALLENGED' | 'MAINTENANCE' | 'PAUSED' | 'UNKNOWN' | null
    }
    'monitoring-states-store': Record<string, never>
    'monitoring-subscriber-ask': Record<string, never>
    'monitoring-subscriber-ended': Record<string, never>
    'monitoring-subscriber-find': {
      readonly id: string
      readonly state: 'PENDING' | 'ACTIVE' | 'ENDED'
    }
    'monitoring-subscriber-put': {
      readonly id: string
    }
    'monitoring-subscriber-remove': {
      readonly channel: 'EMAIL' | 'WEBHOOK' | 'SLACK'
      readonly state: 'PENDING' | 'ACTIVE' | 'ENDED'
    }
    'monitoring-subscriber-seal': Record<string, never>
    'monitoring-subscribers': {
      readonly id: string
      readonly statusPageId: string
      readonly channel: 'EMAIL' | 'WEBHOOK' | 'SLACK'
      readonly sealed: Buffer
      readonly keyId: number
      readonly state: 'PENDING' | 'ACTIVE' | 'ENDED'
      readonly componentIds: string[]
      readonly language: string
      readonly createdAt: Date
      readonly confirmedAt: Date | null
    }
    'monitoring-subscribers-count': {
      readonly count: number
    }
    'monitoring-subscribers-sealed-before': {
      readonly owner: string
      readonly bytes: Buffer
      readonly keyId: number
    }
    'monitoring-subscription': {
      readonly id: string
      readonly sealed: Buffer
      readonly keyId: number
      readonly channel: 'EMAIL' | 'WEBHOOK' | 'SLACK'
      readonly state: 'PENDING' | 'ACTIVE' | 'ENDED'
      readonly componentIds: string[]
      readonly language: string
      readonly pageId: string
      readonly slug: string
      readonly host: string | null
      readonly name: string
    }
    'monitoring-subscription-change': Record<string, never>
    'monitoring-subscription-components': {
      readonly id: string
      readonly name: string
    }
    'monitoring-subscription-confirm': Record<string, never>
    'monitoring-subscription-end': Record<string, never>
    'monitoring-sweep-alert-addresses': Record<string, never>
    'monitoring-sweep-days': Record<string, never>
    'monitoring-sweep-hours': {
      readonly one: number
    }
    'monitoring-sweep-instances': Record<string, never>
    'monitoring-sweep-messages': Record<string, never>
    'monitoring-sweep-nonces': Record<string, never>
    'monitoring-sweep-notices': Record<string, never>
    'monitoring-sweep-pending': Record<string, never>
    'monitoring-sweep-results': {
      readonly one: number
    }
    'monitoring-sweep-transitions': Record<string, never>
    'monitoring-taken-names': {
      readonly name: string
    }
    'monitoring-tell-dependents': Record<string, never>
    'monitoring-transitions-insert': Record<string, never>
    'monitoring-wake': {
      readonly id: string
    }
    'monitoring-windows-of': {
      readonly solutionId: string
      readonly serviceIds: string[]
      readonly startsAt: string
      readonly durationMinutes: number
      readonly timeZone: string
      readonly recurrence: Narrowed<unknown, ColumnTypes['monitoring.maintenance.recurrence']> | null
    }
    'monitoring-zone': {
      readonly zone: string
    }
  }
}
