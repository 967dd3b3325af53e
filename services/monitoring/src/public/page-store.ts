import type { Database } from '@bollard/database'
import { isDatabaseAway, ProblemError } from '@bollard/http'
import { buildPage, type BuiltPage } from './build-page.ts'

/** Of this many pages and bytes of answers, those that were asked for longest ago are forgotten first. */
const pagesMax = 1_000
const bytesMax = 64 * 1_024 * 1_024
/** A page is at most this old while the database answers, and this old while it does not. */
const freshMs = 5_000
const staleMs = 86_400_000

export interface PageStore {
  /** The page with a slug as visitors see it. Throws `not-found`, and `unavailable` where nothing is known and the database is away. */
  read(slug: string): Promise<BuiltPage>
}

/** Pages in the memory of this process: each is built by one request at a time, and lasts while the database is away. */
export function createPageStore({
  db,
  now,
  siteKey,
  bounds = { pagesMax, bytesMax },
}: {
  readonly db: Database
  readonly now: () => Date
  readonly siteKey: () => string | null
  readonly bounds?: { readonly pagesMax: number; readonly bytesMax: number }
}): PageStore {
  const kept = new Map<string, BuiltPage>()
  const building = new Map<string, Promise<BuiltPage | null>>()
  let bytes = 0
  const forget = (slug: string): void => {
    bytes -= sizeOf(kept.get(slug))
    kept.delete(slug)
  }
  const keep = (slug: string, built: BuiltPage): void => {
    forget(slug)
    kept.set(slug, built)
    bytes += sizeOf(built)
    for (const [oldest] of kept) {
      if (kept.size <= bounds.pagesMax && bytes <= bounds.bytesMax) break
      forget(oldest)
    }
  }
  const build = async (slug: string): Promise<BuiltPage | null> => {
    const built = await buildPage(slug, { db, at: now(), siteKey: siteKey(), former: kept.get(slug) ?? null })
    if (built === null) forget(slug)
    else keep(slug, built)
    return built
  }
  return {
    async read(slug) {
      const known = kept.get(slug)
      const age = known === undefined ? Infinity : Math.abs(now().getTime() - known.builtAt)
      if (known !== undefined && age < freshMs) return known
      let work = building.get(slug)
      if (work === undefined) {
        work = build(slug).finally(() => building.delete(slug))
        building.set(slug, work)
      }
      try {
        const built = await work
        if (built === null) throw new ProblemError('not-found')
        return built
      } catch (error) {
        if (!isDatabaseAway(error)) throw error
        if (known !== undefined && age < staleMs) return known
        throw new ProblemError('unavailable')
      }
    },
  }
}

/** Letters of both answers, which are most of what a page takes. */
function sizeOf(built: BuiltPage | undefined): number {
  if (built === undefined) return 0
  return built.open.body.length + (built.locked === built.open ? 0 : built.locked.body.length)
}
