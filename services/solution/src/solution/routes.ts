import { solutionRoutes as routes } from '@bollard/contracts'
import { type GuardedScope, mountRoute } from '@bollard/http'
import type { onRequestAsyncHookHandler } from 'fastify'
import { getSolution } from '../change/get.ts'
import { sendExport } from '../export/write-export.ts'
import type { SolutionContext } from '../solution-context.ts'
import { createSolution } from './create.ts'
import { deleteSolution } from './delete.ts'
import { exportSolution } from './export.ts'
import { leaveSolutions } from './leave.ts'
import { checkSystemAudit, listSolutionAudit, listSystemAudit } from './list-audit.ts'
import { listSolutionsByIds, listSolutionsOfBilling } from './list-by-ids.ts'
import { listLatestSolutions } from './list-latest.ts'
import { listSolutions } from './list.ts'
import { restoreSolution } from './restore.ts'
import { undoCancellation } from './undo-cancellation.ts'
import { type UpdateContext, updateSolution } from './update.ts'

/** Solutions and their life. */
export function mountSolutions(
  scope: GuardedScope,
  context: SolutionContext,
  limits: { readonly exportSolution: onRequestAsyncHookHandler } & Pick<UpdateContext, 'takeZoneChange'>,
): void {
  mountRoute(scope, routes.createSolution, ({ actor, body, call }) => createSolution(context, actor, body, call))
  mountRoute(scope, routes.listSolutions, ({ actor, query }) => listSolutions(context, actor, query))
  mountRoute(scope, routes.checkSystemAudit, ({ query }) => checkSystemAudit(context, query.area))
  mountRoute(scope, routes.listSystemAudit, ({ query }) => listSystemAudit(context, query))
  mountRoute(scope, routes.listLatestSolutions, ({ actor, query }) => listLatestSolutions(context, actor, query))
  mountRoute(scope, routes.listSolutionsByIds, ({ actor, body }) => listSolutionsByIds(context, actor, body.ids))
  mountRoute(scope, routes.getSolution, ({ actor, entity }) => getSolution(context, actor, entity.id))
  mountRoute(scope, routes.updateSolution, ({ actor, entity, body, call }) =>
    updateSolution({ ...context, takeZoneChange: limits.takeZoneChange }, actor, entity.id, body, call),
  )
  mountRoute(scope, routes.deleteSolution, ({ actor, entity, body, call }) =>
    deleteSolution(context, actor, entity.id, body, call),
  )
  mountRoute(scope, routes.restoreSolution, ({ actor, entity, call }) =>
    restoreSolution(context, actor, entity.id, call),
  )
  mountRoute(scope, routes.undoCancellation, ({ actor, entity, call }) =>
    undoCancellation(context, actor, entity.id, call),
  )
  mountRoute(scope, routes.listMemberSolutions, ({ actor, params, query }) =>
    listSolutions(context, actor, { ...query, userId: params.userId }),
  )
  mountRoute(scope, routes.leaveSolutions, ({ actor, params, body, call }) =>
    leaveSolutions(context, actor, { userId: params.userId, solutionIds: body.solutionIds }, call),
  )
  mountRoute(scope, routes.listInvoiceAddressSolutions, ({ actor, params }) =>
    listSolutionsOfBilling(context, actor, (userId) =>
      context.billing.solutionsOfInvoiceAddress(userId, params.invoiceAddressId),
    ),
  )
  mountRoute(scope, routes.listPaymentMethodSolutions, ({ actor, params }) =>
    listSolutionsOfBilling(context, actor, (userId) =>
      context.billing.solutionsOfPaymentMethod(userId, params.paymentMethodId),
    ),
  )
  mountRoute(
    scope,
    routes.exportSolution,
    async ({ actor, entity, call, reply }) =>
      sendExport(reply, await exportSolution(context, actor, entity.id, call), `solution-${entity.id}`),
    { onRequest: limits.exportSolution },
  )
  mountRoute(scope, routes.listSolutionAudit, ({ actor, entity, query }) =>
    listSolutionAudit(context, actor, entity.id, query),
  )
}
