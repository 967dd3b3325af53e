import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type Leave, watchConnections } from '@bollard/http/drain'
import { createForwarding } from '@bollard/http/forwarding'
import { createRequestId } from '@bollard/http/trusted-request'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { plainSecurityHeaders } from '../request/security-headers.ts'
import { isOwnHost } from './own-host.ts'
import type { HostFacts, Site, SiteName } from '../site/site.ts'
import { hasSocialImages } from '../social-image/social-image-address.ts'
import { createSocialImages } from '../social-image/social-images.ts'
import { openBuiltPages, type PageSource } from './built-pages.ts'
import { isEventStream, sendResponse } from './send-response.ts'
import { toWebRequest } from './web-request.ts'

export type { OperatorFacts } from '../site/site.ts'

export interface SiteOptions {
  name: SiteName
  /**
   * The folder that `react-router build` wrote, with `client` and `server` in it; or, for `npm run dev`, the folder of the site's
   * sources: then pages are made of them as they are now, and open pages follow every change.
   */
  pages: { build: string } | { sources: string }
  host: string
  /** 0 takes any free port. */
  port: number
  context: Omit<Site, 'name'>
  /** Addresses of reverse proxies whose `x-forwarded-for` is believed; see Fastify's `trustProxy`. */
  trustProxy?: false | string[]
  /** Makes the server where the site ends TLS itself; then its limits on slow clients count, and not those below. */
  serverFactory?: ((listener: (request: IncomingMessage, response: ServerResponse) => void) => Server) | undefined
  /** The text at `/.well-known/security.txt` (RFC 9116); without it the site has none. */
  securityText?: ((origin: string, now: Date) => string) | undefined
  /** Writes a fault into the log of the process; to the console by default. */
  report?: NonNullable<HostFacts['report']>
  /** Given the app before anything is mounted, to count and trace its requests. */
  watch?: (app: FastifyInstance) => void
  /** The span of the request that runs now, where the host traces. */
  traceparent?: () => string | undefined
  /** Told of each request with forwarding headers from somewhere that is no such proxy. */
  onUntrustedForwarding?: () => void
  /** How large the body of a request to a path may be, in bytes, where that is more than the 64 KiB of a form. */
  largerBodies?: Readonly<Record<string, number>>
  /**
   * Whether requests by other names than the site's own are answered, as if that name were the site's: for pages that customers show under
   * names of theirs. The pages are told the name and must know it.
   */
  takesForeignHosts?: boolean
  /** How long a client may take for the headers of a request, in milliseconds; 10 seconds by default. */
  headersMs?: number
  /** How long requests under way have to end once the site closes soon; 8 seconds by default. Then their connections are cut. */
  drainMs?: number
}
export interface RunningSite {
  /** Where it listens, without a slash at the end. */
  url: string
  /**
   * Takes no more connections, ends streams, answers what still comes on the open connections, and ends these: soon (the default), or each
   * when its `Keep-Alive` promise is over. May be called again with 'soon'.
   */
  close(leave?: Leave): Promise<void>
}

const largestFormBytes = 64 * 1024
/** What is larger is a file. */
const fileBytes = 1024 * 1024
const filesAtOnce = 4
const defaultDrainMs = 8_000
/** For downloads, where nothing presses. */
const drainMsMax = 5 * 60_000

