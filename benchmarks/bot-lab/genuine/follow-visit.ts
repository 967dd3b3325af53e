import { setTimeout as sleep } from 'node:timers/promises'
import { type Layout, type Visit, visitSchema } from '../page/visits.ts'

/** What the lab's server knows of a visit, asked from outside the browser: a genuine browser has no debugging port. */
export interface FollowedVisit {
  /** The visit as it is now. */
  now(): Promise<Visit>
  /** Waits until something is true of the visit; rejects with `what` when it does not happen in time. */
  until(what: string, happened: (visit: Visit) => boolean, withinMs: number): Promise<Visit>
  /** The page's layout once it stopped changing. */
  layout(): Promise<Layout>
}

export function followVisit(formUrl: string, signal: AbortSignal): FollowedVisit {
  const url = new URL(formUrl)
  const stateUrl = new URL(`/visits/${url.searchParams.get('visit') ?? 'none'}`, url)

  async function now(): Promise<Visit> {
    return visitSchema.parse(await (await fetch(stateUrl, { signal })).json())
  }

  async function until(what: string, happened: (visit: Visit) => boolean, withinMs: number): Promise<Visit> {
    const deadline = performance.now() + withinMs
    for (;;) {
      const visit = await now()
      if (happened(visit)) return visit
      if (performance.now() > deadline) throw new Error(`Not within ${withinMs / 1000} s: ${what}`)
      await sleep(100, undefined, { signal })
    }
  }

  async function layout(): Promise<Layout> {
    let last = ''
    let equal = 0
    // The page looks at itself every quarter of a second; what stood for six looks of ours is steady.
    const { layout: steady } = await until(
      'a layout that stays',
      (visit) => {
        const text = JSON.stringify(visit.layout)
        equal = visit.layout !== null && text === last ? equal + 1 : 0
        last = text
        return equal >= 6
      },
      20_000,
    )
    if (steady === null) throw new Error('The page has no layout')
    return steady
  }

  return { now, until, layout }
}
