import { holdsAddress } from '@bollard/addresses'
import { type FlagName, flagNames, type FlagScope, type NoticeTexts } from '@bollard/contracts'
import type { Queries } from '@bollard/database'

/** A flag that holds now. */
export interface HeldFlag {
  readonly name: FlagName
  readonly scope: FlagScope
  readonly scopeId: string | null
  readonly number: number | null
  readonly texts: NoticeTexts | null
  readonly endsAt: Date
}

/** What holds by flags, from memory: no question costs a query. A flag ends at its time, also while the database is away. */
export interface FlagFollower {
  ofInstallation(name: FlagName): HeldFlag | null
  /** The flag of the narrowest network that holds the address, or that of the installation. */
  ofAddress(name: FlagName, address: string): HeldFlag | null
  ofSolution(name: FlagName, solutionId: string): HeldFlag | null
  /** Reads the flags now. */
  read(): Promise<void>
  /** Reads the flags, then follows them every five seconds. */
  start(): Promise<void>
  stop(): Promise<void>
}

const betweenReadsMs = 5_000

export function createFlagFollower({
  db,
  now,
  onError,
}: {
  readonly db: Queries
  readonly now: () => Date
  readonly onError: (error: unknown) => void
}): FlagFollower {
  let held: readonly HeldFlag[] = []
  let reading: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const find = (name: FlagName, fits: (flag: HeldFlag) => boolean): HeldFlag | null =>
    // Nearly always there is none at all.
    held.length === 0 ? null : (held.find((flag) => flag.name === name && fits(flag) && flag.endsAt > now()) ?? null)
  const ofInstallation = (name: FlagName) => find(name, ({ scope }) => scope === 'INSTALLATION')

  async function read(): Promise<void> {
    const rows = await db.query('operations-flags-held', heldSql, [now()])
    held = rows
      .flatMap(({ name, ...row }) => {
        const known = flagNames.find((one) => one === name)
        // Of a newer version, which runs beside this one.
        return known === undefined ? [] : [{ ...row, name: known }]
      })
      .toSorted((a, b) => prefixOf(b) - prefixOf(a))
  }
  return {
    ofInstallation,
    ofAddress: (name, address) =>
      find(name, ({ scope, scopeId }) => scope === 'NETWORK' && scopeId !== null && holdsAddress([scopeId], address)) ??
      ofInstallation(name),
    ofSolution: (name, solutionId) =>
      find(name, ({ scope, scopeId }) => scope === 'SOLUTION' && scopeId === solutionId.toLowerCase()),
    read,
    async start() {
      await read().catch(onError)
      timer = setInterval(() => {
        reading = reading.then(read).catch(onError)
      }, betweenReadsMs).unref()
    },
    async stop() {
      clearInterval(timer)
      await reading
    },
  }
}

/** Bits of a network; narrower ones come first. */
function prefixOf({ scope, scopeId }: HeldFlag): number {
  return scope === 'NETWORK' ? Number(scopeId?.split('/')[1] ?? 128) : 0
}

const heldSql = `select name, scope, scope_id as "scopeId", number, texts, ends_at as "endsAt" from operations.flags
  where ended_at is null and ends_at > $1 order by set_at desc`