/** Serves a site: its files, its texts below `/i18n`, `/healthz`, and React Router for everything else. */
export async function startSite(options: SiteOptions): Promise<RunningSite> {
  const site: Site = { ...options.context, name: options.name }
  const origin = new URL(site.urls[site.name]).origin
  const forwardingOf = createForwarding(options.trustProxy || [])
  const { headersMs = 10_000, report = (fields, message) => console.error(message, fields) } = options
  const requestIdOf = createRequestId({ internalSecret: '', trustedProxies: options.trustProxy || [] })
  const plainHeaders = plainSecurityHeaders(site.secure)
  /** Answers that would never end by themselves. */
  const streams = new Set<AbortController>()

  const app = Fastify({
    trustProxy: options.trustProxy ?? false,
    bodyLimit: largestFormBytes,
    requestTimeout: 30_000,
    connectionTimeout: 120_000,
    keepAliveTimeout: 60_000,
    forceCloseConnections: 'idle',
    // The last requests are answered like all others.
    return503OnClosing: false,
    // Node gives headers a minute unless told otherwise, and looks for slow senders every half minute.
    http: { headersTimeout: headersMs, connectionsCheckingInterval: Math.min(2_500, headersMs) },
    routerOptions: { maxParamLength: 2000 },
    ...(options.serverFactory ? { serverFactory: options.serverFactory } : {}),
    requestIdHeader: false,
    genReqId: (request) => requestIdOf(request),
  })
  options.watch?.(app)
  const connections = watchConnections(app.server)
  const pages = await openPages(options, app)
  const readPage = (path: string) =>
    pages.answer(new Request(new URL(path, origin)), { site, requestId: randomUUID(), clientIp: '127.0.0.1' })
  const socialImages = hasSocialImages(site.name)
    ? createSocialImages({
        readPage,
        onFault: (error) => report({ site: site.name, err: error }, 'A picture of a page could not be drawn'),
      })
    : null
  acceptAnyBody(app)
  app.get('/healthz', async () => 'ok')
  const { securityText } = options
  if (securityText)
    app.get('/.well-known/security.txt', (_request, reply) =>
      reply
        .headers({ ...plainHeaders, 'cache-control': 'public, max-age=3600' })
        .type('text/plain; charset=utf-8')
        .send(securityText(origin, new Date())),
    )
  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    for (const [name, value] of Object.entries(plainHeaders)) void reply.header(name, value)
    const isOwn = isOwnHost(request.hostname, origin)
    const foreign = isOwn || !options.takesForeignHosts ? null : foreignOrigin(request.hostname, origin)
    if (!isOwn && foreign === null)
      return reply
        .code(421)
        .type('text/plain; charset=utf-8')
        .send(`This site answers at ${origin} only. Its operator can change that address in the settings.\n`)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead && (await pages.answerWithFile(request, reply))) return reply
    const abort = new AbortController()
    reply.raw.once('close', () => {
      streams.delete(abort)
      if (!reply.raw.writableFinished) abort.abort()
    })
    const webRequest = toWebRequest(request, foreign ?? origin, abort.signal)
    if (!webRequest) return reply.code(400).type('text/plain').send('Bad request')
    const forwarding = forwardingOf(request.headers, request.socket.remoteAddress)
    if (forwarding === 'untrusted') options.onUntrustedForwarding?.()
    const traceparent = options.traceparent?.()
    const facts = {
      ...(foreign === null ? { site } : seenAt(foreign, site)),
      requestId: request.id,
      clientIp: request.ip,
      forwarding,
      traceparent,
      report,
    }
    const image = isRead ? socialImages?.answer(new URL(webRequest.url).pathname) : null
    const response = await (image ?? pages.answer(webRequest, facts))
    if (isEventStream(response)) streams.add(abort)
    if (isEventStream(response) && connections.isDraining()) abort.abort()
    return sendResponse(response, request, reply, abort.signal)
  }
  const onRequest = fewFilesAtOnce()
  for (const [path, bodyLimit] of Object.entries(options.largerBodies ?? {}))
    app.post(path, bodyLimit > fileBytes ? { bodyLimit, onRequest } : { bodyLimit }, answer)
  app.all('/*', answer)
  app.addHook('onClose', () => pages.close?.())

  await app.ready()
  await connections.listen(options.host, options.port)
  return {
    url: listeningUrl(app, options.host, options.serverFactory ? 'https' : 'http'),
    async close(leave = 'soon') {
      const drained = connections.drain(leave, leave === 'soon' ? (options.drainMs ?? defaultDrainMs) : drainMsMax)
      // Their readers come back by themselves, to a process that takes new connections.
      for (const stream of streams) stream.abort()
      await drained
      await app.close()
    },
  }
}

/** The origin of a request by a name of somebody else's, at the port that ours has: what a client writes there decides nothing. Null where it is no name. */
function foreignOrigin(hostname: string, origin: string): string | null {
  if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/iu.test(hostname)) return null
  const url = new URL(origin)
  url.hostname = hostname
  return url.origin
}

const seenAt = (origin: string, site: Site) => ({
  foreignHost: new URL(origin).hostname,
  homeOrigin: site.urls[site.name],
  site: { ...site, urls: { ...site.urls, [site.name]: origin } },
})

async function openPages({ name, pages }: SiteOptions, app: FastifyInstance): Promise<PageSource> {
  if ('build' in pages) return openBuiltPages(name, pages.build)
  // Only loaded here: what runs in production knows nothing of Vite.
  const { openSourcePages } = await import('./source-pages.ts')
  return openSourcePages(pages.sources, app.server)
}

/** Forms are small, so they are read whole before React Router sees them: a slow sender then costs no worker anything. */
function acceptAnyBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

/**
 * Bodies as large as files are held in memory before anybody knows whose they are: so few at a time, or a crowd of strangers would fill
 * it. Whoever comes then is asked to come again.
 */
function fewFilesAtOnce() {
  let held = 0
  return async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (held >= filesAtOnce) {
      await reply.code(503).header('retry-after', '10').type('text/plain').send('Too many files at once')
      return
    }
    held++
    reply.raw.once('close', () => held--)
  }
}

function listeningUrl(app: FastifyInstance, host: string, scheme: 'http' | 'https'): string {
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('the site does not listen on a port')
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${address.port}`
}
