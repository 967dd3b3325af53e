import { verifyChains } from '@bollard/audit'
import type { Database } from '@bollard/database'
import type { Logger } from 'pino'
import { repeat } from '../child/repeat.ts'
import type { JobRecord } from '../watching/measure-jobs.ts'
import type { Tracing } from '../watching/tracing.ts'
import type { Services } from './create-services.ts'
import { recordConversions } from './record-conversions.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Everything that is to be done without being asked for. Each of it may run in several processes at once. */
export function startUpkeep(
  services: Services,
  db: Database,
  { log, jobs, tracing }: { readonly log: Logger; readonly jobs: JobRecord; readonly tracing: Tracing | null },
): { stop(): Promise<void> } {
  const { outbox, identity, solution, billing, captcha, contact, telemetry } = services
  const every = (milliseconds: number, what: string, work: () => Promise<unknown>) => {
    const job = what.toLowerCase().replaceAll(' ', '-')
    const followed = jobs.follow(job, milliseconds, work)
    return repeat(milliseconds, tracing?.job(job, followed) ?? followed, (error) =>
      log.error({ err: error, job }, `${what} failed`),
    )
  }
  outbox.start()
  const repeated = [
    every(2 * second, 'Telling the captcha of locks', () => solution.reconcile()),
    every(10 * second, 'Following plans', () => captcha.followPlans()),
    every(minute, 'Ending what is due of solutions', () => solution.runDue(new Date())),
    every(minute, 'Ending what is due of billing', () => billing.runDue()),
    every(minute, 'Reminding of demos', () => contact.sendDemoReminders(new Date())),
    every(5 * minute, 'Ending verifications of organizations', () => solution.runDueOrganizations(new Date())),
    every(5 * minute, 'Following what is paid for', () => solution.followPaid()),
    every(5 * minute, 'Exports and deletions of accounts', () => identity.runDue()),
    every(5 * minute, 'Recording conversions', () => recordConversions(services, new Date())),
    every(5 * minute, 'Weekly reports', () => identity.sendWeeklyReports()),
    every(10 * minute, 'Sending conversions', () => identity.sendDueConversions()),
    every(10 * minute, 'Verifying audit logs', () => verifyAuditLogs(db, log)),
    every(hour, 'Preparing payouts', () => billing.preparePayouts()),
    every(hour, 'Sweeping', () => identity.sweep()),
    every(hour, 'Deleting old enquiries and demos', () => contact.sweep(new Date())),
    every(hour, 'Deleting what pages reported long ago', () => telemetry.sweep(new Date())),
  ]
  return {
    async stop() {
      await Promise.all(repeated.map((one) => one.stop()))
    },
  }
}

/** Each chain once a day; what was found is told again every day, and by the figure `bollard_audit_chains_broken` all the time. */
export async function verifyAuditLogs(db: Database, log: Pick<Logger, 'error'>, now = new Date()): Promise<void> {
  for (const broken of await verifyChains(db, now))
    log.error(broken, 'An audit log was changed: an entry is missing or different')
}
