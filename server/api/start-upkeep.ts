import { verifyChains } from '@bollard/audit'
import type { JobName } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import type { Logger } from 'pino'
import type { JobRecord } from '../watching/measure-jobs.ts'
import type { Tracing } from '../watching/tracing.ts'
import type { Services } from './create-services.ts'
import { recordConversions } from './record-conversions.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/**
 * Everything that is to be done without being asked for. Each of it may run in several processes at once; operators see every run. The
 * captcha's own jobs are among them.
 */
export async function startUpkeep(
  services: Services,
  databases: readonly Database[],
  { log, record, tracing }: { readonly log: Logger; readonly record: JobRecord; readonly tracing: Tracing | null },
): Promise<{ stop(): Promise<void> }> {
  const { outbox, identity, solution, billing, captcha, monitoring, protection, contact, telemetry, operations } =
    services
  const { jobs } = operations
  const every = (everyMs: number, name: JobName, run: () => Promise<unknown>) => {
    const followed = record.follow(name, everyMs, run)
    jobs.repeat({ name, everyMs, run: tracing?.job(name, followed) ?? followed })
  }
  outbox.start()
  for (const cell of services.cellOutboxes) cell.start()
  every(2 * second, 'solution.tell-locks', () => solution.reconcile())
  every(10 * second, 'captcha.follow-plans', () => captcha.followPlans())
  every(5 * second, 'monitoring.tell-subscribers', () => monitoring.tellSubscribers())
  every(minute, 'solution.run-due', () => solution.runDue(new Date()))
  every(minute, 'billing.run-due', () => billing.runDue())
  every(minute, 'contact.remind-of-demos', () => contact.sendDemoReminders(new Date()))
  every(minute, 'monitoring.follow-plans', () => monitoring.followPlans())
  every(minute, 'monitoring.roll-up', () => monitoring.rollUp())
  every(minute, 'protection.follow-plans', () => protection.followPlans())
  every(minute, 'protection.guard-changes', () => protection.guardChanges())
  every(5 * minute, 'protection.sweep-limits', () => protection.sweepLimits())
  every(5 * minute, 'protection.send-reports', () => protection.sendReports())
  every(5 * minute, 'solution.end-verifications', () => solution.runDueOrganizations(new Date()))
  every(5 * minute, 'solution.follow-paid', () => solution.followPaid())
  every(5 * minute, 'identity.run-due', () => identity.runDue())
  every(5 * minute, 'advertising.record-conversions', () => recordConversions(services, new Date()))
  every(5 * minute, 'identity.weekly-reports', () => identity.sendWeeklyReports())
  every(10 * minute, 'advertising.send-conversions', () => identity.sendDueConversions())
  every(10 * minute, 'audit.verify', async () => {
    const verified = await Promise.allSettled(databases.map((db) => verifyAuditLogs(db, log)))
    for (const one of verified) if (one.status === 'rejected') throw one.reason
  })
  every(hour, 'billing.prepare-payouts', () => billing.preparePayouts())
  every(hour, 'identity.sweep', () => identity.sweep())
  every(hour, 'contact.sweep', () => contact.sweep(new Date()))
  every(hour, 'telemetry.sweep', () => telemetry.sweep(new Date()))
  every(hour, 'monitoring.sweep', () => monitoring.sweep())
  every(hour, 'protection.sweep', () => protection.sweep())
  every(hour, 'operations.sweep', () => operations.sweep(new Date()))
  await jobs.start()
  return jobs
}

/** Each chain once a day; what was found is told again every day, and by the figure `bollard_audit_chains_broken` all the time. */
export async function verifyAuditLogs(db: Database, log: Pick<Logger, 'error'>, now = new Date()): Promise<void> {
  for (const broken of await verifyChains(db, now))
    log.error(broken, 'An audit log was changed: an entry is missing or different')
}
