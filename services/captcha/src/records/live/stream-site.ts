import { ProblemError } from '@bollard/http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FeedItem, FeedSite, SiteFeed } from './site-feed.ts'

const heartbeatMs = 15_000
/** A reader that lets more than this pile up is not reading any more. */
const unreadBytesMax = 1_048_576
/** Each stream asks the database about once a second. */
const perSiteMax = 20
const perReaderMax = 20
const streamsMax = 500

/** The streams that are open, each with its site, its reader and the way to close it. */
export type OpenStreams = Set<{ readonly siteId: number; readonly reader: string; readonly close: () => void }>

interface StreamOptions {
  readonly feed: SiteFeed
  readonly site: FeedSite
  /** Who reads: one account must not take all the streams that there are. */
  readonly reader: string
  readonly now: () => number
  readonly open: OpenStreams
  /** Asked with every heartbeat and before anything is sent; the stream ends when it is false. */
  readonly mayStillRead: () => Promise<boolean>
}

/**
 * Answers with server-sent events until the reader goes away, may no longer read, or the service drains.
 * A reader that comes back with `Last-Event-ID` gets what it missed (the id is the time of the event).
 */
export function streamSite(
  { feed, site, reader, now, open, mayStillRead }: StreamOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const ofSite = [...open].filter(({ siteId }) => siteId === site.id).length
  const ofReader = [...open].filter((one) => one.reader === reader).length
  if (ofSite >= perSiteMax || ofReader >= perReaderMax || open.size >= streamsMax)
    throw new ProblemError('rate-limited', 'Too many live views are open.', {
      retryAfterSeconds: 30,
      limit: perReaderMax,
    })
  reply.hijack()
  const { raw } = reply
  // Fastify does not send what it holds for this answer once it is out of its hands.
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-content-type-options': 'nosniff',
    'x-accel-buffering': 'no',
  })
  if (request.method === 'HEAD') {
    raw.end()
    return
  }
  raw.write('retry: 2000\n\n')
  if (ended.has(open)) {
    raw.end()
    return
  }
  const tell = (items: readonly FeedItem[]) => {
    for (const { at, event } of items) raw.write(`id: ${at}\ndata: ${JSON.stringify(event)}\n\n`)
    if (raw.writableLength > unreadBytesMax) raw.destroy()
  }
  // A database that is away says nothing about the reader.
  const endUnlessAllowed = async (): Promise<boolean> => {
    const may = await mayStillRead().catch(() => true)
    if (!may) stream.close()
    return may && open.has(stream)
  }
  // One after the other, in the order of the feed. Who was removed or has signed out learns nothing more, not even until the next heartbeat.
  let told = Promise.resolve()
  const unsubscribe = feed.subscribe(site, resumeAt(request, now()), (items) => {
    told = told.then(async () => ((await endUnlessAllowed()) ? tell(items) : undefined))
  })
  const heartbeat = setInterval(() => {
    raw.write(': still here\n\n')
    void endUnlessAllowed()
  }, heartbeatMs)
  const stream = {
    siteId: site.id,
    reader,
    close(): void {
      clearInterval(heartbeat)
      unsubscribe()
      open.delete(stream)
      raw.end()
    },
  }
  open.add(stream)
  raw.on('close', stream.close)
}

/** At most a minute is sent again. */
function resumeAt(request: FastifyRequest, now: number): number {
  const last = Number(request.headers['last-event-id'])
  return Number.isFinite(last) && last > now - 60_000 && last <= now ? last : now
}

const ended = new WeakSet<OpenStreams>()

/** Ends all streams, and those that are opened after it as soon as they are. */
export function closeStreams(open: OpenStreams): void {
  ended.add(open)
  for (const { close } of open) close()
}
