import { createServer, type IncomingMessage, request as forward, type ServerResponse } from 'node:http'
import { serveWidget } from '../../server/api/serve-widget.ts'
import { widgetDirectory } from '../../server/api/widget-release.ts'
import { keepOutage } from '../../services/captcha/src/outage/outages.ts'
import { makeSite, startCluster } from '../../services/captcha/src/testing/start-service.ts'

/** What the process is told: which calls go through, or that an outage of a minute has just ended. */
export type Order = 'up' | 'no-siteverify' | 'no-check' | 'record-outage'

/** What it says when it runs. */
export interface Running {
  readonly url: string
  readonly siteKey: string
  readonly secretKey: string
  /** Of another captcha. */
  readonly otherSiteKey: string
}

/*
 * A real captcha service on a real PostgreSQL, with the widget, for a system that is tested beside it: a process of its own, which says
 * where it runs and takes orders over its channel. The captcha lets browsers pass that a program drives.
 */
const cluster = await startCluster()
const it = await cluster.startService({ now: Date.now })
serveWidget(it.app, widgetDirectory)
await it.app.listen({ host: '127.0.0.1', port: 0 })
const { siteKey, secretKey, solutionId } = await makeSite(it, ['localhost'])
const other = await makeSite(it, ['localhost'])
await it.db.query(
  'systems-lenient',
  `update captcha.sites set settings = settings || '{"riskScoring":false,"failover":"RECORDED_OUTAGES"}', changed_at = clock_timestamp() where solution_id = $1`,
  [solutionId],
)

let state: Order = 'up'
const service = portOf(it.app.server.address())
const front = createServer((request, response) => {
  const path = request.url ?? ''
  const isLost =
    (state === 'no-siteverify' && path.endsWith('/siteverify')) ||
    (state === 'no-check' && path.includes('/verifications'))
  if (isLost) request.socket.destroy()
  else passOn(request, response)
})
await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))

process.on('message', (order: Order) => {
  void obey(order).then(() => process.send?.('done'))
})
process.once('disconnect', () => void stop())
process.send?.({
  url: `http://127.0.0.1:${portOf(front.address())}`,
  siteKey,
  secretKey,
  otherSiteKey: other.siteKey,
} satisfies Running)

async function obey(order: Order): Promise<void> {
  if (order === 'record-outage')
    await it.db.transaction((tx) => keepOutage(tx, { cause: 'SERVICE_DOWN', fromAgeMs: 60_000, toAgeMs: 0 }))
  else state = order
}

function passOn(request: IncomingMessage, response: ServerResponse): void {
  const { method, url, headers } = request
  const onward = forward({ host: '127.0.0.1', port: service, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  onward.on('error', () => response.destroy())
  request.pipe(onward)
}

async function stop(): Promise<void> {
  front.closeAllConnections()
  await cluster.stop()
  process.exit()
}

function portOf(address: ReturnType<typeof front.address>): number {
  if (address === null || typeof address === 'string') throw new Error('It listens on no port')
  return address.port
}
