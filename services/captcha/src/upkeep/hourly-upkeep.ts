import type { Database } from '@bollard/database'
import { sweepRepeatedCalls } from '@bollard/http'
import { forgetSignatures } from '../edge/credentials/used-signatures.ts'
import { forgetRetired } from '../edge/engine/stored-programs.ts'
import { forgetActions } from '../edge/sites/actions.ts'
import { keepHistory } from '../edge/volume/volume-store.ts'
import { forgetOldOutages } from '../outage/outages.ts'
import { keepKeys } from '../owner/api-keys/keep-keys.ts'
import type { KeyMails } from '../owner/api-keys/tell-admins.ts'
import { keepPlanDays } from '../owner/plan/keep-plan-days.ts'
import { keepWithheld } from '../owner/plan/keep-withheld.ts'
import type { PlanContext } from '../owner/plan/plan-terms.ts'
import type { Archive } from '../records/archive/create-archive.ts'
import { expireExports } from '../records/export/exports.ts'
import { keepRetention } from '../records/retention/retention.ts'
import { keepRollups } from '../records/statistics/keep-rollups.ts'

interface UpkeepOptions {
  readonly db: Database
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly retentionDays: number
  /** Null where there is none. */
  readonly archive: Archive | null
  readonly plans: PlanContext
  readonly keyMails: KeyMails | undefined
  readonly onError: (error: unknown) => void
}

/** Hourly jobs, run one after the other; safe in any number of processes. */
export function hourlyUpkeep({
  db,
  now,
  retentionDays,
  archive,
  plans,
  keyMails,
  onError,
}: UpkeepOptions): readonly (() => Promise<unknown>)[] {
  return [
    () => keepRollups(db, now()),
    () => keepPlanDays(db, now(), plans),
    () => keepWithheld(db, plans),
    () => keepRetention(db, now(), { retentionDays, archive: archive ?? undefined }),
    () => expireExports(db, now()),
    () => keepKeys({ db, keyMails, onError }, now()),
    () => forgetOldOutages(db, now()),
    () => forgetSignatures(db, now()),
    () => keepHistory(db, now()),
    () => forgetRetired(db),
    () => forgetActions(db, now()),
    () => sweepRepeatedCalls(db, 'captcha', new Date(now())),
  ]
}
