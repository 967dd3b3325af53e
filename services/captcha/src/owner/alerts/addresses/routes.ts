import { captchaRoutes } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { createCallLimiter, limitedIp, mountRoute, ProblemError } from '@bollard/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { rateLimits } from '../../../rate-limits.ts'
import { type AlertLinks, cellOfToken } from './alert-links.ts'
import { confirmAddress, languageOfAddress, unsubscribeAddress } from './stored-addresses.ts'

export interface AddressContext {
  /** The database of a cell; undefined where there is no such cell. */
  readonly databaseOfCell: (cell: number) => Queries | undefined
  readonly now: () => Date
  readonly links: AlertLinks
  readonly clientIp: (request: Pick<FastifyRequest, 'headers' | 'socket'>) => string
}

/** What the links of mails to addresses without an account lead to. In a scope of its own: mail providers send forms, which no other call takes. */
export async function mountAddresses(
  scope: FastifyInstance,
  { databaseOfCell, now, links, clientIp }: AddressContext,
): Promise<void> {
  const { confirmAlertAddress, unsubscribeAlertAddress } = captchaRoutes
  scope.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'string' },
    async () => undefined,
  )

  mountRoute(
    scope,
    confirmAlertAddress,
    async ({ body }) => {
      const db = databaseOfCell(cellOfToken(body.token))
      const came = db === undefined ? 'unknown' : await confirmAddress(db, body.token, now())
      if (came === 'unknown') throw new ProblemError('token-invalid', 'The link was used already, or it is incomplete.')
      if (came === 'expired') throw new ProblemError('token-expired')
      return null
    },
    {
      onRequest: createCallLimiter('captcha', rateLimits, { now }).hook('alertLinks', (request) =>
        limitedIp(clientIp(request)),
      ),
    },
  )

  // Without a limit: providers send this for many people from one address, and a signature takes microseconds to check.
  mountRoute(scope, unsubscribeAlertAddress, async ({ query }) => {
    const named = links.readUnsubscribe(query.token)
    const db = named === null ? undefined : databaseOfCell(named.cell)
    if (named === null || db === undefined) throw new ProblemError('token-invalid', 'The link is incomplete.')
    await unsubscribeAddress(db, named.addressId)
    return null
  })

  // Older mail programs open the address of the header in a browser. Nothing changes until the person presses the button there.
  scope.get<{ Querystring: { token?: unknown } }>(unsubscribeAlertAddress.path, async ({ query }, reply) => {
    const token = String(query.token ?? '').slice(0, 400)
    const named = links.readUnsubscribe(token)
    const db = named === null ? undefined : databaseOfCell(named.cell)
    const language = named === null || db === undefined ? 'en' : await languageOfAddress(db, named.addressId)
    return reply.redirect(links.unsubscribePage(language, token), 303)
  })
}
