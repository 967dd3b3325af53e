import { allowedOf, burnWindows, hotRoutes, objectives } from './objectives.ts'
import type { Selector, Signal } from './signals.ts'

export interface Condition {
  readonly signal: Signal
  readonly is: 'above' | 'below'
  readonly than: number
}

/** When somebody is to be told. */
export interface AlertRule {
  readonly name: string
  /** `page` wakes somebody, `ticket` waits for the next working day. */
  readonly severity: 'page' | 'ticket'
  /** What is wrong, in a line. */
  readonly summary: string
  /** Heading in the incident handbook. */
  readonly runbook: string
  /** All of them must hold … */
  readonly when: readonly Condition[]
  /** … for so many seconds. */
  readonly forSeconds: number
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour
const calls = 'bollard_http_request_duration_seconds_count'

const value = (metric: string, across: 'max' | 'min' | 'sum' = 'max'): Signal => ({
  kind: 'value',
  of: { metric },
  across,
})
const grew = (of: Selector, seconds: number): Signal => ({ kind: 'increase', of, seconds })
const above = (signal: Signal, than: number): Condition => ({ signal, is: 'above', than })
const below = (signal: Signal, than: number): Condition => ({ signal, is: 'below', than })

/** Too few calls say nothing: one that fails out of three is no outage. */
const callsMin = 10

function burnRules(): AlertRule[] {
  return objectives.flatMap(({ name, objective, all, good }) =>
    burnWindows.map(({ name: window, longSeconds, shortSeconds, factor, severity }): AlertRule => {
      const burn = (seconds: number) =>
        ({ kind: 'burn', objective: name, good, all, allowed: allowedOf({ objective }), seconds }) as const
      return {
        name: `${name === 'availability' ? 'Availability' : 'Latency'}Burn${window.toUpperCase()}`,
        severity,
        summary:
          name === 'availability'
            ? `The hot path fails ${factor} times as often as its objective allows, over ${window}`
            : `The hot path is slow ${factor} times as often as its objective allows, over ${window}`,
        runbook: `${name}burn`,
        when: [
          above(burn(longSeconds), factor),
          above(burn(shortSeconds), factor),
          above(grew(all, longSeconds), callsMin),
        ],
        forSeconds: 0,
      }
    }),
  )
}

const others: Selector = { metric: calls, where: { status: '5..' } }

/** Every rule: written to `alert-rules.yml` for Prometheus, and evaluated by the product itself. */
export const alertRules: readonly AlertRule[] = [
  ...burnRules(),
  {
    name: 'ProcessDown',
    severity: 'page',
    summary: 'A process of Bollard does not answer',
    runbook: 'processdown',
    when: [below(value('bollard_process_up', 'min'), 1)],
    forSeconds: minute,
  },
  {
    name: 'ProcessRestarted',
    severity: 'ticket',
    summary: 'A process of Bollard ended unexpectedly and was started again',
    runbook: 'processrestarted',
    when: [above(grew({ metric: 'bollard_process_restarts_total' }, 15 * minute), 0)],
    forSeconds: 0,
  },
  {
    name: 'DatabaseDown',
    severity: 'page',
    summary: 'A database does not answer',
    runbook: 'databasedown',
    when: [below(value('bollard_database_up', 'min'), 1)],
    forSeconds: minute,
  },
  {
    name: 'DatabasePoolExhausted',
    severity: 'page',
    summary: 'Calls wait for a connection to the database',
    runbook: 'databasepoolexhausted',
    // Jobs and figures share the third pool, and may wait.
    when: [
      above(
        {
          kind: 'value',
          of: { metric: 'bollard_database_pool_waiting', where: { pool: '(api|edge)( of cell .*)?' } },
          across: 'max',
        },
        0,
      ),
    ],
    forSeconds: 2 * minute,
  },
  {
    name: 'DatabaseLocked',
    severity: 'page',
    summary: 'Several statements wait for locks in the database',
    runbook: 'databaselocked',
    when: [above(value('bollard_database_lock_waits'), 4)],
    forSeconds: 2 * minute,
  },
  {
    name: 'RollUpsLate',
    severity: 'ticket',
    summary: 'Statistics are not rolled up; pages of owners show old figures',
    runbook: 'rollupslate',
    when: [above(value('bollard_rollup_late_seconds'), 5 * minute)],
    forSeconds: 5 * minute,
  },
  {
    name: 'MailsWaiting',
    severity: 'page',
    summary: 'E-mails wait in the outbox, those with codes for signing in among them',
    runbook: 'mailswaiting',
    when: [above(value('bollard_mail_oldest_pending_seconds'), 15 * minute)],
    forSeconds: 0,
  },
  {
    name: 'DeliveriesWaiting',
    severity: 'ticket',
    summary: 'Alerts and webhooks of owners are not tried although they are due',
    runbook: 'deliverieswaiting',
    when: [above(value('bollard_delivery_late_seconds'), 5 * minute)],
    forSeconds: 0,
  },
  {
    name: 'MonitoringAlertsLate',
    severity: 'page',
    summary: 'Alerts of monitoring are not told although they are due',
    runbook: 'monitoringalertslate',
    when: [above(value('bollard_monitoring_notification_late_seconds'), 2 * minute)],
    forSeconds: 0,
  },
  {
    name: 'MonitoringAlertsGivenUp',
    severity: 'ticket',
    summary: 'Many alerts of monitoring were given up within an hour',
    runbook: 'monitoringalertsgivenup',
    when: [above(value('bollard_monitoring_notifications_given_up_last_hour'), 20)],
    forSeconds: 0,
  },
  {
    name: 'JobLate',
    severity: 'ticket',
    summary: 'A job has not succeeded when it was due',
    runbook: 'joblate',
    when: [above(value('bollard_job_late_seconds'), 15 * minute)],
    forSeconds: 0,
  },
  {
    name: 'AuditLogBroken',
    severity: 'page',
    summary: 'An entry of an audit log is missing or was changed',
    runbook: 'auditlogbroken',
    when: [above(value('bollard_audit_chains_broken'), 0)],
    forSeconds: 0,
  },
  {
    name: 'AuditLogUnverified',
    severity: 'ticket',
    summary: 'Audit logs have not been verified for two days',
    runbook: 'auditlogunverified',
    when: [above(value('bollard_audit_oldest_verification_seconds'), 2 * day)],
    forSeconds: 0,
  },
  {
    name: 'BackupLate',
    severity: 'ticket',
    summary: 'No backup has succeeded for 26 hours',
    runbook: 'backuplate',
    when: [below({ kind: 'until', moment: { metric: 'bollard_backup_last_success_timestamp_seconds' } }, -26 * hour)],
    // A new installation takes its first one within minutes.
    forSeconds: hour,
  },
  {
    name: 'RestoreTestFailed',
    severity: 'ticket',
    summary: 'The newest backup could not be restored on trial, or differs from what was backed up',
    runbook: 'restoretestfailed',
    when: [below(value('bollard_backup_restore_test_ok', 'min'), 1)],
    forSeconds: 0,
  },
  {
    name: 'LogNotArchived',
    severity: 'page',
    summary: 'What is written does not reach the backups: a lost machine would take it along',
    runbook: 'lognotarchived',
    when: [above(value('bollard_wal_archive_lag_seconds'), 5 * minute)],
    forSeconds: 10 * minute,
  },
  {
    name: 'LogWaitsForArchive',
    severity: 'ticket',
    summary: 'Days of the captcha log wait for the archive and fill the database meanwhile',
    runbook: 'logwaitsforarchive',
    when: [above(value('bollard_archive_waiting_days'), 0)],
    forSeconds: 6 * hour,
  },
  {
    name: 'DiskFilling',
    severity: 'page',
    summary: 'Less than a tenth of the disk of the data folder is free',
    runbook: 'diskfilling',
    when: [
      below(
        { kind: 'quotient', of: { metric: 'bollard_disk_free_bytes' }, by: { metric: 'bollard_disk_size_bytes' } },
        0.1,
      ),
    ],
    forSeconds: 5 * minute,
  },
  {
    name: 'CertificateExpires',
    severity: 'ticket',
    summary: 'The TLS certificate ends within 14 days',
    runbook: 'certificateexpires',
    when: [below({ kind: 'until', moment: { metric: 'bollard_tls_certificate_expiry_timestamp_seconds' } }, 14 * day)],
    forSeconds: 0,
  },
  {
    name: 'ProcessBusy',
    severity: 'ticket',
    summary: 'A process is too busy to answer at once',
    runbook: 'processbusy',
    when: [above(value('nodejs_eventloop_lag_p99_seconds'), 0.2)],
    forSeconds: 5 * minute,
  },
  {
    name: 'CallsFail',
    severity: 'ticket',
    summary: 'More than one in twenty calls fails',
    runbook: 'callsfail',
    when: [
      above({ kind: 'share', part: others, whole: { metric: calls }, seconds: 5 * minute }, 0.05),
      above(grew({ metric: calls }, 5 * minute), callsMin),
    ],
    forSeconds: 5 * minute,
  },
  {
    name: 'ErrorsLogged',
    severity: 'ticket',
    summary: 'Many errors are logged',
    runbook: 'errorslogged',
    when: [above(grew({ metric: 'bollard_log_lines_total', where: { level: 'error' } }, 15 * minute), 50)],
    forSeconds: 0,
  },
  {
    name: 'ProxyNotTrusted',
    severity: 'ticket',
    summary: 'A proxy that TRUSTED_PROXIES does not name forwards requests: all visitors behind it count as one',
    runbook: 'proxynottrusted',
    when: [above(grew({ metric: 'bollard_forwarding_headers_ignored_total' }, hour), 100)],
    forSeconds: 0,
  },
]

/** Series that tell how the hot path answers. */
export const hotCalls: Selector = { metric: calls, where: { route: hotRoutes } }
