import type { Database } from '@bollard/database'
import { keepPlanDays } from '../owner/plan/keep-plan-days.ts'
import { keepRetention } from '../records/retention/retention.ts'
import { forgetRetired } from '../edge/engine/stored-programs.ts'
import { expireExports } from '../records/export/exports.ts'
import { forgetOldOutages } from '../outage/outages.ts'
import { keepKeys } from '../owner/api-keys/keep-keys.ts'
import type { KeyMails } from '../owner/api-keys/tell-admins.ts'
import { keepWithheld } from '../owner/plan/keep-withheld.ts'
import type { PlanPorts } from '../owner/plan/plan-terms.ts'
import { keepRollups } from '../records/statistics/keep-rollups.ts'
import { forgetActions } from '../edge/sites/actions.ts'
import { forgetSignatures } from '../edge/credentials/used-signatures.ts'
import { keepHistory } from '../edge/volume/volume-store.ts'

interface UpkeepOptions {
  readonly db: Database
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly retentionDays: number
  readonly plans: PlanPorts
  readonly keyMails: KeyMails | undefined
  readonly onError: (error: unknown) => void
}

/** What is done about once an hour, one after the other; safe in any number of processes. */
export function hourlyUpkeep({
  db,
  now,
  retentionDays,
  plans,
  keyMails,
  onError,
}: UpkeepOptions): readonly (() => Promise<unknown>)[] {
  return [
    () => keepRollups(db, now()),
    () => keepPlanDays(db, now(), plans),
    () => keepWithheld(db, plans),
    () => keepRetention(db, now(), { retentionDays }),
    () => expireExports(db, now()),
    () => keepKeys({ db, keyMails, onError }, now()),
    () => forgetOldOutages(db, now()),
    () => forgetSignatures(db, now()),
    () => keepHistory(db, now()),
    () => forgetRetired(db),
    () => forgetActions(db, now()),
  ]
}
