import type { FormHelp } from '../check.ts'
import { CheckFault } from '../faults.ts'
import type { Page, PageAnswer } from './open-page.ts'

const startPath = '/captcha/v1/verifications'
/** A widget asks again after a failure; nobody needs more passes than this for one form. */
const passesMax = 3

/**
 * Lets the widget of a page pass as a probe: its first call to the captcha, and no other request, gets the header that scripts cannot set.
 * What the browser asks beforehand because of it is answered here. Behind a gateway each request to the site gets a pass of its own.
 */
export async function lendPass(page: Page, help: FormHelp, { siteKey, host, gateway }: Lent) {
  const { devtools, sessionId } = page
  const url = `${help.captchaUrl}${startPath}`
  let lent = 0
  let isRefused = false
  const send = (method: string, params: object) => devtools.send(method, params, sessionId)

  async function answer(requestId: string, request: PausedRequest): Promise<unknown> {
    if (request.url !== url) {
      const headers = listed({ ...request.headers, ...gateway?.headersFor(new URL(request.url)) })
      return send('Fetch.continueRequest', { requestId, headers })
    }
    if (request.method === 'OPTIONS') {
      const allowed = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*, bollard-probe-pass' }
      return send('Fetch.fulfillRequest', { requestId, responseCode: 204, responseHeaders: listed(allowed) })
    }
    lent += 1
    const pass = lent > passesMax ? null : await help.passFor(siteKey, host)
    isRefused ||= pass === null
    if (pass === null) return send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
    const headers = listed({ ...request.headers, 'bollard-probe-pass': pass })
    return send('Fetch.continueRequest', { requestId, headers })
  }
  devtools.listen(({ method, params, sessionId: of }) => {
    if (method !== 'Fetch.requestPaused' || of !== sessionId) return
    const request = params['request'] as PausedRequest
    answer(String(params['requestId']), request).catch(() => undefined)
  })
  const patterns = [url, ...(gateway?.origins.map((origin) => `${origin}/*`) ?? [])]
  await send('Fetch.enable', { patterns: patterns.map((urlPattern) => ({ urlPattern, requestStage: 'Request' })) })
  return {
    /** What the captcha has answered so far. */
    answers: (): PageAnswer[] => page.answers.filter((one) => one.method === 'POST' && one.url.startsWith(url)),
    /** Throws the fault that there is no use in waiting after. */
    check(): void {
      if (isRefused)
        throw new CheckFault('pass-refused', 'the captcha does not let this monitoring in, or not on this host')
      const refused = page.answers.find((one) => one.method === 'POST' && one.url.startsWith(url) && one.status >= 400)
      if (refused !== undefined)
        throw new CheckFault(
          refused.status < 500 ? 'captcha-refused' : 'captcha-away',
          `the captcha answered ${refused.status}`,
        )
    },
  }
}

export interface Lent {
  readonly siteKey: string
  readonly host: string
  /** Where requests of the page get a header too, and which; null: nowhere. */
  readonly gateway: {
    readonly origins: readonly string[]
    readonly headersFor: (url: URL) => Readonly<Record<string, string>>
  } | null
}

interface PausedRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
}

const listed = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }))
