import { apiOf, attempt } from '@bollard/site-kit/server'
import type { Route } from './+types/site-keys.ts'

/** So many captchas to choose from; whoever has more finds theirs in the dashboard. */
const captchasMax = 10

/**
 * `/{language}/site-keys`: the captchas of the person who is signed in, with the site key of their first environment; none for anybody
 * else. Pages ask for it by script and are the same for everyone.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  return Response.json(await ownSiteKeys({ request, context }), { headers: { 'cache-control': 'private, no-store' } })
}

async function ownSiteKeys({ request, context }: Pick<Route.LoaderArgs, 'request' | 'context'>) {
  // Without any cookie nobody is signed in; that saves the calls.
  if (!request.headers.has('cookie')) return []
  const api = apiOf(context, request)
  const solutions = await attempt(api.listSolutions({ limit: 50 }))
  if (!solutions.ok) return []
  const captchas = solutions.value.items.filter(({ item }) => item.type === 'CAPTCHA').slice(0, captchasMax)
  const sites = await Promise.all(
    captchas.map(async ({ id, label }) => {
      const site = await attempt(api.getSite({ solutionId: id }))
      return site.ok ? [{ label, siteKey: site.value.siteKey }] : []
    }),
  )
  return sites.flat()
}
