import { randomBytes } from 'node:crypto'
import { createDecisionIds } from '@bollard/decisions'
import { type Configuration, type ProtectionOptions, readConfiguration } from './configuration.ts'
import { type Decision, isObject, readDecision, undecided } from './decision.ts'
import { judgeBySchema, type StandardSchema, withSchema } from './schema.ts'
import { askService } from './service.ts'
import { createUntold } from './untold.ts'
import { readValidation, tooLarge, unvalidated, type Validation } from './validation.ts'
import { visitorAddress } from './visitor-address.ts'

/** A request as your server has it. Adapters of frameworks make it. */
export interface VisitorRequest {
  readonly method: string
  readonly host: string
  /** With or without a query, which is not sent. */
  readonly path: string
  /** A header's value by its name in lower case. */
  readonly header: (name: string) => string | null
  /** The address that is connected with your server. */
  readonly peer: string | null
}

/** What your application knows of a request. */
export interface Known {
  /** The account. */
  readonly user?: string | null | undefined
  readonly email?: string | null | undefined
  /** How much of each limit the request uses. 1 unless given. */
  readonly cost?: number | undefined
  /** Your own words, to find the decision by. */
  readonly labels?: Readonly<Record<string, string>> | undefined
  /** Token of the captcha, where it is neither in the header nor in the cookie `bollard-response`. */
  readonly captchaToken?: string | null | undefined
}

/** What became of a request in the end. `REFUSED`: it was not handled. */
export type Ending = 'SUCCESS' | 'FAILURE' | 'REFUSED'

export interface ValidateOptions {
  /** Of the visitor, as `Accept-Language` has it; messages come in it. */
  readonly language?: string | undefined
  readonly captchaToken?: string | null | undefined
  /** The visitor's address, for duplicates. It is not kept. */
  readonly address?: string | null | undefined
  /** A schema of your own for all values, of Zod, Valibot, ArkType or whatever else implements Standard Schema. It is asked here, not at the service. */
  readonly schema?: StandardSchema | undefined
}

export interface Protection {
  /** What to do with a request. Never throws and never rejects. */
  protect(request: VisitorRequest, known?: Known): Promise<Decision>
  /** Tells what became of a request, once. Never throws; what got lost is settled by the service after a while. */
  end(decision: Decision, ending: Ending, status?: number): Promise<void>
  /**
   * What is wrong with the fields of a form, by its name in the dashboard. Never throws: where nobody can tell, nothing counts against
   * the visitor.
   */
  validate(form: string, values: Readonly<Record<string, string>>, options?: ValidateOptions): Promise<Validation>
  /** The address of the visitor behind a request, as the service is told it. */
  addressOf(request: Pick<VisitorRequest, 'header' | 'peer'>): string | null
  /** Of the installation, for pages with the widget. */
  readonly origin: string
  /** Where a visitor who was stopped can say that it was a mistake; null before the service has said so. */
  blockedPage(decision: Pick<Decision, 'id'>, language: string): string | null
}

export const tokenName = 'bollard-response'

