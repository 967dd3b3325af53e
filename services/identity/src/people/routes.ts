import { identityPeopleRoutes as routes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import { withCookies } from '../browser/read-call.ts'
import type { RouteOptions, Scopes } from '../session/route-options.ts'
import { createPersonExport, downloadPersonExport } from './export.ts'
import {
  endPersonSession,
  endPersonSessions,
  removePersonFactors,
  resetPersonPassword,
  verifyPersonEmail,
} from './intervene.ts'
import { getPerson, listAdministrators, listPersonAudit, previewPersonDeletion } from './person-file.ts'
import {
  confirmOperatorRequest,
  createOperatorRequest,
  declineOperatorRequest,
  listOperatorRequests,
} from './requests.ts'
import { searchPeople } from './search.ts'
import { liftSuspension, suspendPerson } from './suspend.ts'
import { endView, openView, startView } from './view.ts'

/** What operators see of accounts and do with them. */
export function mountPeopleRoutes({ open, guarded }: Scopes, { context, callOf, actorOf }: RouteOptions): void {
  mountRoute(guarded, routes.searchPeople, async ({ query }) => searchPeople(context, query))
  mountRoute(guarded, routes.getPerson, async ({ params }) => getPerson(context, params.userId))
  mountRoute(guarded, routes.listPersonAudit, async ({ params, query }) =>
    listPersonAudit(context, params.userId, query),
  )
  mountRoute(guarded, routes.verifyPersonEmail, async ({ params, body, request }) =>
    verifyPersonEmail(context, actorOf(request), { ...params, ...body }, callOf(request)),
  )
  mountRoute(guarded, routes.resetPersonPassword, async ({ params, body, request }) =>
    resetPersonPassword(context, actorOf(request), { ...params, ...body }, callOf(request)),
  )
  mountRoute(guarded, routes.endPersonSession, async ({ params, request }) =>
    endPersonSession(context, actorOf(request), params, callOf(request)),
  )
  mountRoute(guarded, routes.endPersonSessions, async ({ params, request }) =>
    endPersonSessions(context, actorOf(request), params.userId, callOf(request)),
  )
  mountRoute(guarded, routes.removePersonFactors, async ({ params, body, request }) =>
    removePersonFactors(context, actorOf(request), { ...params, ...body }, callOf(request)),
  )
  mountRoute(guarded, routes.suspendPerson, async ({ params, body, request }) =>
    suspendPerson(context, actorOf(request), { ...params, ...body }, callOf(request)),
  )
  mountRoute(guarded, routes.liftSuspension, async ({ params, request }) =>
    liftSuspension(context, actorOf(request), params.userId, callOf(request)),
  )
  mountRoute(guarded, routes.createPersonExport, async ({ params, body, request }) =>
    createPersonExport(context, actorOf(request), { ...params, ...body }, callOf(request)),
  )
  mountRoute(guarded, routes.downloadPersonExport, async ({ params, query, request, reply }) => {
    const file = await downloadPersonExport(context, actorOf(request), { ...params, ...query }, callOf(request))
    await reply
      .headers({
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="bollard-account.zip"',
      })
      .send(file)
  })
  mountRoute(guarded, routes.previewPersonDeletion, async ({ params }) => previewPersonDeletion(context, params.userId))
  mountRoute(guarded, routes.listAdministrators, async () => listAdministrators(context))
  mountRoute(guarded, routes.createOperatorRequest, async ({ body, request }) =>
    createOperatorRequest(context, actorOf(request), body, callOf(request)),
  )
  mountRoute(guarded, routes.listOperatorRequests, async ({ request }) =>
    listOperatorRequests(context, actorOf(request)),
  )
  mountRoute(guarded, routes.confirmOperatorRequest, async ({ params, request }) =>
    confirmOperatorRequest(context, actorOf(request), params.requestId, callOf(request)),
  )
  mountRoute(guarded, routes.declineOperatorRequest, async ({ params, request }) =>
    declineOperatorRequest(context, actorOf(request), params.requestId, callOf(request)),
  )
  mountRoute(guarded, routes.startView, async ({ params, body, request }) =>
    startView(context, actorOf(request), { ...params, ...body }, callOf(request)),
  )
  mountRoute(open, routes.openView, async ({ body, request, reply }) =>
    withCookies(reply, { body: null, cookies: await openView(context, body.token, callOf(request)) }),
  )
  mountRoute(open, routes.endView, async ({ request, reply }) =>
    withCookies(reply, { body: null, cookies: await endView(context, callOf(request)) }),
  )
}
