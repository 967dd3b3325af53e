import { identityRoutes as routes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { FastifyRequest } from 'fastify'
import { findActor } from '../session/actor.ts'
import type { RouteOptions, Scopes } from '../session/route-options.ts'
import { type MailboxAccess, openMailbox } from './open-mailbox.ts'
import { getMail, getMailFile, listMails } from './read-mails.ts'

/** The local mailbox, where no mail leaves this machine. */
export function mountMailboxRoutes(
  { open }: Scopes,
  { context, callOf, forwardingOf }: RouteOptions,
  access: MailboxAccess,
): void {
  const mailboxFor = (request: FastifyRequest) => {
    const { from, cookie } = callOf(request)
    return openMailbox(access, {
      ip: from.ip,
      cookie,
      host: request.headers.host,
      forwarding: forwardingOf(request),
      isAdmin: async () => (await findActor(context, cookie))?.isAdmin ?? false,
    })
  }
  mountRoute(open, routes.listMails, async ({ request }) => listMails(await mailboxFor(request)))
  mountRoute(open, routes.getMail, async ({ params, request }) => getMail(await mailboxFor(request), params.mailId))
  mountRoute(open, routes.downloadMailFile, async ({ params, request, reply }) => {
    const { name, mediaType, content } = await getMailFile(await mailboxFor(request), params)
    const headers = { 'content-type': mediaType, 'content-disposition': `attachment; filename="${name}"` }
    await reply.headers(headers).send(content)
  })
}
