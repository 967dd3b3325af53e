import { captchaRoutes } from '@bollard/contracts'
import { mountRoute, ProblemError } from '@bollard/http'
import type { FastifyInstance } from 'fastify'
import type { Gate } from '../../records/audit/editor.ts'
import { createRule } from './create-rule.ts'
import { deleteRule } from './delete-rule.ts'
import { orderRules } from './order-rules.ts'
import { putRuleForms } from './put-rule-forms.ts'
import type { RuleContext } from './rule-context.ts'
import { describeForms, readForms } from './rule-forms.ts'
import { listStoredRules, toRule } from './stored-rules.ts'
import { tryRules } from './try-rules.ts'
import { updateRule } from './update-rule.ts'

/** A rule with ten conditions that are all as long as they may be has about 90 KB. */
const large = { bodyLimit: 131_072 }

/** The calls that show, change and try the rules of a site. */
export function mountRules(app: FastifyInstance, context: RuleContext, gate: Gate): void {
  mountRoute(app, captchaRoutes.listRules, async ({ params, request }) => {
    const site = await gate.requireSite(request, params.solutionId, 'VIEWER')
    await context.refreshHits()
    return { items: (await listStoredRules(context.db, site.id)).map(toRule), nextCursor: null }
  })

  mountRoute(
    app,
    captchaRoutes.createRule,
    async ({ params, body, request }) =>
      createRule(context, await gate.requireEditor(request, params.solutionId, 'ADMIN'), body),
    large,
  )

  mountRoute(app, captchaRoutes.getRule, async ({ params, request }) => {
    const site = await gate.requireSite(request, params.solutionId, 'VIEWER')
    await context.refreshHits()
    const rule = (await listStoredRules(context.db, site.id)).find(({ id }) => id === params.ruleId.toLowerCase())
    if (rule === undefined) throw new ProblemError('not-found')
    return toRule(rule)
  })

  mountRoute(
    app,
    captchaRoutes.updateRule,
    async ({ params, body, request }) => {
      const editor = await gate.requireEditor(request, params.solutionId, 'ADMIN')
      return updateRule(context, editor, { ...body, ruleId: params.ruleId })
    },
    large,
  )

  mountRoute(app, captchaRoutes.deleteRule, async ({ params, request }) => {
    const editor = await gate.requireEditor(request, params.solutionId, 'ADMIN')
    await deleteRule(context, editor, params.ruleId)
  })

  mountRoute(app, captchaRoutes.orderRules, async ({ params, body, request }) => {
    const editor = await gate.requireEditor(request, params.solutionId, 'ADMIN')
    await context.refreshHits()
    return { items: await orderRules(context, editor, body.ruleIds), nextCursor: null }
  })

  mountRoute(app, captchaRoutes.getRuleForms, async ({ params, request }) => {
    const site = await gate.requireSite(request, params.solutionId, 'VIEWER')
    return describeForms(await readForms(context.db, site.id), context.now().getTime())
  })

  mountRoute(app, captchaRoutes.putRuleForms, async ({ params, body, request }) => {
    const editor = await gate.requireEditor(request, params.solutionId, 'ADMIN')
    return putRuleForms(context, editor, body)
  })

  mountRoute(app, captchaRoutes.tryRules, async ({ params, body, request }) => {
    const site = await gate.requireSite(request, params.solutionId, 'VIEWER')
    return tryRules(context, site.id, body)
  })
}