/** A protection of one solution; make one when your server starts. Throws `ProtectionConfigurationError`. */
export function createProtection(options: ProtectionOptions): Protection {
  const configuration = readConfiguration(options)
  const newId = createDecisionIds((count) => randomBytes(count))
  const names = createNames(configuration)
  const untold = createUntold(configuration)
  const addressOf = ({ header, peer }: Pick<VisitorRequest, 'header' | 'peer'>) =>
    visitorAddress(peer, header('x-forwarded-for'), configuration.isTrusted)
  return {
    origin: configuration.origin,
    addressOf,
    blockedPage({ id }, language) {
      const { websiteUrl } = names.wanted()
      return websiteUrl === null ? null : `${websiteUrl}/${language}/blocked?decision=${encodeURIComponent(id)}`
    },
    async protect(request, known = {}) {
      const begun = performance.now()
      const body = {
        request: {
          address: addressOf(request),
          method: methodOf(request.method),
          host: hostOf(request.host),
          path: pathOf(request.path),
          userAgent: line(request.header('user-agent'), 1_000),
          headers: picked(names.wanted().headers, (name) => request.header(name)),
          cookies: picked(names.wanted().cookies, (name) => countedCookie(request, name)),
          user: known.user === undefined || known.user === null ? null : line(known.user, 200),
          email: known.email === undefined || known.email === null ? null : line(known.email, 254),
        },
        cost: costOf(known.cost ?? 1),
        labels: labelsOf(known.labels ?? {}),
        ...tokenOf(request, known),
      }
      const asked = await askService(configuration, '/decisions', body)
      const tookMs = performance.now() - begun
      const decision = 'fault' in asked ? null : readDecision(asked.answer, tookMs)
      if (decision !== null) {
        untold.tell()
        return decision
      }
      const fault = 'fault' in asked ? asked.fault : 'answer-invalid'
      if (configuration.whenUndecided === 'ALLOW') untold.add()
      tell(() => configuration.onUndecided(fault))
      return undecided(fault, { id: newId(Date.now()), whenUndecided: configuration.whenUndecided, tookMs })
    },
    async end({ id, fault }, ending, status) {
      if (fault !== null) return
      await askService(configuration, `/decisions/${encodeURIComponent(id)}/ending`, {
        ending,
        ...(status === undefined ? {} : { status }),
      })
    },
    async validate(form, values, { language = 'en', captchaToken, address, schema } = {}) {
      const fields = valuesOf(values)
      // Whoever sends more than anybody writes would choose that nobody can tell.
      if (fields === null) return tooLarge()
      // Name servers are asked meanwhile.
      const timeoutMs = Math.max(3_000, configuration.timeoutMs)
      const bySchema = judgeBySchema(values, { schema, language, timeoutMs })
      const asked = await askService({ ...configuration, timeoutMs }, '/validations', {
        form,
        values: fields,
        language: languageTag(language),
        ...(captchaToken && captchaToken.length <= tokenMax ? { captchaToken } : {}),
        ...(address && address.length <= 64 ? { address } : {}),
      })
      const validation = 'fault' in asked ? null : readValidation(asked.answer)
      if (validation !== null) return withSchema(validation, await bySchema)
      const fault = 'fault' in asked ? asked.fault : 'answer-invalid'
      tell(() => configuration.onUndecided(fault))
      return withSchema(unvalidated(fault), await bySchema)
    },
  }
}

/**
 * Names of the headers and cookies that limiters of the solution ask for, so that no other is sent, and where visitors complain. They are asked for with a first
 * decision and again once a minute, while requests go on with what is known.
 */
function createNames(configuration: Configuration): { wanted: () => Wanted } {
  let wanted: Wanted = { headers: [], cookies: [], websiteUrl: null }
  let freshUntil = 0
  const ask = async () => {
    const asked = await askService({ ...configuration, timeoutMs: 5_000 }, '/policy', null)
    if ('answer' in asked) wanted = readWanted(asked.answer)
  }
  return {
    wanted() {
      if (Date.now() >= freshUntil) {
        freshUntil = Date.now() + 60_000
        void ask()
      }
      return wanted
    },
  }
}

interface Wanted {
  readonly headers: readonly string[]
  readonly cookies: readonly string[]
  readonly websiteUrl: string | null
}

function readWanted(policy: unknown): Wanted {
  const limiters: unknown[] = isObject(policy) && Array.isArray(policy['limiters']) ? policy['limiters'] : []
  const parts = limiters
    .flatMap((one) => (isObject(one) && Array.isArray(one['key']) ? one['key'] : []))
    .filter(isObject)
  const named = (from: string) =>
    parts.flatMap((part) => (part['from'] === from && typeof part['name'] === 'string' ? [part['name']] : []))
  const inTexts = parts.flatMap(({ from, text }) => (from === 'expression' ? namesIn(String(text)) : []))
  const of = (kind: 'header' | 'cookie') => inTexts.flatMap((one) => (one.kind === kind ? [one.name] : []))
  return {
    headers: [...new Set([...named('header'), ...of('header')].map((name) => name.toLowerCase()))].slice(0, 20),
    cookies: [...new Set([...named('cookie'), ...of('cookie')])].slice(0, 20),
    websiteUrl: readWebsite(isObject(policy) ? policy['websiteUrl'] : undefined),
  }
}

function readWebsite(value: unknown): string | null {
  return typeof value === 'string' && /^https?:\/\//u.test(value) && URL.canParse(value) ? new URL(value).origin : null
}

/** Of an expression such as `{method} {header.x-team}`. */
function namesIn(text: string): { readonly kind: string; readonly name: string }[] {
  return [...text.matchAll(/\{(header|cookie)\.([^{}]+)\}/gu)].map(([, kind = '', name = '']) => ({ kind, name }))
}

