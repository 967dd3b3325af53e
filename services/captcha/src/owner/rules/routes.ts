import { captchaRoutes } from '@bollard/contracts'
import { mountRoute, ProblemError } from '@bollard/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Actor, type Caller, requireSite } from '../../access/require-site.ts'
import { type EditorPorts, requireEditor } from '../../access/require-editor.ts'
import { createRule } from './create-rule.ts'
import { deleteRule } from './delete-rule.ts'
import { orderRules } from './order-rules.ts'
import { putRuleForms } from './put-rule-forms.ts'
import { describeForms, readForms } from './rule-forms.ts'
import type { RulePorts } from './rule-ports.ts'
import { listStoredRules, toRule } from './stored-rules.ts'
import { tryRules } from './try-rules.ts'
import { updateRule } from './update-rule.ts'

/** A rule with ten conditions that are all as long as they may be has about 90 KB. */
const large = { bodyLimit: 131_072 }

/** The calls that show, change and try the rules of a site. */
export function mountRules(
  app: FastifyInstance,
  ports: EditorPorts & RulePorts,
  actorOf: (request: FastifyRequest) => Actor | Caller,
): void {
  mountRoute(app, captchaRoutes.listRules, async ({ params, request }) => {
    const site = await requireSite(ports, actorOf(request), params.solutionId, 'VIEWER')
    await ports.refreshHits()
    return { items: (await listStoredRules(ports.db, site.id)).map(toRule), nextCursor: null }
  })

  mountRoute(
    app,
    captchaRoutes.createRule,
    async ({ params, body, request }) =>
      createRule(ports, await requireEditor(ports, request, actorOf(request), params.solutionId, 'ADMIN'), body),
    large,
  )

  mountRoute(app, captchaRoutes.getRule, async ({ params, request }) => {
    const site = await requireSite(ports, actorOf(request), params.solutionId, 'VIEWER')
    await ports.refreshHits()
    const rule = (await listStoredRules(ports.db, site.id)).find(({ id }) => id === params.ruleId.toLowerCase())
    if (rule === undefined) throw new ProblemError('not-found')
    return toRule(rule)
  })

  mountRoute(
    app,
    captchaRoutes.updateRule,
    async ({ params, body, request }) => {
      const editor = await requireEditor(ports, request, actorOf(request), params.solutionId, 'ADMIN')
      return updateRule(ports, editor, { ...body, ruleId: params.ruleId })
    },
    large,
  )

  mountRoute(app, captchaRoutes.deleteRule, async ({ params, request }) => {
    const editor = await requireEditor(ports, request, actorOf(request), params.solutionId, 'ADMIN')
    await deleteRule(ports, editor, params.ruleId)
  })

  mountRoute(app, captchaRoutes.orderRules, async ({ params, body, request }) => {
    const editor = await requireEditor(ports, request, actorOf(request), params.solutionId, 'ADMIN')
    await ports.refreshHits()
    return { items: await orderRules(ports, editor, body.ruleIds), nextCursor: null }
  })

  mountRoute(app, captchaRoutes.getRuleForms, async ({ params, request }) => {
    const site = await requireSite(ports, actorOf(request), params.solutionId, 'VIEWER')
    return describeForms(await readForms(ports.db, site.id), ports.now())
  })

  mountRoute(app, captchaRoutes.putRuleForms, async ({ params, body, request }) => {
    const editor = await requireEditor(ports, request, actorOf(request), params.solutionId, 'ADMIN')
    return putRuleForms(ports, editor, body)
  })

  mountRoute(app, captchaRoutes.tryRules, async ({ params, body, request }) => {
    const site = await requireSite(ports, actorOf(request), params.solutionId, 'VIEWER')
    return tryRules(ports, site.id, body)
  })
}
