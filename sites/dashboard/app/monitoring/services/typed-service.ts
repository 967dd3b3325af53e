import {
  captchaKinds,
  type CheckKind,
  checkKinds,
  type MonitoredService,
  type MonitoredServiceNew,
  type MonitoringCheck,
  toldKinds,
} from '@bollard/contracts'
import {
  type CaptchaCheckKind,
  captchaTarget,
  newCaptchaCheck,
  shownCaptchaCheck,
} from '../../monitoring-captcha/typed-captcha-check.ts'
import { type CheckField, checkFields } from './check-fields-of.ts'

/** A service as somebody typed it: every field by its place in what is sent, such as `check/target/url`. */
export interface TypedService {
  readonly kind: CheckKind
  readonly values: Readonly<Record<string, string>>
}

export const target = 'check/target'
const authentication = `${target}/authentication`
/** Ticked where a gateway stands before the address; `/secret` is what it shares with monitoring. */
export const gateway = `${target}/gateway`
const assertionParts = ['source', 'target', 'comparison', 'value', 'verdict'] as const
const assertionsMax = 20

/** Whether checks of this kind are run, so that it has a timeout, an interval and a test. */
export const isProbedKind = (kind: CheckKind): boolean => !toldKinds.some((told) => told === kind)

/** Whether a check asks a captcha, which only the installation itself can do: it has no places, and fields of its own. */
export const isCaptchaKind = (kind: CheckKind): kind is CaptchaCheckKind => captchaKinds.some((one) => one === kind)

/** Whether a gateway of page protection can stand before what is checked. */
export const canBeBehindGateway = (kind: CheckKind): boolean =>
  kind === 'HTTP' || kind === 'WEBSOCKET' || kind === 'FORM'

/** Whether people may say from where it is checked. */
export const hasPlaces = (kind: CheckKind): boolean => isProbedKind(kind) && !isCaptchaKind(kind)

/** Whether a time from which it is slow says something. */
export const canBeSlow = (kind: CheckKind): boolean => isProbedKind(kind) && !isCaptchaKind(kind)

export const kindOf = (text: string | null): CheckKind | undefined => checkKinds.find((kind) => kind === text)

/** Seconds between two checks of a new service, if the plan allows them: what changes slowly is looked at seldom, and forms are sent to people. */
const secondsOf: Partial<Record<CheckKind, number>> = { CERTIFICATE: 21_600, DOMAIN: 21_600, FORM: 900, PASS_RATE: 900 }
export const firstSeconds = (kind: CheckKind, shortest: number): string =>
  String(Math.max(secondsOf[kind] ?? 60, shortest))

/** What a new form begins with. */
export function newService(kind: CheckKind, given: Readonly<Record<string, string>> = {}): TypedService {
  const initial = checkFields[kind].map(({ name, initial: text = '' }) => [`${target}/${name}`, text])
  const values = {
    ...Object.fromEntries(initial),
    ...(isCaptchaKind(kind) ? newCaptchaCheck(kind) : {}),
    'check/timeoutMs': kind === 'FORM' ? '30000' : '8000',
    intervalSeconds: firstSeconds(kind, 0),
    retries: '1',
    confirmations: '1',
    recoveries: '1',
  }
  return { kind, values: { ...values, ...given } }
}

/** Reads a form. Empty rows of demands are left out, and the others move up, as the service counts them. */
export function typedService(kind: CheckKind, form: FormData): TypedService {
  const values: Record<string, string> = {}
  for (const name of new Set(form.keys())) values[name] = form.getAll(name).map(String).join('\n')
  const rows = rowsOf(values)
  for (const name of Object.keys(values)) if (name.startsWith('check/assertions/')) delete values[name]
  for (const [index, row] of rows.entries())
    for (const part of assertionParts) values[`check/assertions/${index}/${part}`] = row[part]
  return { kind, values }
}

/** A stored service as it stands in its form. */
export function shownService({ check, ...service }: MonitoredService): TypedService {
  const stored: Readonly<Record<string, unknown>> = check.target
  const values: Record<string, string> = {
    name: service.name,
    tags: service.tags.join(', '),
    intervalSeconds: String(service.intervalSeconds),
    retries: String(service.retries),
    confirmations: String(service.confirmations),
    recoveries: String(service.recoveries),
    slowMs: service.slowMs === null ? '' : String(service.slowMs),
    parentId: service.parentId ?? '',
    places: service.places.join('\n'),
    ...(isCaptchaCheck(check) ? shownCaptchaCheck(check) : {}),
  }
  for (const field of checkFields[check.kind]) values[`${target}/${field.name}`] = shownField(stored[field.name])
  if ('timeoutMs' in check) {
    values['check/timeoutMs'] = String(check.timeoutMs)
    for (const [index, assertion] of check.assertions.entries())
      for (const part of assertionParts) values[`check/assertions/${index}/${part}`] = assertion[part] ?? ''
  }
  if (check.kind === 'HTTP' && check.target.authentication !== null)
    for (const [name, value] of Object.entries(check.target.authentication))
      values[`${authentication}/${name}`] = value ?? ''
  if ('gateway' in check.target && check.target.gateway !== undefined) values[gateway] = 'on'
  return { kind: check.kind, values }
}

