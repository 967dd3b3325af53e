import { solutionRoutes as routes } from '@bollard/contracts'
import { mountRoute, rateLimitHook } from '@bollard/http'
import type { FastifyInstance } from 'fastify'
import { acceptAgreement } from './agreement/accept.ts'
import { getAgreement } from './agreement/get.ts'
import { sendExport } from './export/send-export.ts'
import { lockSolution, unlockSolution } from './lock/lock.ts'
import { solutionIn } from './member/entity.ts'
import { assertAllowed } from './policy.ts'
import type { Requests } from './request/requests.ts'
import { cancelSolution, undoCancellation } from './solution/cancel.ts'
import { createSolution } from './solution/create.ts'
import { deleteSolution } from './solution/delete.ts'
import { exportSolution } from './solution/export.ts'
import { getSolution } from './solution/get.ts'
import { leaveSolutions } from './solution/leave.ts'
import { listSolutionAudit } from './solution/list-audit.ts'
import { listSolutionsByIds, listSolutionsOfBilling } from './solution/list-by-ids.ts'
import { listLatestSolutions } from './solution/list-latest.ts'
import { listSystemAudit } from './solution/list-system-audit.ts'
import { listSolutions } from './solution/list.ts'
import { restoreSolution } from './solution/restore.ts'
import { updateSolution } from './solution/update.ts'
import type { SolutionContext } from './solution-context.ts'

/** Solutions, their life and their locks. Mounted where somebody is signed in. */
export function mountSolutions(app: FastifyInstance, context: SolutionContext, { actorOf, callOf }: Requests): void {
  mountRoute(
    app,
    routes.createSolution,
    async ({ body, request, reply }) => {
      const { solution, repeated } = await createSolution(
        context,
        actorOf(request),
        body,
        callOf(request, 'createSolution', body),
      )
      if (repeated) void reply.header('idempotency-replayed', 'true')
      return solution
    },
    // Who may not create is told so before the body is read.
    { onRequest: async (request) => assertAllowed(actorOf(request), 'solution.create', { now: context.now() }) },
  )
  mountRoute(app, routes.listSolutions, ({ query, request }) => listSolutions(context, actorOf(request), query))
  mountRoute(app, routes.listSystemAudit, ({ query, request }) => listSystemAudit(context, actorOf(request), query))
  mountRoute(app, routes.listLatestSolutions, ({ query, request }) =>
    listLatestSolutions(context, actorOf(request), query),
  )
  mountRoute(app, routes.listSolutionsByIds, ({ body, request }) =>
    listSolutionsByIds(context, actorOf(request), body.ids),
  )
  mountRoute(app, routes.getSolution, ({ params, request }) => getSolution(context, actorOf(request), idOf(params)))
  mountRoute(app, routes.updateSolution, ({ params, body, request }) =>
    updateSolution(context, actorOf(request), idOf(params), body, callOf(request)),
  )
  mountRoute(app, routes.deleteSolution, ({ params, body, request }) =>
    deleteSolution(context, actorOf(request), idOf(params), body, callOf(request)),
  )
  mountRoute(app, routes.restoreSolution, ({ params, request }) =>
    restoreSolution(context, actorOf(request), idOf(params), callOf(request)),
  )
  mountRoute(app, routes.cancelSolution, ({ params, body, request }) =>
    cancelSolution(context, actorOf(request), idOf(params), body, callOf(request)),
  )
  mountRoute(app, routes.undoCancellation, ({ params, request }) =>
    undoCancellation(context, actorOf(request), idOf(params), callOf(request)),
  )

  mountRoute(app, routes.getProcessingAgreement, ({ params, request }) =>
    getAgreement(context, actorOf(request), idOf(params)),
  )
  mountRoute(app, routes.acceptProcessingAgreement, ({ params, body, request }) =>
    acceptAgreement(context, actorOf(request), idOf(params), body.version, callOf(request)),
  )
  mountRoute(app, routes.lockSolution, ({ params, body, request }) =>
    lockSolution(context, actorOf(request), idOf(params), body, callOf(request)),
  )
  mountRoute(app, routes.unlockSolution, ({ params, body, request }) =>
    unlockSolution(context, actorOf(request), idOf(params), body, callOf(request)),
  )

  mountRoute(app, routes.listMemberSolutions, ({ params, query, request }) =>
    listSolutions(context, actorOf(request), { ...query, userId: params.userId }),
  )
  mountRoute(app, routes.leaveSolutions, ({ params, body, request }) =>
    leaveSolutions(context, actorOf(request), { userId: params.userId, solutionIds: body.solutionIds }, callOf(request)),
  )
  mountRoute(app, routes.listInvoiceAddressSolutions, ({ params, request }) =>
    listSolutionsOfBilling(context, actorOf(request), (userId) =>
      context.solutionsOfInvoiceAddress(userId, params.invoiceAddressId),
    ),
  )
  mountRoute(app, routes.listPaymentMethodSolutions, ({ params, request }) =>
    listSolutionsOfBilling(context, actorOf(request), (userId) =>
      context.solutionsOfPaymentMethod(userId, params.paymentMethodId),
    ),
  )
  mountRoute(
    app,
    routes.exportSolution,
    async ({ params, request, reply }) =>
      sendExport(
        reply,
        await exportSolution(context, actorOf(request), idOf(params), callOf(request)),
        `solution-${idOf(params)}`,
      ),
    // It reads all that there is.
    {
      onRequest: rateLimitHook({
        key: (request) => actorOf(request).userId,
        max: 10,
        windowSeconds: 600,
        now: () => context.now().getTime(),
      }),
    },
  )
  mountRoute(app, routes.listSolutionAudit, ({ params, query, request }) =>
    listSolutionAudit(context, actorOf(request), idOf(params), query),
  )
}

const idOf = (params: Parameters<typeof solutionIn>[0]) => solutionIn(params).id
