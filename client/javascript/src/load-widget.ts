import type { Configuration } from './configuration.ts'
import { tag } from './element.ts'
import { BollardLoadError, whyNotLoaded } from './why-not-loaded.ts'

/** Pauses before the second and the third attempt. A connection that breaks is often back within seconds. */
const pausesMs = [500, 2_000]

const loadings = new Map<string, Promise<void>>()
let attempts = 0

/**
 * Loads the script that defines `<bollard-captcha>`, once for the page however often it is called. Rejects with a `BollardLoadError` that says
 * why; the next call tries again.
 */
export function loadWidget(configuration: Configuration): Promise<void> {
  if (customElements.get(tag)) return Promise.resolve()
  const { address } = configuration
  const loading = loadings.get(address) ?? loadInTime(configuration).finally(() => loadings.delete(address))
  loadings.set(address, loading)
  return loading
}

async function loadInTime(configuration: Configuration): Promise<void> {
  const { timeoutMs } = configuration
  const isOver = new AbortController()
  const latest: { fault?: BollardLoadError } = {}
  const timer = setTimeout(() => isOver.abort(), timeoutMs)
  const ended = new Promise<never>((_, reject) => {
    isOver.signal.addEventListener('abort', () => reject(latest.fault ?? new BollardLoadError('script-timeout')))
  })
  try {
    // Whoever defines the element, also a script element of the page, has done what was asked for.
    await Promise.race([
      customElements.whenDefined(tag),
      attemptUntilLoaded(configuration, latest, isOver.signal),
      ended,
    ])
  } finally {
    clearTimeout(timer)
    isOver.abort()
  }
}

async function attemptUntilLoaded(
  configuration: Configuration,
  latest: { fault?: BollardLoadError },
  signal: AbortSignal,
): Promise<void> {
  for (let attempt = 0; !signal.aborted; attempt++) {
    try {
      await insertScript(configuration)
      // Browsers that can't run the widget define a substitute, which comes a moment later.
      await customElements.whenDefined(tag)
      return
    } catch (error) {
      if (!(error instanceof BollardLoadError)) throw error
      latest.fault = error
      const pauseMs = pausesMs[attempt]
      if (!error.mayPass || pauseMs === undefined) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

const waiting = new Set<() => void>()

/** Calls back once the element is defined, by whichever script. The answer takes that back, so that nothing outlives its captcha. */
export function onceDefined(callback: () => void): () => void {
  if (waiting.size === 0)
    void customElements.whenDefined(tag).then(() => {
      for (const one of waiting) one()
      waiting.clear()
    })
  waiting.add(callback)
  return () => void waiting.delete(callback)
}

/** Puts the script into the page. Rejects with a `BollardLoadError`. */
async function insertScript({ address, integrity, nonce }: Configuration): Promise<void> {
  // Browsers remember that a module did not come, by its address.
  const url = attempts++ > 0 ? `${address}?attempt=${attempts}` : address
  const policy = listenToPolicy(url)
  const script = document.createElement('script')
  try {
    script.type = 'module'
    script.crossOrigin = 'anonymous'
    if (integrity !== undefined) script.integrity = integrity
    const own = nonce ?? document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
    if (own) script.nonce = own
    if (!setAddress(script, url)) {
      // A page with Trusted Types takes no address of a script from a string. An import it takes, but without a hash.
      if (integrity !== undefined) throw new BollardLoadError('script-trusted-types')
      await import(/* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ url)
      return
    }
    await new Promise((resolve, reject) => {
      script.addEventListener('load', resolve)
      script.addEventListener('error', () => reject(new Error('error')))
      document.head.append(script)
    })
  } catch (error) {
    script.remove()
    throw error instanceof BollardLoadError
      ? error
      : await whyNotLoaded({ url, integrity, isForbidden: policy.isViolated() })
  } finally {
    policy.stop()
  }
}

/** False where the page's policy demands a trusted type. */
function setAddress(script: HTMLScriptElement, url: string): boolean {
  try {
    script.src = url
    return true
  } catch {
    return false
  }
}

/** Hears whether the page's content security policy stops this script. */
function listenToPolicy(url: string) {
  let violated = false
  const hear = ({ blockedURI, disposition, effectiveDirective }: SecurityPolicyViolationEvent) => {
    if (disposition !== 'enforce' || !effectiveDirective.startsWith('script-src')) return
    // After a redirect the browser names the origin alone.
    violated ||= blockedURI !== '' && url.startsWith(blockedURI)
  }
  document.addEventListener('securitypolicyviolation', hear)
  return { isViolated: () => violated, stop: () => document.removeEventListener('securitypolicyviolation', hear) }
}