function tokenOf(request: VisitorRequest, known: Known): { captchaToken?: string } {
  const token = known.captchaToken ?? request.header(tokenName) ?? cookieOf(request, tokenName)
  return token === null || token === '' || token.length > tokenMax ? {} : { captchaToken: token }
}

function picked(names: readonly string[], valueOf: (name: string) => string | null): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = valueOf(name)
      return value === null ? [] : [[name, line(value, 1_000)]]
    }),
  )
}

/** What Bollard counts by the visitor's network instead, since a framework may read the first or the last of two. */
const givenTwice = 'bollard:given-twice'

function countedCookie(request: Pick<VisitorRequest, 'header'>, name: string): string | null {
  const first = cookieOf(request, name)
  const pairs = (request.header('cookie') ?? '').split(';').map((pair) => pair.trim())
  const isSame = (pair: string) => pair.slice(0, pair.indexOf('=')).trim() !== name || valueIn(pair) === first
  return first === null || pairs.every((pair) => !pair.includes('=') || isSame(pair)) ? first : givenTwice
}

export function cookieOf(request: Pick<VisitorRequest, 'header'>, name: string): string | null {
  for (const pair of (request.header('cookie') ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return valueIn(pair)
  }
  return null
}

function valueIn(pair: string): string {
  return pair.slice(pair.indexOf('=') + 1).trim()
}

/** Without a port. */
function hostOf(host: string): string {
  return line(host, 253).replace(/:\d+$/u, '').toLowerCase() || 'unknown'
}

const tokenMax = 2_048
/** Of a form, as the service takes it: fields, characters of one, and bytes of all. */
const [fieldsMax, valueMax, formBytesMax] = [100, 110_000, 2_000_000]

/**
 * What of a form the service looks at; null where it is more than any form has. A value that is cut is still longer than what is
 * checked, so that the service says so instead of judging a part for the whole. Names that no field can have are
 * left out.
 */
function valuesOf(values: Readonly<Record<string, string>>): Record<string, string> | null {
  const named = Object.entries(values).filter(([name]) => name !== '' && name === line(name, 100))
  if (named.length > fieldsMax) return null
  const fields = Object.fromEntries(
    named.map(([name, value]) => [name, String(value).slice(0, valueMax).toWellFormed()]),
  )
  return Buffer.byteLength(JSON.stringify(fields)) > formBytesMax ? null : fields
}

function languageTag(language: string): string {
  const tag = line(language, 35)
  return /^[ -~]{2,}$/u.test(tag) ? tag : 'en'
}

const pathMax = 2_000

/** Of a long text its beginning and its end: cut at its end, `/./././…/sign-in` would be nobody's path. */
function bothEnds(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, max / 2) + text.slice(-max / 2)
}

function pathOf(path: string): string {
  const [only = ''] = path.split('?', 1)
  const whole = only.startsWith('/') ? only : `/${only}`
  return bothEnds(whole, pathMax).toWellFormed()
}

// What the service would refuse, nobody would decide about, and the request would pass: so nothing that a visitor may choose is sent as it is.

/** Letters alone: Node knows `M-SEARCH` too. */
function methodOf(method: string): string {
  return (
    method
      .toUpperCase()
      .replaceAll(/[^A-Z]/gu, '')
      .slice(0, 20) || 'GET'
  )
}

/** A whole number from 1 to a million, whatever it was computed from. */
function costOf(cost: number): number {
  return Math.min(Math.max(Math.ceil(cost), 1), 1_000_000) || 1
}

function labelsOf(labels: Readonly<Record<string, string>>): Record<string, string> {
  const all = Object.entries(labels).slice(0, 10)
  return Object.fromEntries(all.map(([name, value]) => [line(name, 40), line(value, 200)]))
}

/** One line without control characters, as the service takes texts. */
function line(text: string | null, max: number): string {
  // Not every application is typed, and an account may be a number.
  return String(text ?? '')
    .replaceAll(/[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/gu, ' ')
    .slice(0, max)
    .toWellFormed()
}

/** What the application does when it is told is its own. */
function tell(telling: () => void): void {
  try {
    telling()
  } catch (error) {
    process.emitWarning(`onUndecided has thrown: ${String(error)}`, { code: 'BOLLARD_UNDECIDED' })
  }
}
