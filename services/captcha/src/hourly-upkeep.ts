import type { Database } from '@bollard/database'
import { keepPlanDays } from './erasure/keep-plan-days.ts'
import { keepRetention } from './erasure/retention.ts'
import { forgetRetired } from './engine/stored-programs.ts'
import { expireExports } from './export/exports.ts'
import { forgetOldOutages } from './failover/outages.ts'
import { keepKeys } from './keys/keep-keys.ts'
import type { KeyMails } from './keys/tell-admins.ts'
import { keepWithheld } from './plan/keep-withheld.ts'
import type { PlanPorts } from './plan/plan-terms.ts'
import { keepRollups } from './statistics/keep-rollups.ts'
import { forgetActions } from './store/actions.ts'
import { forgetSignatures } from './store/used-signatures.ts'
import { keepHistory } from './volume/volume-store.ts'

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
