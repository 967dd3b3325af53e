import { notFound } from '@bollard/site-kit/server'
import { loadFeed } from '../feeds/entries.server.ts'
import type { Route } from './+types/badge-of-page.ts'
import { drawBadge } from './badge.tsx'
import { latencyFact, stateFact, uptimeFact } from './facts.ts'

/** The whole page as a badge: `status.svg`, `uptime.svg` (of the worst component) or `latency.svg` (of the slowest). */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { page, t, language, answer } = await loadFeed(args)
  const components = page.content.groups.flatMap((group) => group.components)
  const percents = components.flatMap(({ uptimePercent }) => uptimePercent ?? [])
  const medians = components.flatMap(({ responseTimes }) => responseTimes?.at(-1)?.p50Ms ?? [])
  const shown = { t, language, days: page.content.days }
  const facts = {
    'status.svg': () => stateFact(page.content.state, shown),
    'uptime.svg': () => uptimeFact(percents.length === 0 ? null : Math.min(...percents), shown),
    'latency.svg': () => latencyFact(medians.length === 0 ? null : Math.max(...medians), shown),
  }
  const fact = new Map(Object.entries(facts)).get(args.params.fact)
  if (fact === undefined) return notFound(args)
  return answer(drawBadge({ ...fact(), label: page.name }), 'image/svg+xml')
}
