import { randomUUID } from 'node:crypto'
import type { FormHelp, FormTarget } from '../check.ts'
import { hostOf } from '../connection/find-host.ts'
import type { ProbeRun } from '../connection/probe-run.ts'
import { CheckFault, type FaultCode } from '../faults.ts'
import type { Finding } from '../finding.ts'
import { awaitSignal } from '../form/await-signal.ts'
import type { FormValue } from '../form/find-form.ts'
import { runMark } from '../form/run-mark.ts'
import { judgeVisit, readUrl } from '../http/check-http.ts'
import { gatewayPass } from '../http/gateway-pass.ts'
import { authorityOf, type ForwardProxy, portOf, startForwardProxy } from './forward-proxy.ts'
import { type Lent, lendPass } from './lend-pass.ts'
import { openBrowser } from './open-browser.ts'
import { openPage, type Page, type PageAnswer, type RemoteObject } from './open-page.ts'
import {
  captchaPointScript,
  documentScript,
  fillScript,
  findFormScript,
  invalidScript,
  submitScript,
  tokenScript,
} from './page-script.ts'

/** Of waiting for one thing, in milliseconds; the time of the check ends all of them. */
const [findMs, beginMs, passMs, sentMs, settleMs] = [10_000, 2_000, 30_000, 15_000, 5_000]
/** Nothing is loaded any more for so long. */
const quietMs = 500

/**
 * Fills in a form as a person would, in a browser of its own: opens the page, finds the form, types, lets the widget pass the captcha with
 * the pass of a probe, presses the button, judges what the page shows then, and waits for the heartbeat. Everything that the
 * page loads goes through a proxy that looks at each address as other checks do.
 */
export async function checkFormInBrowser(run: ProbeRun, target: FormTarget): Promise<Finding> {
  const { form: help, browser: program } = run.options
  if (help === undefined) throw new CheckFault('pass-refused', 'no captcha can be asked from here')
  if (typeof program !== 'string') throw new CheckFault('browser-missing', 'the operator names no browser')
  const url = readUrl(target.url, ['http:', 'https:'], 'target-invalid')
  const proxy = await startForwardProxy(run, { family: target.family, captcha: new URL(help.captchaUrl) })
  const browser = await openBrowser(run, program, proxy.port)
  try {
    const page = await openPage(run, browser, run.options.userAgent ?? 'Bollard-Monitoring/1')
    return await fillIn(run, { help, target, proxy, page, url })
  } catch (error) {
    // Calls to a browser that has ended fail without a reason of their own.
    if (error instanceof CheckFault && error.code === 'browser-failed') await browser.settle()
    throw browser.ended() ?? error
  } finally {
    await browser.close()
  }
}

interface Opened {
  readonly help: FormHelp
  readonly target: FormTarget
  readonly proxy: ForwardProxy
  readonly page: Page
  readonly url: URL
}

async function fillIn(run: ProbeRun, { help, target, proxy, page, url }: Opened): Promise<Finding> {
  const mark = randomUUID()
  const fields = target.fields.map(({ name, value }) => ({ name, value: value.replaceAll(runMark, mark) }))
  const names = fields.map(({ name }) => name)
  const gateway = gatewayFor(run, target, url)
  const captcha = await lendPass(page, help, { siteKey: target.siteKey, host: hostOf(url), gateway })
  const began = run.elapsed()
  refuse(await page.goTo(url.href), proxy, url)
  run.took('firstByteMs', began)
  const opened = await page.until(() => page.answers.find(({ isDocument }) => isDocument) ?? null, findMs)
  if (opened === null) throw new CheckFault('protocol', 'the address showed no page')
  requireReached(proxy, opened)
  const first = await judge(run, page, opened, '200-299')
  if (first.fault !== null) return first
  const form = await page.until(() => page.find(findFormScript, [target.siteKey, names]), findMs)
  if (form === null)
    throw new CheckFault('form-not-found', 'the page has no form with the site key, nor with the fields')
  await typeInto(page, form, fields)
  await waitForCaptcha(page, form, { target, captcha })
  const signal = await awaitSignal(run, help, target, mark)
  const answer = await sendForm(page, form, { proxy, ofCaptcha: captcha.answers })
  requireReached(proxy, answer)
  const found = await judge(run, page, answer, target.statusCodes)
  if (found.fault === null) await signal.arrived()
  return found
}

/** Passes for what the page asks of the server that was named, and of nobody else. */
function gatewayFor(run: ProbeRun, { gateway }: FormTarget, first: URL): Lent['gateway'] {
  if (gateway === undefined) return null
  const secure = first.protocol === 'http:' && first.port === '' ? [first.origin.replace('http:', 'https:')] : []
  return { origins: [first.origin, ...secure], headersFor: (url) => gatewayPass(run, gateway, { first, url }) }
}

async function typeInto(page: Page, form: RemoteObject, fields: readonly FormValue[]): Promise<void> {
  const missing: string[] = []
  for (const { name, value } of fields) {
    const way = await page.call(fillScript, [name, value], form)
    if (way === 'missing') missing.push(name)
    // Nothing at all is not typed: what stands there is selected and stays.
    if (way === 'type') await page.type(value)
  }
  if (missing.length > 0) throw new CheckFault('form-changed', `the form has no field ${missing.join(', ')}`)
}

type Captcha = Awaited<ReturnType<typeof lendPass>>

