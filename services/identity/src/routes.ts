import { identityRoutes } from '@bollard/contracts'
import { type Forwarding, mountRoute, ProblemError, refuseCrossSite } from '@bollard/http'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { mountAccountRoutes } from './account/routes.ts'
import { mountAdvertisingRoutes } from './advertising/routes.ts'
import { createAccount } from './sign-up/create-account.ts'
import { createFirstAdmin } from './sign-up/create-first-admin.ts'
import { confirmCode } from './sign-up/confirm-code.ts'
import { resendVerification } from './sign-up/resend-verification.ts'
import { verifyEmail } from './sign-up/verify-email.ts'
import type { Caller, IdentityContext } from './identity-context.ts'
import { mountLookupRoutes } from './lookup/routes.ts'
import { mountFarewellRoutes } from './deletion/routes.ts'
import { getMail, getMailFile, listMails } from './mailbox/read-mails.ts'
import { keyIn, type MailboxAccess, openMailbox } from './mailbox/open-mailbox.ts'
import { readCaller, withCookies } from './browser/read-caller.ts'
import { mountSecurityRoutes } from './second-factor/routes.ts'
import { createSession } from './sign-in/create-session.ts'
import { deleteCurrentSession } from './session/delete.ts'
import { findActor } from './session/actor.ts'
import { getCurrentSession } from './session/get-current.ts'

export interface RouteDeps {
  readonly context: IdentityContext
  readonly clientIp: (request: FastifyRequest) => string
  readonly forwardingOf: (request: FastifyRequest) => Forwarding
  /** Origins whose pages may send changing calls. */
  readonly ownOrigins: readonly string[]
  readonly mailboxAccess: MailboxAccess
  readonly now: () => Date
}

/** Every route of the service. */
export function identityPlugin({
  context,
  clientIp,
  forwardingOf,
  ownOrigins,
  mailboxAccess,
  now,
}: RouteDeps): FastifyPluginAsync {
  const callerOf = (request: FastifyRequest): Caller => readCaller(request, clientIp(request))

  const mailboxFor = (request: FastifyRequest) =>
    openMailbox(mailboxAccess, {
      ip: clientIp(request),
      host: request.headers.host,
      forwarding: forwardingOf(request),
      key: keyIn(request.headers.cookie),
      isAdmin: async () => (await findActor(context, request.headers.cookie))?.isAdmin ?? false,
    })

  return async (app) => {
    refuseCrossSite(app, { allowedOrigins: ownOrigins })
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))

    mountRoute(app, identityRoutes.createAccount, async ({ body, request }) =>
      createAccount(context, callerOf(request), body),
    )
    mountRoute(app, identityRoutes.createFirstAdmin, async ({ body, request, reply }) => {
      // Without TRUSTED_PROXIES everything else that goes by addresses would be wrong as well.
      if (forwardingOf(request) === 'untrusted')
        throw new ProblemError('forbidden', 'The request came through a proxy that TRUSTED_PROXIES does not name.')
      return withCookies(reply, await createFirstAdmin(context, callerOf(request), body))
    })
    mountRoute(app, identityRoutes.verifyEmail, async ({ body, request, reply }) =>
      withCookies(reply, await verifyEmail(context, callerOf(request), body)),
    )
    mountRoute(app, identityRoutes.confirmEmailCode, async ({ body, request, reply }) =>
      withCookies(reply, await confirmCode(context, callerOf(request), body)),
    )
    mountRoute(app, identityRoutes.resendEmailVerification, async ({ body, request }) => {
      await resendVerification(context, callerOf(request), body.email)
      return null
    })
    mountRoute(app, identityRoutes.createSession, async ({ body, request, reply }) => {
      const user = withCookies(reply, await createSession(context, callerOf(request), body))
      if (user === null) throw new ProblemError('second-factor-required')
      return user
    })
    mountRoute(app, identityRoutes.getCurrentSession, async ({ request, reply }) =>
      withCookies(reply, await getCurrentSession(context, callerOf(request))),
    )
    mountRoute(app, identityRoutes.deleteCurrentSession, async ({ request, reply }) =>
      withCookies(reply, { body: null, cookies: await deleteCurrentSession(context, callerOf(request)) }),
    )
    mountRoute(app, identityRoutes.listMails, async ({ request }) => listMails(await mailboxFor(request)))
    mountRoute(app, identityRoutes.getMail, async ({ params, request }) =>
      getMail(await mailboxFor(request), params.mailId),
    )
    mountRoute(app, identityRoutes.downloadMailFile, async ({ params, request, reply }) => {
      const { name, mediaType, content } = await getMailFile(await mailboxFor(request), params)
      const headers = { 'content-type': mediaType, 'content-disposition': `attachment; filename="${name}"` }
      await reply.headers(headers).send(content)
    })
    mountAccountRoutes(app, { context, callerOf })
    mountSecurityRoutes(app, { context, callerOf })
    mountFarewellRoutes(app, { context, callerOf })
    mountAdvertisingRoutes(app, { context, callerOf })
    mountLookupRoutes(app, now)
  }
}
