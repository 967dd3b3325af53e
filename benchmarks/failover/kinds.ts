import { setTimeout as pause } from 'node:timers/promises'
import {
  applicationHostNames,
  databaseHostNames,
  type DatabaseHost,
} from '../../server/testing/high-availability/place-files.ts'
import { type Cluster, type HaproxyHost, inDatabase } from '../../server/testing/high-availability/start-cluster.ts'
import type { Installation } from '../../server/testing/high-availability/start-installation.ts'
import { type Direct, startDirectWriter, untilTakeover } from './write-directly.ts'

/** What was done, and how everything comes back. */
export interface Struck {
  /** A host comes back when it is called, what systemd starts again without waiting for that. */
  readonly back: () => Promise<void>
  /** Once everything is back: what clients were told that wrote past HAProxy, where some did. */
  readonly direct?: () => Promise<Direct>
}

export interface Kind {
  /** How often for a result that is stored as a whole. */
  readonly times: number
  /** Seconds that answers may be away at worst. */
  readonly gapMax: number
  /** Does it. `turn` counts from 0. */
  readonly strike: (cluster: Cluster, installation: Installation, turn: number) => Promise<Struck>
}

/** After so long systemd starts again what died: `RestartSec` of the edge's unit, and of Debian's for HAProxy. */
const restartMs = { edge: 2_000, haproxy: 100 } as const
/** For so long one of the standbys receives more than the other one. */
const aheadMs = 400
/** Until a standby must have taken over. */
const takeoverMsMax = 60_000
const nothing: Struck = { back: async () => {} }
const haproxies: readonly HaproxyHost[] = ['balancer', ...applicationHostNames]

/** Either standby, in turn. */
async function standbyInTurn(cluster: Cluster, turn: number): Promise<DatabaseHost> {
  const [leader, sync] = [await cluster.leader(), await cluster.syncStandby()]
  const other = databaseHostNames.find((host) => host !== leader && host !== sync)
  return turn % 2 === 0 || other === undefined ? sync : other
}

export const kinds = {
  /** The host of the primary: PostgreSQL, Patroni and etcd at once. */
  primary: {
    times: 20,
    gapMax: 20,
    async strike(cluster) {
      const host = await cluster.leader()
      cluster.killDatabaseHost(host)
      return { back: async () => cluster.startDatabaseHost(host) }
    },
  },
  /** PostgreSQL of the primary alone; in every second turn one standby has received more than the other one by then. */
  postgresql: {
    times: 20,
    gapMax: 20,
    async strike(cluster, _installation, turn) {
      const leader = await cluster.leader()
      const letGo = turn % 2 === 0 ? undefined : cluster.holdBack(await cluster.syncStandby())
      if (letGo !== undefined) await pause(aheadMs)
      cluster.killPostgres(leader)
      letGo?.()
      return nothing
    },
  },
  /** The host of either standby, in turn. */
  standby: {
    times: 20,
    gapMax: 20,
    async strike(cluster, _installation, turn) {
      const host = await standbyInTurn(cluster, turn)
      cluster.killDatabaseHost(host)
      return { back: async () => cluster.startDatabaseHost(host) }
    },
  },
  /** Patroni of the primary stands still, so nobody demotes its PostgreSQL, and clients that know its address keep writing to it. */
  hang: {
    times: 5,
    gapMax: 20,
    async strike(cluster) {
      const host = await cluster.leader()
      const writer = await startDirectWriter(cluster, host)
      const resume = cluster.freezePatroni(host)
      const takeover = await untilTakeover(cluster, host, AbortSignal.timeout(takeoverMsMax))
      return { back: async () => resume(), direct: () => writer.end(takeover) }
    },
  },
  /** The host of the primary stands still until a standby has taken over, and then continues as if nothing had happened. */
  pause: {
    times: 5,
    gapMax: 20,
    async strike(cluster) {
      const host = await cluster.leader()
      const resume = cluster.pauseDatabaseHost(host)
      await untilTakeover(cluster, host, AbortSignal.timeout(takeoverMsMax))
      return { back: async () => resume() }
    },
  },
  /** PostgreSQL of either standby stands still with its connections open, in every second pair of turns Patroni beside it, too. */
  freeze: {
    times: 5,
    gapMax: 20,
    async strike(cluster, _installation, turn) {
      const host = await standbyInTurn(cluster, turn)
      const thaws = [cluster.freezePostgres(host), ...(turn % 4 < 2 ? [] : [cluster.freezePatroni(host)])]
      return {
        async back() {
          for (const thaw of thaws) thaw()
        },
      }
    },
  },
  /** Patroni of the primary's host is stopped in order, as before a restart of the host. */
  stop: {
    times: 20,
    gapMax: 6,
    async strike(cluster) {
      const host = await cluster.leader()
      await inDatabase(cluster.adminUrl(host), 'checkpoint')
      await cluster.stopPatroni(host)
      return { back: async () => cluster.startPatroni(host) }
    },
  },
  /** To the standby in step, while all hosts go on. */
  switchover: {
    times: 20,
    gapMax: 6,
    async strike(cluster) {
      await cluster.switchOver()
      return nothing
    },
  },
  /** All processes of one of the two edges. */
  edge: {
    times: 20,
    gapMax: 20,
    async strike(_cluster, installation, turn) {
      const host = applicationHostNames[turn % 2] ?? 'app1'
      await installation.killEdge(host)
      const back = pause(restartMs.edge).then(() => installation.startEdge(host))
      return { back: () => back }
    },
  },
  /** The balancer, and HAProxy of either application host, in turn. */
  haproxy: {
    times: 20,
    gapMax: 20,
    async strike(cluster, _installation, turn) {
      const host = haproxies[turn % haproxies.length] ?? 'balancer'
      await cluster.killHaproxy(host)
      const back = pause(restartMs.haproxy).then(() => cluster.startHaproxy(host))
      return { back: () => back }
    },
  },
} as const satisfies Readonly<Record<string, Kind>>

export type KindName = keyof typeof kinds
export const kindNames = [
  'primary',
  'postgresql',
  'standby',
  'hang',
  'pause',
  'freeze',
  'stop',
  'switchover',
  'edge',
  'haproxy',
] as const satisfies readonly KindName[]
