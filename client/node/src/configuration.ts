/** What a form is worth that nobody could check. */
export type FailPolicy =
  /** Only visitors who were checked pass. */
  | 'closed'
  /** Visitors also pass whose browser couldn't reach Bollard, if Bollard itself recorded that outage. */
  | 'recorded-outage'
  /** Visitors also pass while your server can't reach Bollard. */
  | 'open'

export interface BollardOptions {
  /** The captcha's secret key, `bsec_…`. It never leaves your server. */
  readonly secretKey: string
  /** Address of the Bollard installation, such as `https://captcha.example.org`. */
  readonly host: string
  /** Only tokens of this site key pass; without it, those of every environment that the secret key is good for. */
  readonly siteKey?: string | undefined
  /** For the whole call, a retry included. 5,000 unless given. */
  readonly timeoutMs?: number | undefined
  /** `recorded-outage` unless given. */
  readonly failPolicy?: FailPolicy | undefined
}

export type ConfigurationFault =
  | 'secret-key-missing'
  | 'host-missing'
  | 'host-invalid'
  | 'host-not-https'
  | 'timeout-invalid'
  | 'fail-policy-unknown'

const messages: Readonly<Record<ConfigurationFault, string>> = {
  'secret-key-missing': 'Set secretKey to the secret key of your captcha (bsec_…)',
  'host-missing': 'Set host to the address of your Bollard installation, such as https://captcha.example.org',
  'host-invalid': 'host must be an address such as https://captcha.example.org, without user name, query or fragment',
  'host-not-https': 'host must begin with https://, or the secret key could be read on its way',
  'timeout-invalid': 'timeoutMs must be a number of milliseconds above 0',
  'fail-policy-unknown': 'failPolicy must be closed, recorded-outage or open',
}

/** Thrown when a client is created, never by a verification. */
export class BollardConfigurationError extends Error {
  override readonly name = 'BollardConfigurationError'
  readonly code: ConfigurationFault

  constructor(code: ConfigurationFault) {
    super(messages[code])
    this.code = code
  }
}

export interface Configuration {
  readonly secretKey: string
  /** Of siteverify. */
  readonly address: string
  readonly siteKey: string | null
  readonly timeoutMs: number
  readonly failPolicy: FailPolicy
}

const failPolicies: readonly string[] = ['closed', 'recorded-outage', 'open'] satisfies readonly FailPolicy[]

/** Throws `BollardConfigurationError`. */
export function readConfiguration(options: BollardOptions): Configuration {
  const secretKey = (options.secretKey ?? '').trim()
  if (secretKey === '') throw new BollardConfigurationError('secret-key-missing')
  const address = readAddress((options.host ?? '').trim(), '/captcha/v1/siteverify')
  const { siteKey = '', timeoutMs = 5_000, failPolicy = 'recorded-outage' } = options
  if (!(Number.isFinite(timeoutMs) && timeoutMs > 0)) throw new BollardConfigurationError('timeout-invalid')
  if (!failPolicies.includes(failPolicy)) throw new BollardConfigurationError('fail-policy-unknown')
  return { secretKey, address, siteKey: siteKey.trim() || null, timeoutMs, failPolicy }
}

/** The address of `path` at an installation. Throws `BollardConfigurationError`. */
export function readAddress(host: string, path: string): string {
  if (host === '') throw new BollardConfigurationError('host-missing')
  if (!URL.canParse(host)) throw new BollardConfigurationError('host-invalid')
  const url = new URL(host)
  const isPlain = url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  if (!isPlain || !['https:', 'http:'].includes(url.protocol)) throw new BollardConfigurationError('host-invalid')
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) throw new BollardConfigurationError('host-not-https')
  return `${url.origin}${url.pathname.replace(/\/+$/u, '')}${path}`
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/u.test(hostname)
}
