import { setTimeout as pause } from 'node:timers/promises'
import type { ProbeRun } from '../connection/probe-run.ts'
import { CheckFault } from '../faults.ts'
import type { Browser } from './open-browser.ts'
import type { Devtools, DevtoolsEvent } from './devtools.ts'

/** An answer that the page got from a network. */
export interface PageAnswer {
  readonly url: string
  readonly method: string
  /** Whether it is the document of the page itself, and not of a frame in it. */
  readonly isDocument: boolean
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Unix milliseconds; null without TLS. */
  readonly certificateExpiresAt: number | null
}

/** One page of a browser, and what it has loaded so far. */
export interface Page {
  readonly sessionId: string
  readonly devtools: Devtools
  readonly answers: readonly PageAnswer[]
  /** Requests of the page without an answer. */
  readonly open: () => number
  /** Goes to an address; answers what the browser says against it, such as `net::ERR_CERT_DATE_INVALID`, or null. */
  goTo(url: string): Promise<string | null>
  /** Calls a function of `page-script.ts` with a form that was found, or without one. */
  call(script: string, args: readonly unknown[], on?: RemoteObject | null): Promise<unknown>
  /** The same for a function whose answer stays in the page; null where it answers nothing. */
  find(script: string, args: readonly unknown[]): Promise<RemoteObject | null>
  /** Presses the left button at a point. */
  press(point: { readonly x: number; readonly y: number }): Promise<void>
  type(text: string): Promise<void>
  /** Asks again and again until there is an answer; null when the time is up. Throws when the browser has ended. */
  until<T>(ask: () => T | null | Promise<T | null>, ms: number): Promise<T | null>
}

export interface RemoteObject {
  readonly objectId: string
}

const askMs = 60

interface Response {
  readonly url: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly securityDetails?: { readonly validTo: number }
}

/** Opens an empty page. Downloads are refused, and dialogs are answered as nobody would see them. */
export async function openPage(run: ProbeRun, browser: Browser, userAgentEnd: string): Promise<Page> {
  const { devtools } = browser
  await devtools.send('Browser.setDownloadBehavior', { behavior: 'deny' })
  const { targetId } = await devtools.send('Target.createTarget', { url: 'about:blank' })
  const { sessionId: given } = await devtools.send('Target.attachToTarget', { targetId, flatten: true })
  const sessionId = String(given)
  const send = (method: string, params: object = {}) => devtools.send(method, params, sessionId)
  const answers: PageAnswer[] = []
  const methods = new Map<string, string>()
  const pending = new Set<string>()
  const frameId = String(targetId)
  const follow = ({ method, params, sessionId: of }: DevtoolsEvent) => {
    if (of !== sessionId) return
    const id = String(params['requestId'])
    if (method === 'Network.requestWillBeSent') {
      // What the document before it still waited for is given up.
      if (params['type'] === 'Document' && params['frameId'] === frameId) pending.clear()
      pending.add(id)
      methods.set(id, String((params['request'] as { method: string }).method))
    }
    if (method === 'Network.loadingFinished' || method === 'Network.loadingFailed') pending.delete(id)
    if (method === 'Network.responseReceived')
      answers.push(toAnswer(params, { frameId, method: methods.get(id) ?? 'GET' }))
    if (method === 'Page.javascriptDialogOpening')
      send('Page.handleJavaScriptDialog', { accept: true }).catch(() => undefined)
  }
  devtools.listen(follow)
  const { userAgent } = await devtools.send('Browser.getVersion')
  await Promise.all([
    send('Page.enable'),
    send('Network.enable'),
    send('Network.setUserAgentOverride', {
      userAgent: `${String(userAgent).replace('Headless', '')} ${userAgentEnd}`,
    }),
  ])
  async function world(): Promise<unknown> {
    return (await send('Page.createIsolatedWorld', { frameId, worldName: 'bollard' }))['executionContextId']
  }
  async function evaluate(script: string, args: readonly unknown[], on: RemoteObject | null, returnByValue: boolean) {
    const where = on ?? { executionContextId: await world() }
    const given = { functionDeclaration: script, arguments: args.map((value) => ({ value })), returnByValue }
    const { result, exceptionDetails } = await send('Runtime.callFunctionOn', { ...given, ...where })
    if (exceptionDetails !== undefined) throw new CheckFault('browser-failed', 'the page could not be read')
    return result as { readonly value?: unknown; readonly objectId?: string }
  }
  const check = () => {
    const fault = browser.ended()
    if (fault !== null) throw fault
  }
  return {
    sessionId,
    devtools,
    answers,
    open: () => pending.size,
    async goTo(url) {
      const { errorText } = await send('Page.navigate', { url })
      return typeof errorText === 'string' && errorText !== '' ? errorText : null
    },
    call: async (script, args, on = null) => (await evaluate(script, args, on, true)).value,
    async find(script, args) {
      const { objectId } = await evaluate(script, args, null, false)
      return objectId === undefined ? null : { objectId }
    },
    async press(point) {
      const at = { ...point, button: 'left', clickCount: 1 }
      await send('Input.dispatchMouseEvent', { ...at, type: 'mouseMoved', button: 'none' })
      await send('Input.dispatchMouseEvent', { ...at, type: 'mousePressed' })
      await send('Input.dispatchMouseEvent', { ...at, type: 'mouseReleased' })
    },
    async type(text) {
      await send('Input.insertText', { text })
    },
    async until(ask, ms) {
      const end = run.elapsed() + Math.min(ms, run.left())
      for (;;) {
        check()
        const answer = await ask()
        if (answer !== null) return answer
        if (run.elapsed() >= end) return null
        await pause(askMs)
      }
    },
  }
}

function toAnswer(
  params: Readonly<Record<string, unknown>>,
  { frameId, method }: { readonly frameId: string; readonly method: string },
): PageAnswer {
  const { url, status, headers, securityDetails } = params['response'] as Response
  return {
    url,
    method,
    isDocument: params['type'] === 'Document' && params['frameId'] === frameId,
    status,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    certificateExpiresAt: securityDetails === undefined ? null : securityDetails.validTo * 1_000,
  }
}
