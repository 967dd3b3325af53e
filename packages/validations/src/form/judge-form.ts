import { type EmailOptions, judgeEmail } from '../email/judge-email.ts'
import { judgeUrl, type LinkOptions } from '../links/links.ts'
import { type IbanOptions, judgeIban } from '../numbers/iban.ts'
import { judgePhone, type PhoneOptions } from '../numbers/phone.ts'
import { judgeVatId, type VatIdOptions } from '../numbers/vat-id.ts'
import { judgeText, type TextOfForm, type TextOptions } from './judge-text.ts'
import { textMaxOf } from '../text/words.ts'
import { type FieldVerdict, type Finding, found, type Outcome, verdictOf, worstOf } from '../verdict.ts'

/** How a field is judged: its kind, and what that kind's function takes. `isOptional` lets it be empty. */
export type FieldRule = { readonly isOptional?: boolean } & (
  | ({ readonly kind: 'EMAIL' } & EmailOptions)
  | ({ readonly kind: 'PHONE' } & PhoneOptions)
  | ({ readonly kind: 'IBAN' } & IbanOptions)
  | ({ readonly kind: 'VAT_ID' } & VatIdOptions)
  | ({ readonly kind: 'URL' } & LinkOptions)
  | ({ readonly kind: 'TEXT' } & TextOptions)
)

export interface FormVerdict {
  /** The worst of its fields. */
  readonly outcome: Outcome
  /** The weights of all findings together, 100 at most. */
  readonly weight: number
  readonly fields: Readonly<Record<string, FieldVerdict>>
  /** Characters of each text that were looked at. */
  readonly textMax: number
}

export interface FormOptions {
  /**
   * Milliseconds that the whole form has, default 2,000, for what is asked elsewhere; a field that is not ready by then
   * is UNKNOWN. What a text itself shows is judged however long that takes: who could delay it would go unseen.
   */
  readonly budgetMs?: number
}

/**
 * Judges the fields of a form at once, each by its rule; fields without a rule are left alone. It never rejects: what
 * fails while it is asked (a name server, a register) makes its field UNKNOWN. Of all texts
 * together 120,000 characters are looked at, in turns of the event loop, so that no form keeps the process from others.
 */
export async function judgeForm(
  values: Readonly<Record<string, unknown>>,
  rules: Readonly<Record<string, FieldRule>>,
  { budgetMs = 2_000 }: FormOptions = {},
): Promise<FormVerdict> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Finding>((resolve) => {
    timer = setTimeout(() => resolve(found('field-not-in-time', { budgetMs })), budgetMs)
  })
  const entries = Object.entries(rules).map(([name, rule]) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    return { name, rule, value }
  })
  const max = textMaxOf(
    entries.flatMap(({ rule, value }) => (rule.kind === 'TEXT' && typeof value === 'string' ? [value.length] : [])),
  )
  const judged = entries.map(async ({ name, rule, value }): Promise<[string, FieldVerdict]> => {
    const verdict = judgeField(value, rule, { max, late }).catch(() => verdictOf([found('field-not-judged')]))
    return [
      name,
      await (rule.kind === 'TEXT' ? verdict : Promise.race([verdict, late.then((finding) => verdictOf([finding]))])),
    ]
  })
  const fields = await Promise.all(judged).finally(() => clearTimeout(timer))
  const findings = fields.flatMap(([, verdict]) => verdict.findings)
  return {
    outcome: worstOf(fields.map(([, { outcome }]) => outcome)),
    weight: Math.min(
      100,
      findings.reduce((sum, { weight }) => sum + weight, 0),
    ),
    fields: Object.fromEntries(fields),
    textMax: max,
  }
}

/**
 * One field by its rule; spaces alone are nothing, and those around an address or a number do not count. Rejects only
 * with what the rule's own parts reject with.
 */
export async function judgeField(typed: unknown, rule: FieldRule, ofForm?: TextOfForm): Promise<FieldVerdict> {
  const isText = rule.kind === 'TEXT'
  const value = typeof typed === 'string' && (!isText || typed.trim() === '') ? typed.trim() : typed
  if (value === undefined || value === null || value === '')
    return verdictOf(rule.isOptional === true ? [] : [found('value-missing')])
  if (typeof value !== 'string') return verdictOf([found('value-not-text')])
  switch (rule.kind) {
    case 'EMAIL':
      return judgeEmail(value, rule)
    case 'PHONE':
      return judgePhone(value, rule)
    case 'IBAN':
      return judgeIban(value, rule)
    case 'VAT_ID':
      return judgeVatId(value, rule)
    case 'URL':
      return judgeUrl(value, rule)
    case 'TEXT':
      return judgeText(value, rule, ofForm)
  }
}
