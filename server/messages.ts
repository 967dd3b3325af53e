import type { Leave } from '@bollard/http'
import type { Health } from '@bollard/contracts'
import type { RoleAddresses } from '@bollard/database/roles'
import type { MetricObjectWithValues, MetricValue } from 'prom-client'
import type { Config } from './config.ts'
import type { OwnSites } from './own-sites.ts'
import type { Secrets } from './supervise/keep-secrets.ts'
import type { Recipients } from './supervise/told-config.ts'

/** What one child process is there for, with everything it needs to know. By `internalSecret` our sites prove to the API that a call comes from them. */
export type Task =
  | {
      readonly name: 'api'
      readonly config: Config
      readonly secrets: Secrets
      readonly internalSecret: string
      /** Opens the local mailbox; printed with its address. Null where there is none. */
      readonly mailboxKey: string | null
      /** How to sign in to the database; never as its owner. */
      readonly databases: RoleAddresses
      /** The same on a standby that is read from; none where there is none. */
      readonly readDatabases?: RoleAddresses | null | undefined
      /** How to sign in to the databases of cells 1, 2, … */
      readonly cells?: readonly RoleAddresses[]
    }
  | {
      /** Answers widgets and customers' servers alone. */
      readonly name: 'edge'
      readonly config: Config
      readonly captchaSigningKeys: readonly string[]
      /** How to sign in to the database as `bollard_edge`. */
      readonly databaseUrl: string
      /** The same for cells 1, 2, … */
      readonly cellUrls?: readonly string[]
    }
  | {
      /** Brings the database up to date, before the first process uses it. It alone gets the owner's address. */
      readonly name: 'migrate'
      readonly databaseUrl: string
      readonly databases: RoleAddresses
      readonly encryptionKey: string
      /** As in `Secrets`. */
      readonly formerEncryptionKeys?: readonly string[] | undefined
      /** The databases of cells 1, 2, … as their owner. */
      readonly cells?: readonly { readonly databaseUrl: string; readonly databases: RoleAddresses }[]
    }
  | {
      readonly name: 'sites'
      readonly config: Config
      readonly recipients: Recipients
      readonly internalSecret: string
      readonly ownSites: OwnSites
      /** Pages are made of the sites' sources, in place of their builds. */
      readonly fromSources: boolean
    }

/** What the api process found out while starting. */
export interface Findings {
  readonly ownSites: OwnSites | null
  /** Token of the link that makes the first administrator; null when there is one already. */
  readonly firstAdminToken: string | null
}

export type Metrics = MetricObjectWithValues<MetricValue<string>>[]

/** Goes up when a task of this release would be misread by another: after an update, a reload hands tasks of the old one to the new one. */
export const channelVersion = 4

export type ToChild =
  /** `again` after the process was killed, or in place of one that drains: what the first start announced must stay true. */
  | { readonly kind: 'start'; readonly channel: number; readonly task: Task; readonly again: boolean }
  | { readonly kind: 'stop'; readonly leave: Leave }
  | { readonly kind: 'metrics' | 'ping'; readonly id: number }
  /** Answers 'ask-health'. */
  | { readonly kind: 'health'; readonly id: number; readonly health: Health }

export type FromChild =
  /** What is sent before is lost: a worker of a cluster hears it as soon as it runs, and forgets it. */
  | { readonly kind: 'listens' }
  | { readonly kind: 'ready'; readonly findings: Findings | null }
  | { readonly kind: 'failed'; readonly reason: string }
  /** Answers 'metrics', and 'ping' with none. */
  | { readonly kind: 'answer'; readonly id: number; readonly metrics: Metrics }
  | { readonly kind: 'ask-health'; readonly id: number }

/** Both ends of the channel are this program, and of releases that `channelVersion` holds together, so what arrives is what was sent. */
export function receivedFromSupervisor(message: unknown): ToChild {
  return message as ToChild
}

/** See above. */
export function receivedFromChild(message: unknown): FromChild {
  return message as FromChild
}
