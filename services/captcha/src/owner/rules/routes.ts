import { captchaRoutes } from '@bollard/contracts'
import { mountRoute, ProblemError } from '@bollard/http'
import type { SiteScope } from '../../records/sites/site-scope.ts'
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
export function mountRules(app: SiteScope, context: RuleContext): void {
  mountRoute(app, captchaRoutes.listRules, async ({ standing: { site } }) => {
    await context.refreshHits(site.id)
    return { items: (await listStoredRules(context.db, site.id)).map(toRule), nextCursor: null }
  })

  mountRoute(
    app,
    captchaRoutes.createRule,
    async ({ actor, standing: { site }, body, call }) => createRule(context, actor, site, body, call),
    large,
  )

  mountRoute(app, captchaRoutes.getRule, async ({ standing: { site }, params }) => {
    await context.refreshHits(site.id)
    const rule = (await listStoredRules(context.db, site.id)).find(({ id }) => id === params.ruleId.toLowerCase())
    if (rule === undefined) throw new ProblemError('not-found')
    return toRule(rule)
  })

  mountRoute(
    app,
    captchaRoutes.updateRule,
    async ({ actor, standing: { site }, params, body, call }) =>
      updateRule(context, actor, site, { ...body, ruleId: params.ruleId }, call),
    large,
  )

  mountRoute(app, captchaRoutes.deleteRule, async ({ actor, standing: { site }, params, call }) => {
    await deleteRule(context, actor, site, params.ruleId, call)
  })

  mountRoute(app, captchaRoutes.orderRules, async ({ actor, standing: { site }, body, call }) => {
    await context.refreshHits(site.id)
    return { items: await orderRules(context, actor, site, body.ruleIds, call), nextCursor: null }
  })

  mountRoute(app, captchaRoutes.getRuleForms, async ({ standing: { site } }) =>
    describeForms(await readForms(context.db, site.id), context.now().getTime()),
  )

  mountRoute(app, captchaRoutes.putRuleForms, async ({ actor, standing: { site }, body, call }) =>
    putRuleForms(context, actor, site, body, call),
  )

  mountRoute(app, captchaRoutes.tryRules, async ({ standing: { site }, body }) => tryRules(context, site.id, body))
}
