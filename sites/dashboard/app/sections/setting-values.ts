import type { SiteSettings } from '@bollard/contracts'
import { textOf } from '@bollard/site-kit'
import { parseDomains } from '../creation/parse-domains.ts'
import { ruleReaders } from './rule-readers.ts'

/**
 * Settings by the names of their form fields. A name is the JSON pointer into the settings without its first slash, such as
 * `widget/design/light/text`, so that a refusal of the service finds its field. Undefined is a setting that is left out.
 */
export type Values = Readonly<Record<string, Setting>>
/** A setting as JSON could hold it, or as somebody typed it. */
export type Setting =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Setting[]
  | { readonly [part: string]: Setting }

type Reader = (form: FormData, name: string) => Setting

/** What is no number stays as it was typed: the service refuses it, and the form shows it again. */
const number: Reader = (form, name) => {
  const text = textOf(form, name).trim().replace(',', '.')
  return text === '' || Number.isNaN(Number(text)) ? text : Number(text)
}
const flag: Reader = (form, name) => form.has(name)
const text: Reader = (form, name) => textOf(form, name)
const line: Reader = (form, name) => textOf(form, name).trim()
const optionalText: Reader = (form, name) => textOf(form, name).trim() || undefined
const optionalNumber: Reader = (form, name) => (textOf(form, name).trim() === '' ? undefined : number(form, name))
const address: Reader = (form, name) => textOf(form, name).trim() || null
const lines: Reader = (form, name) => [
  ...new Set(
    textOf(form, name)
      .split(/[\n,]/u)
      .map((line) => line.trim())
      .filter(Boolean),
  ),
]

/** Addresses as they were typed last, each once. */
const emails: Reader = (form, name) => [
  ...new Map(piecesOf(textOf(form, name)).map((email) => [email.toLowerCase(), email])).values(),
]
/** What is no whole number stays as it was typed: the service refuses it, and the form shows it again. */
const percents: Reader = (form, name) => {
  const all = piecesOf(textOf(form, name).replaceAll('%', ' '))
  const numbers = all.map((piece) => (/^\d{1,6}$/u.test(piece) ? Number(piece) : piece))
  return [...new Set(numbers)].toSorted((one, other) => Number(one) - Number(other))
}
const piecesOf = (text: string): string[] => text.split(/[\s,;]+/u).filter(Boolean)

/** At most so many bots can be named; the contract has the same bound. */
const botsMax = 20
const signedBots: Reader = (form, list) =>
  Array.from({ length: botsMax + 1 }, (_, index) => `${list}/${index}`).flatMap((row) => {
    const [name, agent, publicKey] = ['name', 'agent', 'publicKey'].map((part) => textOf(form, `${row}/${part}`).trim())
    return name || agent || publicKey ? [{ name, agent: agent || null, publicKey }] : []
  })

const privateTokens: Reader = (form, name) => {
  const [issuer, publicKey] = ['issuer', 'publicKey'].map((part) => textOf(form, `${name}/${part}`).trim())
  return issuer || publicKey ? { issuer, publicKey } : null
}

const readers: Readonly<Record<string, Reader>> = {
  threshold: number,
  difficulty: number,
  resultTtlMinutes: number,
  resultRetrievals: number,
  retentionDays: number,
  riskScoring: flag,
  minimalData: flag,
  honeypots: flag,
  volumeBudgets: flag,
  refuseOtherNetworks: flag,
  'widget/invisible': flag,
  'widget/whiteLabel': flag,
  'widget/privacyUrl': address,
  'widget/design/radius': optionalNumber,
  'widget/design/boxRadius': optionalNumber,
  'widget/design/borderWidth': optionalNumber,
  exemptNetworks: lines,
  monitoredBy: lines,
  actions: lines,
  // Of a solution.
  label: line,
  notificationEmails: emails,
  usageAlertPercents: percents,
  // Of an environment.
  domains: (form, name) => parseDomains(textOf(form, name)),
  active: flag,
  signedBots,
  privateTokens,
  // Of rules, and of the simple forms that keep one each.
  ...ruleReaders,
  'geoblocking/countries': (form, name) => form.getAll(name).map(String),
  allowedNetworks: lines,
  blockedNetworks: lines,
}

function readerOf(name: string): Reader {
  return readers[name] ?? (/^widget\/(?:translations|design)\//u.test(name) ? optionalText : text)
}

/** What somebody typed into the fields of a form. */
export function readValues(form: FormData, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, readerOf(name)(form, name)]))
}

export function valuesOf(settings: SiteSettings, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, valueAt(settings as unknown as Setting, name.split('/'))]))
}

function valueAt(tree: Setting, path: readonly string[]): Setting {
  return path.reduce<Setting>((at, part) => (isTree(at) && Object.hasOwn(at, part) ? at[part] : undefined), tree)
}

/** The settings with these values in place of theirs. Palettes and languages of which nothing is left are left out. */
export function withValues(settings: SiteSettings, values: Values): SiteSettings {
  const changed = structuredClone(settings)
  for (const [name, value] of Object.entries(values)) setAt(changed, name.split('/'), value)
  const { design, translations } = changed.widget
  for (const theme of ['light', 'dark'] as const) if (isEmpty(design[theme])) delete design[theme]
  for (const language of Object.keys(translations)) if (isEmpty(translations[language])) delete translations[language]
  return changed
}

function setAt(tree: object, path: readonly string[], value: unknown): void {
  const last = path.at(-1) ?? ''
  let at: object = tree
  for (const part of path.slice(0, -1)) {
    const below: unknown = Object.hasOwn(at, part) ? Reflect.get(at, part) : undefined
    const next = isTree(below) ? below : {}
    if (next !== below) Reflect.set(at, part, next)
    at = next
  }
  if (value === undefined) Reflect.deleteProperty(at, last)
  else Reflect.set(at, last, value)
}

function isTree(value: unknown): value is Record<string, Setting> {
  return typeof value === 'object' && value !== null
}

function isEmpty(value: object | undefined): boolean {
  return value !== undefined && Object.keys(value).length === 0
}
