import { csvCell } from '@bollard/export-file/csv'
import { apiOf, attempt, load } from '@bollard/site-kit/server'
import { askedOf } from './asked-of.ts'
import type { Route } from './+types/entries-file.ts'

const columns = ['number', 'at', 'actorKind', 'actorId', 'actorName', 'action', 'target', 'before', 'after', 'network', 'requestId']
const perCall = 100

/** All entries of an area that the address asks for, newest first, as CSV; written while it is sent. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const api = apiOf(context, request)
  const asked = askedOf(request)
  const first = await load(context, request, api.listSystemAudit({ ...asked, limit: perCall }))
  let page: typeof first | null = first
  let isBegun = false
  const lines = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const send = (text: string) => controller.enqueue(new TextEncoder().encode(text))
      // The mark without which spreadsheets take UTF-8 for something else.
      if (!isBegun) send(`\ufeff${columns.join(',')}\r\n`)
      isBegun = true
      if (page === null) return controller.close()
      send(page.items.map(lineOf).join(''))
      const { nextCursor } = page
      if (nextCursor === null) return void (page = null)
      const next = await attempt(api.listSystemAudit({ ...asked, limit: perCall, cursor: nextCursor }))
      if (!next.ok) return controller.error(new Error(next.problem.title))
      page = next.value
    },
  })
  return new Response(lines, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="audit-${asked.area}.csv"`,
      'cache-control': 'no-store',
    },
  })
}

type Entry = Awaited<ReturnType<ReturnType<typeof apiOf>['listSystemAudit']>>['items'][number]

function lineOf({ id, at, actor, action, target, before, after, network, requestId }: Entry): string {
  const cells = [
    id,
    at,
    actor.kind,
    actor.id,
    actor.name,
    action,
    target && `${target.kind} ${target.id}`,
    before && JSON.stringify(before),
    after && JSON.stringify(after),
    network,
    requestId,
  ]
  return `${cells.map(csvCell).join(',')}\r\n`
}
