import { createStandby, type Database, openDatabase, type Standby, type StandbyState } from '@bollard/database'
import type { LoginRole, RoleAddresses } from '@bollard/database/roles'
import type { Config } from '../config.ts'

/** A pool for each role that one process signs in as, see decision 0056. */
export interface Databases {
  /** Calls of people and of their servers. */
  readonly api: Database
  /** The hot path. */
  readonly edge: Database
  /** What nobody waits for. */
  readonly worker: Database
  /** From which calls and jobs read what no decision hangs on; null without a standby. */
  readonly standby: { readonly api: Standby; readonly worker: Standby } | null
  /** The databases of cells 1, 2, … */
  readonly cells: readonly Pick<Databases, 'api' | 'edge' | 'worker'>[]
  close(): Promise<void>
}

/** Which part of the connections of a process each pool has, by the role of the process; their sum is the default. */
const parts = {
  all: { api: 10, edge: 10, worker: 6 },
  // People's calls; what the captcha of the pages and of page protection needs; figures that a page brings up to date.
  api: { api: 12, edge: 6, worker: 4 },
  worker: { api: 4, edge: 3, worker: 11 },
} as const
type PoolName = keyof (typeof parts)['all']

/** How many connections each pool of a process may have; all of them together `DATABASE_POOL`, which is 10 at least. */
export function poolsOf({ ROLE, DATABASE_POOL }: Pick<Config, 'ROLE' | 'DATABASE_POOL'>): Record<PoolName, number> {
  const part = ROLE === 'api' || ROLE === 'worker' ? parts[ROLE] : parts.all
  const whole = part.api + part.edge + part.worker
  const pool = DATABASE_POOL ?? whole
  // A job may listen on one connection and work on another.
  const partOf = (n: number) => Math.max(2, Math.floor((pool * n) / whole))
  const [edge, worker] = [partOf(part.edge), partOf(part.worker)]
  return { api: pool - edge - worker, edge, worker }
}

/** `onStandby` is told when a standby lags, is away, or follows again. */
export function openDatabases(
  config: Pick<Config, 'ROLE' | 'DATABASE_POOL'>,
  addresses: RoleAddresses,
  readAddresses: RoleAddresses | null | undefined,
  onStandby: (state: StandbyState, error?: unknown) => void,
  cellAddresses: readonly RoleAddresses[] = [],
): Databases {
  const pools = poolsOf(config)
  // Whoever looks at the connections of the server sees whose they are.
  const of = config.ROLE === 'all' ? '' : ` of ${config.ROLE}`
  const open = (from: RoleAddresses, role: LoginRole, name: PoolName, kind = '') =>
    openDatabase({ connectionString: from[role], max: pools[name], applicationName: `bollard ${name}${kind}${of}` })
  const api = open(addresses, 'bollard_api', 'api')
  const edge = open(addresses, 'bollard_edge', 'edge')
  const worker = open(addresses, 'bollard_worker', 'worker')
  const standby = readAddresses
    ? {
        api: createStandby({
          primary: api,
          db: open(readAddresses, 'bollard_api', 'api', ' reading'),
          onChange: onStandby,
        }),
        worker: createStandby({
          primary: worker,
          db: open(readAddresses, 'bollard_worker', 'worker', ' reading'),
          onChange: onStandby,
        }),
      }
    : null
  const cells = cellAddresses.map((own) => ({
    api: open(own, 'bollard_api', 'api'),
    edge: open(own, 'bollard_edge', 'edge'),
    worker: open(own, 'bollard_worker', 'worker'),
  }))
  return {
    api,
    edge,
    worker,
    standby,
    cells,
    close: async () =>
      void (await Promise.all(
        [standby?.api, standby?.worker, ...[{ api, edge, worker }, ...cells].flatMap(Object.values<Database>)].map(
          (one) => one?.close(),
        ),
      )),
  }
}
