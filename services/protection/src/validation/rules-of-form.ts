import type { FieldRuleSetting } from '@bollard/contracts'
import type { VatRegister } from '../form-context.ts'
import type { DisposableSource, FieldRule, MailResolver, Script, SpamFilter } from '@bollard/validations'

/** Scripts as the API names them (ISO 15924), as Unicode names them: who writes Japanese writes three. */
const scripts: Readonly<Record<string, readonly Script[]>> = {
  Latn: ['Latin'],
  Cyrl: ['Cyrillic'],
  Grek: ['Greek'],
  Arab: ['Arabic'],
  Hebr: ['Hebrew'],
  Hans: ['Han'],
  Jpan: ['Han', 'Hiragana', 'Katakana'],
  Kore: ['Hangul', 'Han'],
  Deva: ['Devanagari'],
  Thai: ['Thai'],
}

/** What rules need beside their settings. What is left out is not looked at. */
export interface RuleParts {
  readonly now: () => Date
  readonly resolver?: MailResolver
  readonly disposable?: DisposableSource
  readonly askRegister?: VatRegister
  /** Whether a box came within the last 30 days. */
  readonly isKnownBox?: (box: string) => Promise<boolean>
  readonly spam?: SpamFilter
  readonly duplicates?: {
    readonly key: Buffer
    readonly count: (fingerprint: bigint, passages: readonly number[]) => Promise<number>
  }
}

/** The rules of a form by the names of its fields, as they are stored, with what each asks. */
export function rulesOf(fields: readonly FieldRuleSetting[], parts: RuleParts): Record<string, FieldRule> {
  // Made from entries: a field may be called `__proto__`.
  return Object.fromEntries(fields.map((field) => [field.name, ruleOf(field, parts)]))
}

function ruleOf(field: FieldRuleSetting, parts: RuleParts): FieldRule {
  const { isOptional } = field
  switch (field.kind) {
    case 'EMAIL': {
      const { asksDns, disposable, roles, duplicates } = field
      return {
        isOptional,
        kind: 'EMAIL',
        roles,
        ...(asksDns && parts.resolver && { resolver: parts.resolver }),
        ...(disposable === 'FLAG' && parts.disposable && { disposable: parts.disposable }),
        ...(duplicates === 'FLAG' && parts.isKnownBox && { isKnown: parts.isKnownBox }),
      }
    }
    case 'PHONE': {
      const { onlyThatCountry, country } = field
      return { isOptional, kind: 'PHONE', onlyThatCountry, now: parts.now, ...(country !== null && { country }) }
    }
    case 'IBAN':
      return { isOptional, kind: 'IBAN', ...(field.country !== null && { country: field.country }) }
    case 'VAT_ID':
      return {
        isOptional,
        kind: 'VAT_ID',
        ...(field.asksRegister === true && parts.askRegister && { askRegister: parts.askRegister }),
      }
    case 'URL':
      return { isOptional, kind: 'URL', protectedDomains: field.ownHosts }
    case 'TEXT': {
      const { isMessage, linksMax, ownHosts, personalData, languages, refusesLong = false } = field
      return {
        isOptional,
        kind: 'TEXT',
        linksMax: linksMax ?? Infinity,
        protectedDomains: ownHosts,
        personalData,
        refusesLong,
        ...(languages.length > 0 && { languages }),
        ...(field.scripts.length > 0 && { scripts: field.scripts.flatMap((script) => scripts[script] ?? []) }),
        ...(isMessage && parts.spam && { spam: parts.spam }),
        ...(isMessage && parts.duplicates && { duplicates: parts.duplicates }),
      }
    }
  }
}

/** What somebody wrote: the values of all fields of a form that are messages, in the order of its fields. */
export function messagesOf(fields: readonly FieldRuleSetting[], values: Readonly<Record<string, string>>): string[] {
  return fields
    .filter((field) => field.kind === 'TEXT' && field.isMessage)
    .map(({ name }) => valueOf(values, name) ?? '')
    .filter((text) => text !== '')
}

/** The value of a field by its name, where it was sent. */
export function valueOf(values: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}
