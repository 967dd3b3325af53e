import { testSiteKeys } from '@bollard/contracts'
import type { CaptchaOf, CaptchaPort, TokenVerdict } from '@bollard/guard'
import type { Bollard } from '../../client/node/src/index.ts'

export interface AskedCaptcha extends CaptchaPort {
  /** Other captchas from now on. */
  configure(clients: ReadonlyMap<string, Bollard>, captchas: readonly CaptchaOf[]): void
  /** Looks now whether they answer; happens by itself every ten seconds. */
  look(): Promise<void>
  /** Of each installation, whether it answers. */
  states(): { readonly api: string; readonly isAway: boolean }[]
  stop(): void
}

const isTestKey: ReadonlySet<string> = new Set(Object.values(testSiteKeys))

const lookMs = 10_000
const lookTimeoutMs = 4_000
/** So many looks in a row have to fail. */
const failuresMax = 2

/** What no visitor can bring about by what they send; too many tries of theirs, for one, must open nothing. */
const awayFailures: ReadonlySet<string> = new Set(['unreachable', 'timeout', 'unavailable'])

/** Asks owners' installations about tokens, and looks now and then whether they answer: visitors need their widget. */
export function askCaptcha(onFault: (message: string) => void): AskedCaptcha {
  let clients: ReadonlyMap<string, Bollard> = new Map()
  const failures = new Map<string, number>()

  async function lookOnce(): Promise<void> {
    await Promise.all(
      [...failures.keys()].map(async (api) => {
        const works = await fetch(`${api}/widget.js`, {
          method: 'HEAD',
          signal: AbortSignal.timeout(lookTimeoutMs),
        })
          .then(({ ok }) => ok)
          .catch(() => false)
        if (failures.has(api)) note(api, works)
      }),
    )
  }

  // One after the other, so that what is known is what was seen last.
  let looks = Promise.resolve()
  const look = (): Promise<void> => (looks = looks.then(lookOnce))

  function note(api: string, works: boolean): void {
    const before = failures.get(api) ?? 0
    failures.set(api, works ? 0 : before + 1)
    if (!works && before + 1 === failuresMax)
      onFault(`The captcha at ${api} does not answer; each site's whenAway counts.`)
  }

  const timer = setInterval(() => void look(), lookMs)
  timer.unref()
  return {
    async verify({ api, siteKey }, token, { action, host, address }): Promise<TokenVerdict> {
      const client = clients.get(siteKey)
      if (client === undefined) return 'AWAY'
      // A token of a test key names neither, since nothing of it is stored.
      const expected = isTestKey.has(siteKey) ? {} : { action, hostnames: [host] }
      const { passed, failure, codes } = await client.verify(token, { ...expected, remoteIp: address })
      if (passed) return 'PASSED'
      if (failure === null) return 'REFUSED'
      onFault(`The captcha at ${api} gave no verdict: ${[failure, ...codes].join(', ')}`)
      return awayFailures.has(failure) ? 'AWAY' : 'REFUSED'
    },
    isAway: ({ api }) => (failures.get(api) ?? 0) >= failuresMax,
    configure(given, captchas) {
      clients = given
      const apis = new Set(captchas.map(({ api }) => api))
      for (const api of failures.keys()) if (!apis.has(api)) failures.delete(api)
      for (const api of apis) if (!failures.has(api)) failures.set(api, 0)
      void look()
    },
    look,
    states: () => [...failures].map(([api, count]) => ({ api, isAway: count >= failuresMax })),
    stop: () => clearInterval(timer),
  }
}
