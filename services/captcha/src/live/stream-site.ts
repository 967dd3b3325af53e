import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FeedSite, SiteFeed } from './site-feed.ts'

const heartbeatMs = 15_000
/** A reader that lets more than this pile up is not reading any more. */
const mostUnreadBytes = 1_048_576

/**
 * Answers with server-sent events until the reader goes away or the service drains. A reader that
 * comes back with `Last-Event-ID` gets what it missed (the id is the time of the event).
 */
export function streamSite(
  options: { feed: SiteFeed; site: FeedSite; now: () => number; open: Set<() => void> },
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' })
  if (request.method === 'HEAD') {
    raw.end()
    return
  }
  raw.write('retry: 2000\n\n')
  const unsubscribe = options.feed.subscribe(options.site, resumeAt(request, options.now()), (items) => {
    for (const { at, event } of items) raw.write(`id: ${at}\ndata: ${JSON.stringify(event)}\n\n`)
    if (raw.writableLength > mostUnreadBytes) raw.destroy()
  })
  const heartbeat = setInterval(() => raw.write(': still here\n\n'), heartbeatMs)
  const close = (): void => {
    clearInterval(heartbeat)
    unsubscribe()
    options.open.delete(close)
    raw.end()
  }
  options.open.add(close)
  raw.on('close', close)
}

/** At most a minute is told again. */
function resumeAt(request: FastifyRequest, now: number): number {
  const last = Number(request.headers['last-event-id'])
  return Number.isFinite(last) && last > now - 60_000 && last <= now ? last : now
}

export function closeStreams(open: ReadonlySet<() => void>): void {
  for (const close of open) close()
}
