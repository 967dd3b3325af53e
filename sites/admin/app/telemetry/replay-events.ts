import { apiOf, attempt, load, requireId } from '@bollard/site-kit/server'
import type { Route } from './+types/replay-events.ts'

const perCall = 10

/**
 * The events of a replay as one JSON array, which any player of rrweb takes; written while it is sent. Asking for it is watching it, so
 * the audit log notes who did.
 */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const replayId = requireId(context, request, params.replayId)
  const api = apiOf(context, request)
  const first = await load(context, request, api.listReplayBatches({ replayId, from: 0, limit: perCall }))
  let page: typeof first | null = first
  let isBegun = false
  const events = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const send = (text: string) => controller.enqueue(new TextEncoder().encode(text))
      if (page === null) return controller.close()
      // Each event is stored as JSON text already.
      const written = page.items.flatMap((batch) => batch.events).join(',\n')
      send(`${isBegun ? (written === '' ? '' : ',\n') : '['}${written}`)
      isBegun = true
      const from = page.nextFrom
      if (from === null) {
        page = null
        return send(']\n')
      }
      const next = await attempt(api.listReplayBatches({ replayId, from, limit: perCall }))
      if (!next.ok) return controller.error(new Error(next.problem.title))
      page = next.value
    },
  })
  return new Response(events, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="replay-${replayId}.json"`,
      'cache-control': 'no-store',
    },
  })
}
