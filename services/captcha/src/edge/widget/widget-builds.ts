import { clientChecks } from '@bollard/bot-score'
import type { Database } from '@bollard/database'
import { permutationOf } from '@bollard/proof-of-work/server'
import { isWithin } from '../../records/memory/is-within.ts'

/** A release of the widget, as the process that serves it knows it. */
export interface WidgetRelease {
  /** Version and number, for example `0.1.0-1a2b3c4d`. */
  readonly release: string
  /** Number of the layout of its verdicts, 32 bits. */
  readonly layout: number
  /** How many checks it has. */
  readonly checks: number
  /** All of its files as one piece, for whoever is asked for this release later. */
  readonly pack: () => Promise<Buffer>
}

/** What is needed to read the verdicts of a build. */
export interface KnownBuild {
  readonly checks: number
  /** The position of each check's verdict, 0 … 63. */
  readonly places: Uint8Array
}

export interface WidgetBuilds {
  /**
   * The build that writes verdicts in this layout; undefined where none did that was served in the last 30 days. A promise where the
   * database must be asked, which is at most once a second.
   */
  find(layout: number): KnownBuild | undefined | Promise<KnownBuild | undefined>
  /** The packed files of a release that was served before this one or that a newer process serves; null where there is none. */
  filesOf(release: string): Promise<Buffer | null>
  /** Says that this process serves its release, and forgets those that nobody has asked for in 400 days. */
  keep(): Promise<void>
}

const dayMs = 86_400_000
/** Pages that stand open, caches and copies have these days to load a newer release. */
const acceptedMs = 30 * dayMs
/** An address with a version is kept by browsers for a year. */
const keptMs = 400 * dayMs
const hourMs = 3_600_000
const refreshMs = 1_000

interface Build extends KnownBuild {
  readonly layout: number
  readonly release: string
  servedAt: number
}

/**
 * The releases of the widget that this installation serves and has served, in memory; what another process has begun to serve is
 * found when it is first needed. Without a release of its own, as in programs that serve no widget, every layout counts as known.
 */
export function createWidgetBuilds(options: {
  readonly db: Database
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly own: WidgetRelease | undefined
  readonly onError: (error: unknown) => void
}): WidgetBuilds {
  const { db, now, own, onError } = options
  if (own === undefined) return everyLayout()
  const { release, layout, checks, pack } = own
  const byLayout = new Map<number, Build>()
  const byRelease = new Map<string, Build>()
  put({ layout, release, checks, places: permutationOf(layout), servedAt: now() })
  let refreshing: Promise<void> | null = null
  let refreshedAt: number | undefined

  function put(build: Build): void {
    byLayout.set(build.layout, build)
    byRelease.set(build.release, build)
  }
  async function load(): Promise<void> {
    const rows = await db.query('widget-builds', loadSql, [])
    for (const row of rows) {
      const servedAt = row.servedAt.getTime()
      const known = byLayout.get(Number(row.layout))
      if (known) known.servedAt = Math.max(known.servedAt, servedAt)
      else put({ ...row, layout: Number(row.layout), places: permutationOf(Number(row.layout)), servedAt })
    }
  }
  /** Shared by all who ask at a time, and not repeated within a second: numbers that nobody knows cost next to nothing. */
  function refresh(): Promise<void> | null {
    if (refreshing === null && !isWithin(refreshMs, refreshedAt, now())) {
      refreshedAt = now()
      refreshing = load()
        .catch(onError)
        .finally(() => (refreshing = null))
    }
    return refreshing
  }
  function accepted(number: number): Build | undefined {
    const build = byLayout.get(number)
    // What this process serves is served now.
    return build !== undefined && (number === layout || now() - build.servedAt <= acceptedMs) ? build : undefined
  }
  /** A release that pages still load goes on being served. */
  async function serve(build: Build): Promise<void> {
    if (isWithin(hourMs, build.servedAt, now())) return
    build.servedAt = now()
    await db.query('widget-build-served', servedSql, [build.layout, new Date(build.servedAt)])
  }
  return {
    find(number) {
      const known = accepted(number)
      return known ?? refresh()?.then(() => accepted(number))
    },
    async filesOf(name) {
      if (!byRelease.has(name)) await refresh()
      const build = byRelease.get(name)
      if (build === undefined) return null
      const [row] = await db.query('widget-build-files', filesSql, [build.layout])
      await serve(build)
      return row?.files ?? null
    },
    async keep() {
      const at = new Date(now())
      const known = await db.query('widget-build-served', servedSql, [layout, at])
      if (known.length === 0) await db.query('widget-build-new', insertSql, [layout, release, checks, at, await pack()])
      await db.query('widget-builds-forget', forgetSql, [new Date(now() - keptMs)])
      await load()
    },
  }
}

/** Where no release is known, nobody can say that a layout is not. */
function everyLayout(): WidgetBuilds {
  let last: (KnownBuild & { readonly layout: number }) | undefined
  return {
    find(layout) {
      if (last?.layout !== layout) last = { layout, checks: clientChecks.length, places: permutationOf(layout) }
      return last
    },
    filesOf: async () => null,
    keep: async () => undefined,
  }
}

const loadSql = `select layout::text, release, checks, last_served_at as "servedAt" from captcha.widget_builds`

const filesSql = `select files from captcha.widget_builds where layout = $1`

const servedSql = `update captcha.widget_builds set last_served_at = greatest(last_served_at, $2)
  where layout = $1 returning 1 as kept`

const insertSql = `insert into captcha.widget_builds (layout, release, checks, first_served_at, last_served_at, files)
  values ($1, $2, $3, $4, $4, $5) on conflict do nothing`

const forgetSql = `delete from captcha.widget_builds where last_served_at < $1`
