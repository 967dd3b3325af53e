// Rows of the named statements, as the migrated schema has them. `npm run rows` writes this file; see decisions/0057.
import type { Narrowed } from '@bollard/database/statement-rows'
import type { ColumnTypes } from '../column-types.ts'

declare module '@bollard/database/statement-rows' {
  interface StatementRows {
    'monitoring-ask-refresh': Record<string, never>
    'monitoring-check-soon': Record<string, never>
    'monitoring-configuration-create': Record<string, never>
    'monitoring-configuration-members': Record<string, never>
    'monitoring-configuration-plan': Record<string, never>
    'monitoring-configuration-replan': Record<string, never>
    'monitoring-configuration-schedules': Record<string, never>
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
      readonly paused: boolean
      readonly version: number
    }
    'monitoring-configuration-soon': Record<string, never>
    'monitoring-configuration-states': Record<string, never>
    'monitoring-configuration-unplan': Record<string, never>
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
    'monitoring-heartbeat-of-token': {
      readonly serviceId: string
      readonly signedOnly: boolean
      readonly isRefused: boolean
    }
    'monitoring-heartbeat-put': {
      readonly one: number
    }
    'monitoring-heartbeat-seen': Record<string, never>
    'monitoring-heartbeat-tell': Record<string, never>
    'monitoring-history': {
      readonly at: Date
      readonly to: 'UP' | 'DEGRADED' | 'DOWN' | 'CHALLENGED' | 'MAINTENANCE' | 'PAUSED' | 'UNKNOWN'
      readonly id: string
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
    'monitoring-lease': {
      readonly serviceId: string
      readonly place: string
      readonly lease: string | null
      readonly dueAt: Date | null
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
    'monitoring-month-days': {
      readonly day: string
      readonly rollup: Narrowed<unknown, ColumnTypes['monitoring.day_rollups.rollup']>
    }
    'monitoring-month-freeze': Record<string, never>
    'monitoring-month-report': {
      readonly report: Narrowed<unknown, ColumnTypes['monitoring.month_reports.report']>
    }
    'monitoring-months-due': {
      readonly serviceId: string
      readonly solutionId: string
      readonly timeZone: string
      readonly month: string | null
    }
    'monitoring-overview': {
      readonly id: string
      readonly name: string
      readonly tags: string[]
      readonly kind:
        | 'HTTP'
        | 'CERTIFICATE'
        | 'TCP'
        | 'DNS'
        | 'ICMP'
        | 'DOMAIN'
        | 'WEBSOCKET'
        | 'SMTP'
        | 'GRPC'
        | 'HEARTBEAT'
        | 'GROUP'
        | 'MANUAL'
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
        | 'API_KEY'
        | 'PROBE'
      readonly text: string | null
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
    'monitoring-parts-services': {
      readonly id: string
      readonly name: string
      readonly tags: string[]
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
    'monitoring-place-schedules': Record<string, never>
    'monitoring-place-seen': Record<string, never>
    'monitoring-places': {
      readonly name: string
    }
    'monitoring-plans-store': {
      readonly id: string
    }
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
    }
    'monitoring-probe-revoke': {
      readonly wasRevoked: boolean
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
    }
    'monitoring-relations': {
      readonly id: string
      readonly kind:
        | 'HTTP'
        | 'CERTIFICATE'
        | 'TCP'
        | 'DNS'
        | 'ICMP'
        | 'DOMAIN'
        | 'WEBSOCKET'
        | 'SMTP'
        | 'GRPC'
        | 'HEARTBEAT'
        | 'GROUP'
        | 'MANUAL'
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
    'monitoring-schedule-insert': Record<string, never>
    'monitoring-schedules-lock': {
      readonly serviceId: string
      readonly place: string
    }
    'monitoring-service': {
      readonly id: string
      readonly name: string
      readonly tags: string[]
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
      readonly version: number
    }
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
      readonly timeoutMs: number | null
    }
    'monitoring-services-pause': Record<string, never>
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
    'monitoring-sweep-days': Record<string, never>
    'monitoring-sweep-hours': {
      readonly one: number
    }
    'monitoring-sweep-nonces': Record<string, never>
    'monitoring-sweep-results': {
      readonly one: number
    }
    'monitoring-sweep-transitions': Record<string, never>
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
  }
}
