import { notFound } from '@bollard/site-kit/server'
import { loadFeed } from '../feeds/entries.server.ts'
import type { Route } from './+types/badge-of-component.ts'
import { drawBadge } from './badge.tsx'
import { certificateFact, latencyFact, stateFact, uptimeFact } from './facts.ts'

/** One component as a badge: `status.svg`, `uptime.svg`, `latency.svg` or `certificate.svg`. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { page, t, language, answer } = await loadFeed(args)
  const { componentId, fact: wanted } = args.params
  const component = page.content.groups.flatMap((group) => group.components).find(({ id }) => id === componentId)
  if (component === undefined) return notFound(args)
  const { state, uptimePercent, responseTimes, certificateExpiresAt } = component
  const shown = { t, language, days: page.content.days }
  const facts = {
    'status.svg': () => stateFact(state, shown),
    'uptime.svg': () => uptimeFact(uptimePercent, shown),
    'latency.svg': () => latencyFact(responseTimes?.at(-1)?.p50Ms ?? null, shown),
    'certificate.svg': () => certificateFact(certificateExpiresAt, page.at, shown),
  }
  const fact = new Map(Object.entries(facts)).get(wanted)
  if (fact === undefined) return notFound(args)
  return answer(drawBadge({ ...fact(), label: component.name }), 'image/svg+xml')
}
