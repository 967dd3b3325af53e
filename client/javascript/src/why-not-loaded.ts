const messages = {
  'script-timeout': "The widget's script didn't load in time.",
  'script-offline': 'This browser is offline.',
  'script-unreachable': "The Bollard installation can't be reached, or something in this browser blocks it.",
  'script-not-found': "The Bollard installation answered, but it doesn't have the widget's script. Is host right?",
  'script-unavailable': "The Bollard installation answered that it can't serve the widget's script now.",
  'script-integrity': "The script isn't the one that release.integrity belongs to. Is the release still served?",
  'script-policy':
    "The page's content security policy forbids the script. Add the host to script-src, or give a nonce.",
  'script-trusted-types':
    "The page's Trusted Types forbid scripts with a hash that are added later. Put the script element into the page's HTML.",
  'script-blocked': 'Something in this browser blocks the script, an extension for example.',
} as const

/** Why `<bollard-captcha>` is not there. */
export type LoadFaultCode = keyof typeof messages

/** The widget's script didn't load; `code` says why, and the message what to do. */
export class BollardLoadError extends Error {
  override readonly name = 'BollardLoadError'
  readonly code: LoadFaultCode

  constructor(code: LoadFaultCode) {
    super(messages[code])
    this.code = code
  }

  /** Whether another attempt may succeed without anybody changing anything. */
  get mayPass(): boolean {
    return /^script-(?:timeout|offline|unreachable|unavailable)$/u.test(this.code)
  }
}

/** A second look may take so long; nobody waits for it longer than for the widget. */
const lookMs = 3_000

interface Failed {
  readonly url: string
  readonly integrity: string | undefined
  /** Whether the browser reported that the page's policy stopped it. */
  readonly isForbidden: boolean
}

/** Browsers tell no page why a script didn't load, so this looks for itself. Never rejects. */
export async function whyNotLoaded({ url, integrity, isForbidden }: Failed): Promise<BollardLoadError> {
  if (isForbidden) return new BollardLoadError('script-policy')
  if (!navigator.onLine) return new BollardLoadError('script-offline')
  const status = await ask(url)
  if (status === 0) return new BollardLoadError('script-unreachable')
  if (status >= 500 || status === 429) return new BollardLoadError('script-unavailable')
  if (status >= 400) return new BollardLoadError('script-not-found')
  if (integrity !== undefined && (await ask(url, integrity)) === 0) return new BollardLoadError('script-integrity')
  return new BollardLoadError('script-blocked')
}

/** The status that an address answers with; 0 when there is no answer, or none with this hash. */
async function ask(url: string, integrity?: string): Promise<number> {
  const signal = new AbortController()
  const timer = setTimeout(() => signal.abort(), lookMs)
  try {
    const { status } = await fetch(url, {
      credentials: 'omit',
      signal: signal.signal,
      ...(integrity === undefined ? {} : { integrity }),
    })
    return status
  } catch {
    return 0
  } finally {
    clearTimeout(timer)
  }
}