/** Waits until the widget has put its token into the form. Presses it where it does not begin by itself. */
async function waitForCaptcha(
  page: Page,
  form: RemoteObject,
  { target: { siteKey, responseField }, captcha }: { readonly target: FormTarget; readonly captcha: Captcha },
): Promise<void> {
  const token = async () => {
    captcha.check()
    const value = await page.call(tokenScript, [responseField], form)
    return typeof value === 'string' && value !== '' ? value : null
  }
  const isBegun = async () => (captcha.answers().length > 0 ? true : (await token()) !== null || null)
  if ((await page.until(isBegun, beginMs)) === null) {
    const point = await page.call(captchaPointScript, [siteKey])
    if (point !== null && point !== undefined) await page.press(point as { x: number; y: number })
  }
  if ((await page.until(token, passMs)) === null)
    throw new CheckFault(
      captcha.answers().length === 0 ? 'captcha-away' : 'captcha-refused',
      'the widget has put no token into the form',
    )
}

/**
 * Presses the button, and waits for what comes of it: another document, or a call of a script. Resolves with its answer once nothing more
 * is loaded. Throws `form-not-sent`.
 */
async function sendForm(
  page: Page,
  form: RemoteObject,
  { proxy, ofCaptcha }: { readonly proxy: ForwardProxy; readonly ofCaptcha: () => readonly PageAnswer[] },
): Promise<PageAnswer> {
  const before = page.answers.length
  const point = await page.call(submitScript, [], form)
  if (point !== null && point !== undefined) await page.press(point as { x: number; y: number })
  const isSent = (one: PageAnswer) =>
    one.isDocument || (!['GET', 'HEAD', 'OPTIONS'].includes(one.method) && !ofCaptcha().includes(one))
  const find = () => page.answers.slice(before).find(isSent) ?? null
  const sent = (await page.until(find, beginMs)) ?? (await waitUnlessHeld(page, form, find))
  if (sent === null) throw proxy.lastFault() ?? new CheckFault('form-not-sent', 'the form was not sent')
  let quietSince = performance.now()
  const isQuiet = () => {
    if (page.open() > 0) quietSince = performance.now()
    return performance.now() - quietSince >= quietMs ? true : null
  }
  await page.until(isQuiet, settleMs)
  // A script may have sent the form and then have gone to another page.
  return page.answers.slice(before).findLast(({ isDocument }) => isDocument) ?? sent
}

/** A browser says at once which field it wants, and then waits for a person. */
async function waitUnlessHeld<T>(page: Page, form: RemoteObject, find: () => T | null): Promise<T | null> {
  const held = await page.call(invalidScript, [], form).catch(() => [])
  if (Array.isArray(held) && held.length > 0 && find() === null)
    throw new CheckFault('form-not-sent', `the form does not take ${held.join(', ')}`)
  return page.until(find, sentMs)
}

/** Judges an answer with the document as it stands now, which scripts may have changed since. */
async function judge(run: ProbeRun, page: Page, answer: PageAnswer, statusCodes: string): Promise<Finding> {
  const html = await page.call(documentScript, []).catch(() => '')
  const headers = { ...answer.headers, 'content-type': 'text/html; charset=utf-8' }
  const body = { bytes: Buffer.from(String(html ?? '')), isCut: false }
  const { certificateExpiresAt, status } = answer
  return judgeVisit(
    run,
    { statusCodes, certificateWarningDays: null },
    { answer: { status, headers, body }, address: undefined, certificateExpiresAt },
  )
}

const codes: Readonly<Record<string, FaultCode>> = {
  ERR_CERT_DATE_INVALID: 'tls-expired',
  ERR_CERT_COMMON_NAME_INVALID: 'tls-name-mismatch',
  ERR_CERT_AUTHORITY_INVALID: 'tls-untrusted',
  ERR_EMPTY_RESPONSE: 'connection-reset',
  ERR_CONNECTION_RESET: 'connection-reset',
  ERR_CONNECTION_CLOSED: 'connection-reset',
  ERR_TOO_MANY_REDIRECTS: 'too-many-redirects',
  ERR_UNSAFE_REDIRECT: 'redirect-invalid',
  ERR_UNKNOWN_URL_SCHEME: 'redirect-invalid',
  ERR_UNSAFE_PORT: 'port-refused',
}

/** Throws the fault behind an answer that the proxy gave in place of a server. */
function requireReached(proxy: ForwardProxy, answer: PageAnswer): void {
  const url = new URL(answer.url)
  const fault = proxy.faultOf(authorityOf(hostOf(url), portOf(url)))
  if (fault !== null) throw fault
}

/** Throws what stands behind an error of the browser: first of all what the proxy knows of the address. */
function refuse(errorText: string | null, proxy: ForwardProxy, url: URL): void {
  if (errorText === null) return
  const name = errorText.replace(/^net::/u, '')
  const isOfProxy = name === 'ERR_TUNNEL_CONNECTION_FAILED'
  const known = proxy.faultOf(authorityOf(hostOf(url), portOf(url))) ?? (isOfProxy ? proxy.lastFault() : null)
  if (known !== null) throw known
  const isTls = /^ERR_(?:CERT|SSL)_/u.test(name)
  throw new CheckFault(codes[name] ?? (isTls ? 'tls-failed' : 'protocol'), `the browser says ${name}`)
}
