import type { AbuseCluster, ClusterKind } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { operateDeliveries } from '../owner/alerts/delivery/operate-outbox.ts'
import { listClusters } from '../records/abuse/list-clusters.ts'
import { readState } from '../records/archive/archived-days.ts'
import { measureRollups } from '../records/statistics/measure-queue.ts'
import type { NameOfNetwork } from '../records/store/stored-verification.ts'
import { countFirstVerified } from './count-first-verified.ts'

/** What operators of the installation see across sites, and do with what queues gave up. */
export interface Operating {
  listClusters(by: ClusterKind, since: Date, limit: number): Promise<Omit<AbuseCluster, 'note'>[]>
  measureRollups(): ReturnType<typeof measureRollups>
  /** What waits for the archive; nothing where there is none. */
  measureArchive(): ReturnType<typeof readState>
  countFirstVerified(period: Parameters<typeof countFirstVerified>[1]): Promise<number>
  readonly alertMails: ReturnType<typeof operateDeliveries>
  readonly webhooks: ReturnType<typeof operateDeliveries>
}

export function createOperating({
  db,
  nameOfNetwork,
  now,
}: {
  readonly db: Queries
  readonly nameOfNetwork: NameOfNetwork
  readonly now: () => Date
}): Operating {
  return {
    listClusters: (by, since, limit) => listClusters({ db, nameOfNetwork }, by, since, limit),
    measureRollups: () => measureRollups(db, now()),
    measureArchive: () => readState(db),
    countFirstVerified: (period) => countFirstVerified(db, period),
    alertMails: operateDeliveries(db, 'mail', now),
    webhooks: operateDeliveries(db, 'webhook', now),
  }
}
