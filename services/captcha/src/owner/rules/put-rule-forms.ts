import { isDeepStrictEqual } from 'node:util'
import type { Call, Caller } from '@bollard/access'
import { type FormRule, type RuleForm, ruleFormBeginnings, ruleForms, type RuleFormsContent } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { changesOf } from '../../records/audit/changes-of.ts'
import { recordAudit } from '../../records/audit/record-audit.ts'
import { lockSite, type SiteOverview, touchSite } from '../../records/sites/sites.ts'
import { createVerificationId } from '../../records/store/verification-id.ts'
import { assertFeatures, type WantedFeature } from '../plan/assert-plan.ts'
import { planOf } from '../plan/plan-terms.ts'
import { wantedOfRule } from '../plan/wanted-of-rule.ts'
import { assertLength, assertRoom, nextRuleNumber } from './next-rule-number.ts'
import type { RuleContext } from './rule-context.ts'
import { describeForms, readForms, type RuleFormsAnswer, rulesOfForms, type StoredForm } from './rule-forms.ts'
import { insertRule, listStoredRules } from './stored-rules.ts'

/** How the rule of a form begins. */
const fresh = { enabled: true, dryRun: false, expiresAt: null } as const

/** Where a form is in the body. */
const pointers: Record<RuleForm, string> = {
  ALLOWED_NETWORKS: '/allowedNetworks',
  BLOCKED_NETWORKS: '/blockedNetworks',
  GEOBLOCKING: '/geoblocking',
}

/** Replaces the simple forms: makes, changes and ends the rules behind them. @throws ProblemError `version-conflict`, `plan-feature`, `quota-exceeded` */
export async function putRuleForms(
  { db, now, randomBytes, ...context }: Pick<RuleContext, 'db' | 'now' | 'randomBytes' | 'plansOf'>,
  actor: Caller,
  site: SiteOverview,
  { version, ...content }: RuleFormsContent & { version: number },
  call: Call,
): Promise<RuleFormsAnswer> {
  const siteId = site.id
  const wanted = rulesOfForms(content)
  const at = now()
  const plan = await planOf(context, site)
  const newId = (): string => createVerificationId(at.getTime(), randomBytes(10))
  return db.transaction(async (tx) => {
    await lockSite(tx, siteId)
    const before = await readForms(tx, siteId)
    const { version: current, ...shown } = describeForms(before, at.getTime())
    if (current !== version) throw new ProblemError('version-conflict')
    assertFeatures(
      plan,
      ruleForms.flatMap((form) => wantedOfForm(form, before, wanted[form])),
    )
    for (const form of ruleForms) {
      const stored = before.find((one) => one.form === form)
      const rule = wanted[form]
      if (rule === null) await turnOff(tx, stored, at)
      else if (stored === undefined) await turnOn(tx, siteId, { form, rule, id: newId(), at })
      else await change(tx, siteId, { stored, rule, at })
    }
    await assertLength(tx, siteId)
    await touchSite(tx, siteId)
    const answer = describeForms(await readForms(tx, siteId), at.getTime())
    const { version: _version, ...shows } = answer
    await recordAudit(tx, actor, call, at, { site, action: 'rule-forms.updated', ...changesOf(shown, shows) })
    return answer
  })
}

/** The features that a form needs beyond what its rule had; one that is off had nothing. */
function wantedOfForm(form: RuleForm, before: readonly StoredForm[], rule: FormRule | null): WantedFeature[] {
  if (rule === null) return []
  const old = before.find((one) => one.form === form && one.deletedAt === null) ?? null
  const wanted = wantedOfRule(old, { ...(old ?? fresh), ...rule }, () => pointers[form])
  // A form is one place in the body, whatever conditions it makes.
  return wanted.filter(({ feature }, index) => wanted.findIndex((other) => other.feature === feature) === index)
}

async function turnOn(
  tx: Queries,
  siteId: number,
  { form, rule, id, at }: { form: RuleForm; rule: FormRule; id: string; at: Date },
): Promise<void> {
  const number = await nextRuleNumber(tx, siteId)
  await insertRule(tx, { ...ruleFormBeginnings[form], ...rule, id, siteId, number, form, ...fresh, createdAt: at })
}

async function turnOff(tx: Queries, stored: StoredForm | undefined, at: Date): Promise<void> {
  if (stored === undefined || stored.deletedAt !== null) return
  await tx.query(
    'captcha-rule-form-off',
    'update captcha.rules set deleted_at = $2, updated_at = $2, version = version + 1 where id = $1',
    [stored.id, at],
  )
}

/** A form that is turned on again goes on with the rule that it had, from where a new one would begin. */
async function change(
  tx: Queries,
  siteId: number,
  { stored, rule, at }: { stored: StoredForm; rule: FormRule; at: Date },
): Promise<void> {
  const { id, form, deletedAt } = stored
  const values = [id, JSON.stringify(rule.conditions), JSON.stringify(rule.action), at]
  if (deletedAt === null) {
    if (isDeepStrictEqual(rule.conditions, stored.conditions) && isDeepStrictEqual(rule.action, stored.action)) return
    await tx.query(
      'captcha-rule-form-change',
      'update captcha.rules set conditions = $2::jsonb, action = $3::jsonb, updated_at = $4, version = version + 1 where id = $1',
      values,
    )
    return
  }
  assertRoom((await listStoredRules(tx, siteId)).length)
  await tx.query(
    'captcha-rule-form-again',
    `update captcha.rules set conditions = $2::jsonb, action = $3::jsonb, updated_at = $4, version = version + 1, deleted_at = null,
       priority = $5, enabled = true, dry_run = false, expires_at = null where id = $1`,
    [...values, ruleFormBeginnings[form].priority],
  )
}
