import type { Queries } from '@bollard/database'
import type { ProbePasses } from '../../edge/credentials/probe-pass.ts'
import type { SiteCache } from '../../edge/sites/site-cache.ts'
import { type HourOfSite, type MinuteOfSite, readHours, readMinutes } from './read-figures.ts'

/** Whether two solutions belong to the same owner. */
export type ShareOwner = (one: string, other: string) => Promise<boolean>

/** What monitoring may ask of captchas. */
export interface Monitored {
  /** The solution of a site key, and whether the site lets probes of the solution `by` pass; null where nobody has the key. */
  findSite(siteKey: string, by: string): Promise<{ readonly solutionId: string; readonly letsIn: boolean } | null>
  /** A pass for one visit of a page of `host`, good for a minute or two. Null where the site does not let in probes of the solution `by`. */
  issuePass(request: { readonly siteKey: string; readonly host: string; readonly by: string }): Promise<string | null>
  /** What happened at the site of a solution in some hours, up to `until`; see `readHours`. */
  readHours(solutionId: string, hours: readonly Date[], until: Date): Promise<HourOfSite[]>
  /** The same by minute, from the log; see `readMinutes`. */
  readMinutes(solutionId: string, from: Date, to: Date): Promise<MinuteOfSite[]>
}

export function createMonitored({
  databaseOf,
  sites,
  probePasses,
  shareOwner,
  now,
}: {
  /** The database of the cell that a solution is in. */
  readonly databaseOf: (solutionId: string) => Promise<Queries>
  readonly sites: Pick<SiteCache, 'find'>
  readonly probePasses: Pick<ProbePasses, 'issue'>
  readonly shareOwner: ShareOwner
  /** Milliseconds since 1970. */
  readonly now: () => number
}): Monitored {
  const letIn = async (siteKey: string, by: string) => {
    const environment = await sites.find(siteKey)
    if (environment === null || environment.test !== null) return null
    const { settings, solutionId } = environment.site
    const letsIn = settings.monitoredBy.includes(by) || (await shareOwner(solutionId, by))
    return { environment, solutionId, letsIn }
  }
  return {
    async findSite(siteKey, by) {
      const found = await letIn(siteKey, by)
      return found && { solutionId: found.solutionId, letsIn: found.letsIn }
    },
    async issuePass({ siteKey, host, by }) {
      const found = await letIn(siteKey, by)
      if (found === null || !found.letsIn || !found.environment.allows(host)) return null
      return probePasses.issue({ environmentId: found.environment.id, host, now: now() })
    },
    readHours: async (solutionId, hours, until) => readHours(await databaseOf(solutionId), solutionId, hours, until),
    readMinutes: async (solutionId, from, to) => readMinutes(await databaseOf(solutionId), solutionId, from, to),
  }
}
