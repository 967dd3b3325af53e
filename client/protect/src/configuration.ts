import { BlockList, isIP } from 'node:net'
import { BollardConfigurationError, readAddress } from '../../node/src/configuration.ts'

/** Why nobody could decide about a request. */
export type Fault = 'unreachable' | 'timeout' | 'unavailable' | 'rate-limited' | 'answer-invalid' | 'misconfigured'

export interface ProtectionOptions {
  /** The secret key of the solution, `bsec_…`. It never leaves your server. */
  readonly secretKey: string
  /** Address of the Bollard installation, such as `https://captcha.example.org`. */
  readonly host: string
  /** How long a decision may take, in milliseconds. 500 unless given. */
  readonly timeoutMs?: number | undefined
  /** What becomes of a request that nobody can decide about in that time: `ALLOW` (default), or `DENY`, which answers 503. */
  readonly whenUndecided?: 'ALLOW' | 'DENY' | undefined
  /**
   * Addresses and networks of the proxies in front of your server, such as `10.0.0.0/8`. Only what they say of a visitor's address is
   * believed. None unless given: then the visitor is whoever is connected.
   */
  readonly trustedProxies?: readonly string[] | undefined
  /** Told of each request that nobody could decide about, so that no outage is silent. Writes a warning of the process unless given. */
  readonly onUndecided?: ((fault: Fault) => void) | undefined
}

export interface Configuration {
  readonly secretKey: string
  /** Of the installation, without a slash at its end. */
  readonly origin: string
  readonly timeoutMs: number
  readonly whenUndecided: 'ALLOW' | 'DENY'
  readonly isTrusted: (address: string) => boolean
  readonly onUndecided: (fault: Fault) => void
}

export type ProtectionFault =
  | 'secret-key-missing'
  | 'host-missing'
  | 'host-invalid'
  | 'host-not-https'
  | 'timeout-invalid'
  | 'when-undecided-unknown'
  | 'proxy-invalid'

const messages = {
  'when-undecided-unknown': 'whenUndecided must be ALLOW or DENY',
  'timeout-invalid': 'timeoutMs must be a number of milliseconds above 0',
} as const

/** Thrown when a protection is created, never by a decision. */
export class ProtectionConfigurationError extends Error {
  override readonly name = 'ProtectionConfigurationError'
  readonly code: ProtectionFault

  constructor(code: ProtectionFault, message: string) {
    super(message)
    this.code = code
  }
}

/** Throws `ProtectionConfigurationError`. */
export function readConfiguration(options: ProtectionOptions): Configuration {
  const { timeoutMs = 500, whenUndecided = 'ALLOW', trustedProxies = [], onUndecided = createWarning() } = options
  const secretKey = (options.secretKey ?? '').trim()
  if (secretKey === '')
    throw new ProtectionConfigurationError('secret-key-missing', 'Set secretKey to the secret key of your solution')
  if (!(Number.isFinite(timeoutMs) && timeoutMs > 0))
    throw new ProtectionConfigurationError('timeout-invalid', messages['timeout-invalid'])
  if (whenUndecided !== 'ALLOW' && whenUndecided !== 'DENY')
    throw new ProtectionConfigurationError('when-undecided-unknown', messages['when-undecided-unknown'])
  const isTrusted = readProxies(trustedProxies)
  return { secretKey, origin: readOrigin(options.host), timeoutMs, whenUndecided, isTrusted, onUndecided }
}

/** One warning a minute, however many requests there are. */
function createWarning(): (fault: Fault) => void {
  let quietUntil = 0
  return (fault) => {
    if (Date.now() < quietUntil) return
    quietUntil = Date.now() + 60_000
    process.emitWarning(`Requests are not decided about: ${fault}`, { code: 'BOLLARD_UNDECIDED' })
  }
}

function readOrigin(host: string): string {
  try {
    return readAddress((host ?? '').trim(), '')
  } catch (error) {
    if (!(error instanceof BollardConfigurationError)) throw error
    throw new ProtectionConfigurationError(error.code as ProtectionFault, error.message)
  }
}

function readProxies(proxies: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const proxy of proxies) {
    const [address = '', bits, ...more] = proxy.split('/')
    const family = isIP(address)
    const all = family === 6 ? 128 : 32
    const prefix = bits === undefined ? all : /^\d{1,3}$/u.test(bits) ? Number(bits) : -1
    if (family === 0 || more.length > 0 || prefix < 0 || prefix > all)
      throw new ProtectionConfigurationError('proxy-invalid', `${proxy} is neither an address nor a network`)
    list.addSubnet(address, prefix, family === 6 ? 'ipv6' : 'ipv4')
  }
  return (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
