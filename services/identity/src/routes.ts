import { identityRoutes } from '@bollard/contracts'
import { mountRoute, refuseCrossSite } from '@bollard/http'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { createAccount } from './account/create.ts'
import { createFirstAdmin } from './account/create-first-admin.ts'
import { resendVerification } from './email/resend.ts'
import { verifyEmail } from './email/verify.ts'
import type { Caller, IdentityContext, WithCookies } from './identity-context.ts'
import { getMail } from './mailbox/get.ts'
import { listMails } from './mailbox/list.ts'
import { type MailboxAccess, openMailbox } from './mailbox/open-mailbox.ts'
import { readBrowserId } from './request/browser-id.ts'
import { createSession } from './session/create.ts'
import { deleteCurrentSession } from './session/delete-current.ts'
import { findActor } from './session/find-actor.ts'
import { getCurrentSession } from './session/get-current.ts'

export interface RouteDeps {
  /** Resolved anew for each call: better-auth gets ready on first use. */
  readonly context: () => Promise<IdentityContext>
  readonly clientIp: (request: FastifyRequest) => string
  /** Origins whose pages may send changing calls. */
  readonly ownOrigins: readonly string[]
  readonly mailboxAccess: MailboxAccess
  readonly inBackground: (work: () => Promise<void>) => void
}

/** Every route of the service. */
export function identityPlugin({ context, clientIp, ownOrigins, mailboxAccess, inBackground }: RouteDeps): FastifyPluginAsync {
  const callerOf = (request: FastifyRequest): Caller => ({
    ip: clientIp(request),
    browserId: readBrowserId(request.headers),
    headers: callerHeaders(request),
  })

  const mailboxFor = (request: FastifyRequest) =>
    openMailbox(mailboxAccess, {
      ip: clientIp(request),
      host: request.headers.host,
      isAdmin: async () => (await findActor(await context(), request.headers.cookie))?.isAdmin ?? false,
    })

  return async (app) => {
    refuseCrossSite(app, { allowedOrigins: ownOrigins })
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))

    mountRoute(app, identityRoutes.createAccount, async ({ body, request }) => createAccount(await context(), callerOf(request), body))
    mountRoute(app, identityRoutes.createFirstAdmin, async ({ body, request, reply }) =>
      withCookies(reply, await createFirstAdmin(await context(), callerOf(request), body)),
    )
    mountRoute(app, identityRoutes.verifyEmail, async ({ body, request, reply }) =>
      withCookies(reply, await verifyEmail(await context(), callerOf(request), body)),
    )
    mountRoute(app, identityRoutes.resendEmailVerification, async ({ body, request }) => {
      await resendVerification(await context(), callerOf(request), body.email, inBackground)
      return null
    })
    mountRoute(app, identityRoutes.createSession, async ({ body, request, reply }) =>
      withCookies(reply, await createSession(await context(), callerOf(request), body)),
    )
    mountRoute(app, identityRoutes.getCurrentSession, async ({ request, reply }) =>
      withCookies(reply, await getCurrentSession(await context(), callerOf(request))),
    )
    mountRoute(app, identityRoutes.deleteCurrentSession, async ({ request, reply }) =>
      withCookies(reply, { body: null, cookies: await deleteCurrentSession(await context(), callerOf(request)) }),
    )
    mountRoute(app, identityRoutes.listMails, async ({ request }) => listMails(await mailboxFor(request)))
    mountRoute(app, identityRoutes.getMail, async ({ params, request }) => getMail(await mailboxFor(request), params.mailId))
  }
}

function withCookies<Body>(reply: FastifyReply, answer: WithCookies<Body>): Body {
  if (answer.cookies.length > 0) void reply.header('set-cookie', answer.cookies)
  return answer.body
}

/** Only what sessions need: better-auth must not see, trust or store anything else of a request. */
function callerHeaders(request: FastifyRequest): Headers {
  const headers = new Headers()
  if (request.headers.cookie) headers.set('cookie', request.headers.cookie)
  if (request.headers['user-agent']) headers.set('user-agent', request.headers['user-agent'].slice(0, 300))
  return headers
}
