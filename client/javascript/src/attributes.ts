import { BollardConfigurationError } from './configuration.ts'

/** What a page can ask of one captcha. What is left out is as the owner has set it in the dashboard. */
export interface CaptchaOptions {
  /** Site key of your environment, `bsk_…`. */
  readonly siteKey: string
  /** Name of the form field with the token, `bollard-response` unless given. Empty: no field. */
  readonly name?: string | undefined
  /** What the form is for. Changing it starts a new check. */
  readonly action?: string | undefined
  /** What your own server gets back as page data: up to 255 letters, digits, `_` and `-`. Visitors can read it. */
  readonly cData?: string | undefined
  /** Id of the form it belongs to, if it isn't inside it. */
  readonly form?: string | undefined
  /** BCP 47 tag. */
  readonly language?: string | undefined
  readonly theme?: 'light' | 'dark' | undefined
  readonly autostart?: 'focus' | 'load' | 'off' | undefined
  readonly size?: 'normal' | 'compact' | 'flexible' | undefined
  readonly invisible?: boolean | undefined
  readonly badge?: 'end' | 'start' | 'inline' | 'hidden' | undefined
  readonly floating?: boolean | undefined
  /** Neither holds the form back nor makes it invalid. */
  readonly passive?: boolean | undefined
  /** What happens when a token expires. */
  readonly refresh?: 'auto' | 'manual' | 'never' | undefined
  readonly disabled?: boolean | undefined
  readonly tabIndex?: number | undefined
  /** Empty: no link. */
  readonly privacyUrl?: string | undefined
  readonly minimalData?: boolean | undefined
  readonly honeypot?: boolean | undefined
  readonly whiteLabel?: boolean | undefined
  /** Colours and lengths, as in the dashboard. */
  readonly design?: Readonly<Record<string, unknown>> | undefined
  /** Your own texts, by language and key. */
  readonly translations?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined
  readonly failover?: boolean | undefined
  /** For policies that forbid frames. */
  readonly solver?: 'page' | 'script' | undefined
  /** For your own tests. Never in an attribute, where anyone who looks at the page would read it. */
  readonly bypassKey?: string | undefined
}

type Kind =
  | 'text'
  /** There or not. */
  | 'flag'
  /** `off` takes back what the owner has set. */
  | 'setting'
  | 'json'

const kinds: Readonly<Record<Exclude<keyof CaptchaOptions, 'bypassKey'>, readonly [attribute: string, kind: Kind]>> = {
  siteKey: ['sitekey', 'text'],
  name: ['name', 'text'],
  action: ['action', 'text'],
  cData: ['cdata', 'text'],
  form: ['form', 'text'],
  language: ['language', 'text'],
  theme: ['theme', 'text'],
  autostart: ['autostart', 'text'],
  size: ['size', 'text'],
  invisible: ['invisible', 'setting'],
  badge: ['badge', 'text'],
  floating: ['floating', 'flag'],
  passive: ['passive', 'flag'],
  refresh: ['refresh', 'text'],
  disabled: ['disabled', 'flag'],
  tabIndex: ['tabindex', 'text'],
  privacyUrl: ['privacy-url', 'text'],
  minimalData: ['minimal-data', 'flag'],
  honeypot: ['honeypot', 'setting'],
  whiteLabel: ['white-label', 'setting'],
  design: ['design', 'json'],
  translations: ['translations', 'json'],
  failover: ['failover', 'setting'],
  solver: ['solver', 'text'],
}

/** Attributes by name. */
export type Attributes = Readonly<Record<string, string>>

/** Names of all options that stand in attributes, for wrappers that pass on what they were given. */
export const optionNames = Object.keys(kinds).filter((name): name is keyof typeof kinds => name in kinds)

/** The attributes of `<bollard-captcha>` for these options. Throws `BollardConfigurationError` if the site key is none. */
export function attributesOf(host: string, options: CaptchaOptions): Attributes {
  const siteKey = String(options.siteKey ?? '').trim()
  if (siteKey === '') throw new BollardConfigurationError('site-key-missing')
  if (siteKey.startsWith('bsec_')) throw new BollardConfigurationError('site-key-secret')
  const attributes: Record<string, string> = { 'api-url': host }
  for (const option of optionNames) {
    const [attribute, kind] = kinds[option]
    const written = write(kind, option === 'siteKey' ? siteKey : options[option])
    if (written !== undefined) attributes[attribute] = written
  }
  return attributes
}

function write(kind: Kind, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (kind === 'text') return String(value)
  if (kind === 'json') return JSON.stringify(value)
  if (value === true) return ''
  return kind === 'setting' ? 'off' : undefined
}

/** Makes the attributes of an element what they are to be now; those that neither call names are left alone. */
export function applyAttributes(element: Element, now: Attributes, before: Attributes = {}): void {
  for (const name of Object.keys(before)) if (!(name in now)) element.removeAttribute(name)
  for (const [name, value] of Object.entries(now))
    if (element.getAttribute(name) !== value) element.setAttribute(name, value)
}

/**
 * Options from the `data-` attributes of an element, such as `data-site-key`, or `data-sitekey` as other captchas write it. Throws
 * `BollardConfigurationError`.
 */
export function optionsOf({ dataset }: { readonly dataset: DOMStringMap }): CaptchaOptions {
  const given: Record<string, unknown> = { siteKey: dataset['sitekey'] }
  for (const option of optionNames) {
    const text = dataset[option]
    if (text !== undefined) given[option] = read(kinds[option][1], text)
  }
  return { siteKey: '', ...given }
}

function read(kind: Kind, text: string): unknown {
  if (kind !== 'json') return kind === 'text' ? text : text !== 'false' && text !== 'off'
  try {
    return JSON.parse(text)
  } catch {
    throw new BollardConfigurationError('json-invalid')
  }
}