type ShownCheck = MonitoredService['check']
const isCaptchaCheck = (check: ShownCheck): check is ShownCheck & { readonly kind: CaptchaCheckKind } =>
  isCaptchaKind(check.kind)

/** The demands that were typed, without the empty rows. */
export function rowsOf(values: TypedService['values']): Record<(typeof assertionParts)[number], string>[] {
  return Array.from({ length: assertionsMax }, (_, index) => ({
    source: values[`check/assertions/${index}/source`] ?? '',
    target: values[`check/assertions/${index}/target`] ?? '',
    comparison: values[`check/assertions/${index}/comparison`] ?? '',
    value: values[`check/assertions/${index}/value`] ?? '',
    verdict: values[`check/assertions/${index}/verdict`] ?? '',
  })).filter(({ source }) => source !== '')
}

/** The check as it is sent; what is no number or no choice is left to the service, which names the field. */
export function checkOf({ kind, values }: TypedService): MonitoringCheck {
  const fields = checkFields[kind].map((field) => [
    field.name,
    sentField(field, values[`${target}/${field.name}`] ?? ''),
  ])
  const sent: Record<string, unknown> = { kind, target: Object.fromEntries(fields) }
  if (isCaptchaKind(kind)) sent['target'] = captchaTarget(kind, values)
  if (kind === 'HTTP') sent['target'] = { ...Object.fromEntries(fields), authentication: authenticationOf(values) }
  if (canBeBehindGateway(kind) && values[gateway]) {
    const secret = (values[`${gateway}/secret`] ?? '').trim()
    sent['target'] = { ...(sent['target'] as object), gateway: { secret: secret === '' ? null : secret } }
  }
  if (isProbedKind(kind)) {
    sent['timeoutMs'] = numberOf(values['check/timeoutMs'] ?? '')
    sent['assertions'] = (kind === 'PASS_RATE' ? [] : rowsOf(values)).map((row) => ({
      ...row,
      target: row.target.trim() === '' ? null : row.target.trim(),
      value: row.comparison === 'EXISTS' || row.comparison === 'NOT_EXISTS' ? null : row.value,
    }))
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract judges what people typed, field by field
  return sent as unknown as MonitoringCheck
}

/** The whole service as it is sent. */
export function serviceOf(typed: TypedService): MonitoredServiceNew {
  const { values } = typed
  const number = (name: string) => numberOf(values[name] ?? '') as number
  return {
    name: (values['name'] ?? '').trim(),
    tags: (values['tags'] ?? '')
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
    check: checkOf(typed),
    // Kinds that no prober checks have no interval to type.
    intervalSeconds: isProbedKind(typed.kind) ? number('intervalSeconds') : 60,
    retries: number('retries'),
    confirmations: number('confirmations'),
    recoveries: number('recoveries'),
    slowMs: (values['slowMs'] ?? '').trim() === '' ? null : number('slowMs'),
    places: linesOf(values['places'] ?? ''),
    parentId: (values['parentId'] ?? '') === '' ? null : (values['parentId'] ?? null),
  }
}

function authenticationOf(values: TypedService['values']) {
  const part = (name: string) => values[`${authentication}/${name}`] ?? ''
  const secret = (name: string) => (part(name) === '' ? null : part(name))
  const kind = part('kind')
  if (kind === 'BASIC') return { kind, user: part('user'), password: secret('password') }
  if (kind === 'BEARER') return { kind, token: secret('token') }
  if (kind === 'CLIENT_CERTIFICATE') return { kind, certificate: part('certificate').trim(), key: secret('key') }
  return null
}

function shownField(value: unknown): string {
  if (value === null || value === undefined || value === false) return ''
  if (value === true) return 'on'
  if (!Array.isArray(value)) return String(value)
  return value
    .map((one: unknown) =>
      typeof one === 'object' && one !== null && 'name' in one && 'value' in one ? `${one.name}: ${one.value}` : one,
    )
    .join('\n')
}

function sentField({ as, emptyIsText }: CheckField, typed: string): unknown {
  const text = as === 'area' ? typed.replaceAll('\r\n', '\n') : typed.trim()
  if (as === 'tick') return text !== ''
  if (as === 'lines' || as === 'ticks') return linesOf(text)
  if (as === 'headers') return linesOf(text).map(headerOf)
  if (text === '' && emptyIsText !== true) return null
  return as === 'number' ? numberOf(text) : text
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

function headerOf(line: string) {
  const end = line.indexOf(':')
  return end < 0 ? { name: line, value: '' } : { name: line.slice(0, end).trim(), value: line.slice(end + 1).trim() }
}

/** What is no number stays a text, and the service says so. */
const numberOf = (text: string): number | string => (/^-?\d+$/u.test(text.trim()) ? Number(text) : text)
