/** One release of the widget: its address never changes what it answers. Both are in `{host}/widget/manifest.json`. */
export interface Release {
  /** `address` of the manifest, such as `/widget/0.1.0-1a2b3c4d/widget.js`. */
  readonly address: string
  /** `integrity` of the manifest, `sha384-…`. The browser refuses any other script. */
  readonly integrity: string
}

export interface BollardOptions {
  /** Address of your Bollard installation, such as `https://captcha.example.org`. */
  readonly host: string
  /** Without it, the current release is loaded from `{host}/widget.js`. */
  readonly release?: Release | undefined
  /** Nonce of your content security policy. Unless given, that of the page's first script that has one. */
  readonly nonce?: string | undefined
  /** How long loading the widget may take, retries included. 10,000 unless given. */
  readonly timeoutMs?: number | undefined
}

const messages = {
  'host-missing': 'Set host to the address of your Bollard installation, such as https://captcha.example.org',
  'host-invalid': 'host must be an address such as https://captcha.example.org, without user name, query or fragment',
  'host-not-https': 'host must begin with https://, or anyone on the way could replace the script',
  'release-address-invalid': 'release.address must be the address in /widget/manifest.json: /widget/…/widget.js',
  'release-integrity-invalid': 'release.integrity must be the hash in /widget/manifest.json: sha384-…',
  'timeout-invalid': 'timeoutMs must be a number of milliseconds above 0',
  'site-key-missing': 'Set siteKey to the site key of your captcha (bsk_…)',
  'site-key-secret': 'siteKey holds a secret key (bsec_…). Rotate it now, and put the site key (bsk_…) here',
  'json-invalid': 'data-design and data-translations must hold JSON',
  'container-not-found': 'container must be an element, or a selector that finds one',
  'container-used': 'container already has a captcha; remove that one first',
} as const

export type ConfigurationFault = keyof typeof messages

/** Thrown for a wrong configuration, when it is given and not later. `code` names the field. */
export class BollardConfigurationError extends Error {
  readonly code: ConfigurationFault

  constructor(code: ConfigurationFault) {
    super(messages[code])
    this.name = 'BollardConfigurationError'
    this.code = code
  }
}

export interface Configuration {
  /** Origin and path, without a slash at the end. */
  readonly host: string
  /** Of the widget's script. */
  readonly address: string
  readonly integrity: string | undefined
  readonly nonce: string | undefined
  readonly timeoutMs: number
}

/** Throws `BollardConfigurationError`. Touches no page, so it also works on servers. */
export function readConfiguration({ host, release, nonce, timeoutMs = 10_000 }: BollardOptions): Configuration {
  const at = readHost(String(host ?? '').trim())
  if (!(Number.isFinite(timeoutMs) && timeoutMs > 0)) throw new BollardConfigurationError('timeout-invalid')
  if (release && !/^\/widget\/[\w.-]+\/widget\.js$/u.test(release.address))
    throw new BollardConfigurationError('release-address-invalid')
  if (release && !/^sha(?:256|384|512)-[A-Za-z0-9+/]+=*$/u.test(release.integrity))
    throw new BollardConfigurationError('release-integrity-invalid')
  return { host: at, address: at + (release?.address ?? '/widget.js'), integrity: release?.integrity, nonce, timeoutMs }
}

/** Scheme, name, port and path. React Native has no complete `URL`, so this doesn't need it. */
const address = /^(https?):\/\/([^/?#@:[\]\\\s]+|\[[\da-f:.]+\])(:\d{1,5})?(\/[^?#\\\s]*)?$/iu

function readHost(host: string): string {
  if (host === '') throw new BollardConfigurationError('host-missing')
  const [, scheme, name = '', port = '', path = ''] = address.exec(host) ?? []
  if (scheme === undefined) throw new BollardConfigurationError('host-invalid')
  const isPlain = scheme.toLowerCase() === 'http'
  if (isPlain && !isThisMachine(name.toLowerCase())) throw new BollardConfigurationError('host-not-https')
  return `${scheme}://${name}${port}`.toLowerCase() + path.replace(/\/+$/u, '')
}

function isThisMachine(name: string): boolean {
  return /^(?:localhost|.+\.localhost|\[::1\]|127(?:\.\d{1,3}){3})$/u.test(name)
}
