import { organizationRoutes as routes } from '@bollard/contracts'
import { type GuardedScope, mountRoute } from '@bollard/http'
import type { onRequestAsyncHookHandler } from 'fastify'
import { sendExport } from '../export/write-export.ts'
import { assignSolutions } from './assign-solutions.ts'
import { createOrganization } from './create.ts'
import { deleteOrganization } from './delete.ts'
import { exportOrganization } from './export.ts'
import { getOrganization } from './get.ts'
import { listOrganizationAudit } from './list-audit.ts'
import { listOrganizationSolutions } from './list-solutions.ts'
import { listLatestOrganizations, listOrganizations, listOrganizationsByIds } from './list.ts'
import { checkEvidence, listEvidence, requestVerification } from './request-verification.ts'
import { updateOrganization } from './update.ts'
import { verifyOrganization } from './verify.ts'
import type { SolutionContext } from '../solution-context.ts'

/** Organizations and their verification. */
export function mountOrganizations(
  scope: GuardedScope,
  context: SolutionContext,
  limits: { readonly verification: onRequestAsyncHookHandler },
): void {
  mountRoute(scope, routes.createOrganization, ({ actor, body, call }) =>
    createOrganization(context, actor, body, call),
  )
  mountRoute(scope, routes.listOrganizations, ({ actor, query }) => listOrganizations(context, actor, query))
  mountRoute(scope, routes.listLatestOrganizations, ({ actor, query }) =>
    listLatestOrganizations(context, actor, query),
  )
  mountRoute(scope, routes.listOrganizationsByIds, ({ actor, body }) =>
    listOrganizationsByIds(context, actor, body.ids),
  )
  mountRoute(scope, routes.getOrganization, ({ actor, entity }) => getOrganization(context, actor, entity.id))
  mountRoute(scope, routes.updateOrganization, ({ actor, entity, body, call }) =>
    updateOrganization(context, actor, entity.id, body, call),
  )
  mountRoute(scope, routes.deleteOrganization, ({ actor, entity, call }) =>
    deleteOrganization(context, actor, entity.id, call),
  )
  mountRoute(scope, routes.listOrganizationSolutions, ({ actor, entity, query }) =>
    listOrganizationSolutions(context, actor, entity.id, query),
  )
  mountRoute(scope, routes.assignOrganizationSolutions, ({ actor, entity, body, call }) =>
    assignSolutions(context, actor, entity.id, body.solutionIds, call),
  )
  mountRoute(scope, routes.listOrganizationAudit, ({ entity, query }) =>
    listOrganizationAudit(context, entity.id, query),
  )
  mountRoute(scope, routes.verifyOrganization, ({ actor, entity, body, call }) =>
    verifyOrganization(context, actor, entity.id, body, call),
  )
  mountRoute(scope, routes.listOrganizationEvidence, ({ actor, entity }) => listEvidence(context, actor, entity.id))

  // One limit for all three.
  const seldom = { onRequest: limits.verification }
  mountRoute(
    scope,
    routes.requestOrganizationVerification,
    ({ actor, entity, body, call }) => requestVerification(context, actor, entity.id, body, call),
    seldom,
  )
  mountRoute(
    scope,
    routes.exportOrganization,
    async ({ actor, entity, call, reply }) =>
      sendExport(reply, await exportOrganization(context, actor, entity.id, call), `organization-${entity.id}`),
    seldom,
  )
  mountRoute(
    scope,
    routes.checkOrganizationEvidence,
    ({ actor, entity, params, call }) =>
      checkEvidence(context, actor, { organizationId: entity.id, evidenceId: params.evidenceId }, call),
    seldom,
  )
}
