import { AsyncLocalStorage } from 'node:async_hooks'
import { type Database, type Queries } from './open-database.ts'

/** What policies ask for, such as `{ 'bollard.user': … }`. */
export type BoundTo = Readonly<Record<string, string>>

export interface Binding {
  /** During `run` every statement goes as the bound role, each outside a transaction in one of its own; else as the pool's own role. */
  readonly db: Database
  /** Another pool, such as that of a standby, bound to what `db` is bound to at that moment. */
  over(other: Database): Database
  /** The pool itself, for what no call is bound in. */
  readonly unbound: Database
  /** The pool that the work that runs now is bound in, as its own role. */
  current(): Database
  /** The same as something to ask. */
  readonly here: Queries
  /** Binds all that `work` asks of `db`, however deep and however late, to rows that `to` names. */
  run<T>(to: BoundTo, work: () => T): T
  /** Binds nothing that `work` asks: for what goes on after a call, such as a job that the call has begun. */
  free<T>(work: () => T): T
  /**
   * The same for the work that runs now and is bound to nothing yet: for what is known only after it has begun. Needs `open`. With `pool` the
   * rest of the work asks that database in place of the usual one.
   */
  bind(to: BoundTo, pool?: Database): void
  /** Lets `work` and all that follows from it be bound later. */
  open<T>(work: () => T): T
}

/**
 * A database whose statements row-level security binds to one user or one site, for as long as a call lasts. Verbs need not know: a
 * statement that forgets its WHERE still sees only rows of that user or site.
 */
export function createBinding(db: Database, role: string): Binding {
  const current = new AsyncLocalStorage<{ to: BoundTo | null; pool: Database }>()
  const free = { to: null, pool: db }
  const store = () => current.getStore() ?? free
  /** The pool is asked for anew each time: what is bound can be bound in another. */
  function bindIn(poolNow: () => Database): Database {
    const transaction: Database['transaction'] = (work, limits) => {
      const { to } = store()
      if (!to) return poolNow().transaction(work, limits)
      return poolNow().transaction(async (tx) => {
        await takeRole(tx, role, to)
        return work(tx)
      }, limits)
    }
    return {
      get pool() {
        return poolNow().pool
      },
      query: (name: string, text: string, values?: readonly unknown[]) =>
        store().to
          ? transaction((tx) => tx.query<never>(name, text, values))
          : poolNow().query<never>(name, text, values),
      transaction,
      close: () => poolNow().close(),
    }
  }
  return {
    db: bindIn(() => store().pool),
    over: (other) => bindIn(() => other),
    unbound: db,
    current: () => store().pool,
    here: {
      query: (name: string, text: string, values?: readonly unknown[]) => store().pool.query<never>(name, text, values),
    },
    run: (to, work) => current.run({ to, pool: db }, work),
    free: (work) => current.exit(work),
    open: (work) => current.run({ to: null, pool: db }, work),
    bind(to, pool = db) {
      const own = current.getStore()
      if (own === undefined) throw new Error('Nothing is open that could be bound')
      own.to = to
      own.pool = pool
    },
  }
}

/** Until the end of the transaction. The role comes last: what follows is no longer the role of the pool. */
async function takeRole(tx: Queries, role: string, to: BoundTo): Promise<void> {
  await tx.query(
    'take-role',
    'select set_config(name, value, true) from unnest($1::text[], $2::text[]) as given (name, value)',
    [
      [...Object.keys(to), 'role'],
      [...Object.values(to), role],
    ],
  )
}
