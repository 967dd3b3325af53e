import { monitoringRoutes } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { type GuardedScope, limitedIp, mountRoute, ProblemError } from '@bollard/http'
import type { FastifyRequest } from 'fastify'
import type { MonitoringContext } from '../monitoring-context.ts'
import { readStopToken, stopPage } from './address-links.ts'
import { confirmAddress, languageOfAddress, stopAddress } from './stored-addresses.ts'

interface AddressContext extends Pick<MonitoringContext, 'now' | 'box' | 'limiter' | 'channels'> {
  readonly db: Queries
  readonly clientIp: (request: FastifyRequest) => string
}

/** What the links of mails to people who are no members lead to. */
export function mountAlertAddresses(
  app: GuardedScope,
  { db, now, box, limiter, channels, clientIp }: AddressContext,
): void {
  const { confirmMonitoringAddress, unsubscribeMonitoringAddress } = monitoringRoutes
  const limited = { onRequest: limiter.hook('alertLinks', (request) => limitedIp(clientIp(request))) }
  mountRoute(
    app,
    confirmMonitoringAddress,
    async ({ body }) => {
      const came = await confirmAddress(db, body.token, now())
      if (came === 'unknown') throw new ProblemError('token-invalid', 'The link was used already, or it is incomplete.')
      if (came === 'expired') throw new ProblemError('token-expired')
    },
    limited,
  )
  // Mail programs send `List-Unsubscribe=One-Click` as a form.
  app.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'string' },
    async () => undefined,
  )
  // Without a limit: providers send this for many people from one address, and a sealed token takes microseconds to open.
  mountRoute(app, unsubscribeMonitoringAddress, async ({ query }) => {
    const id = readStopToken(box, query.token)
    if (id === null) throw new ProblemError('token-invalid', 'The link is incomplete.')
    await stopAddress(db, id, now())
  })
  // Older mail programs open the address of the header. Nothing ends until the person presses the button there.
  app.get<{ Querystring: { token?: unknown } }>(
    unsubscribeMonitoringAddress.path,
    limited,
    async ({ query }, reply) => {
      const token = String(query.token ?? '').slice(0, 400)
      const id = readStopToken(box, token)
      return reply.redirect(stopPage(channels, id === null ? 'en' : await languageOfAddress(db, id), token), 303)
    },
  )
}
