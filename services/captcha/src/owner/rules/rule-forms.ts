import { type FormRule, type RuleForm, ruleForms, type RuleFormsContent, rulesOfFormsContent } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { type FieldError, ProblemError } from '@bollard/http'
import { checkCountries, checkNetworks } from './check-rule.ts'

/** The rule of a form as it is stored; a form that is off keeps the row of the rule that it had. */
export interface StoredForm extends FormRule {
  readonly id: string
  readonly number: number
  readonly form: RuleForm
  readonly enabled: boolean
  readonly dryRun: boolean
  readonly expiresAt: Date | null
  readonly version: number
  readonly deletedAt: Date | null
}

export async function readForms(db: Queries, siteId: number): Promise<StoredForm[]> {
  return db.query(
    'captcha-rule-forms',
    `select id, number, form, conditions, action, enabled, dry_run as "dryRun", expires_at as "expiresAt", version, deleted_at as "deletedAt"
     from captcha.rules where site_id = $1 and form is not null order by number`,
    [siteId],
  )
}

export type RuleFormsAnswer = RuleFormsContent & { readonly version: number; readonly paused: RuleForm[] }

/** What the forms show. Every change of a form adds to the version of its row, so the sum of them tells one state from another. */
export function describeForms(stored: readonly StoredForm[], now: number): RuleFormsAnswer {
  const live = stored.filter(({ deletedAt }) => deletedAt === null)
  const conditionsOf = (form: RuleForm) => live.find((one) => one.form === form)?.conditions ?? []
  const networksOf = (form: RuleForm) =>
    conditionsOf(form).flatMap((condition) => (condition.field === 'ip' ? condition.values : []))
  const countries = conditionsOf('GEOBLOCKING').find((condition) => condition.field === 'country')
  return {
    geoblocking: {
      mode: countries === undefined ? 'OFF' : countries.not ? 'ALLOW_LISTED' : 'BLOCK_LISTED',
      countries: countries?.values ?? [],
    },
    allowedNetworks: networksOf('ALLOWED_NETWORKS'),
    blockedNetworks: networksOf('BLOCKED_NETWORKS'),
    version: stored.reduce((sum, { version }) => sum + version, 0),
    paused: ruleForms.filter((form) =>
      live.some(
        (one) =>
          one.form === form &&
          (!one.enabled || one.dryRun || (one.expiresAt !== null && one.expiresAt.getTime() <= now)),
      ),
    ),
  }
}

/** The rule that each form asks for, null for a form that is off. @throws ProblemError `validation-failed` */
export function rulesOfForms({
  geoblocking,
  allowedNetworks,
  blockedNetworks,
}: RuleFormsContent): Record<RuleForm, FormRule | null> {
  const faults: FieldError[] = []
  const countries = checkCountries(geoblocking.countries, '/geoblocking/countries', faults)
  const allowed = checkNetworks(allowedNetworks, '/allowedNetworks', faults)
  const blocked = checkNetworks(blockedNetworks, '/blockedNetworks', faults)
  if (geoblocking.mode !== 'OFF' && geoblocking.countries.length === 0)
    faults.push({ pointer: '/geoblocking/countries', code: 'too-short', params: { min: 1 } })
  if (faults.length > 0) throw new ProblemError('validation-failed', undefined, { errors: faults })
  return rulesOfFormsContent({
    geoblocking: { mode: geoblocking.mode, countries },
    allowedNetworks: allowed,
    blockedNetworks: blocked,
  })
}
