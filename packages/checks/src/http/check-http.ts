import type { HttpTarget } from '../check.ts'
import { expiryWarning } from '../connection/certificate.ts'
import { openSecure, openSocket, requireTrust } from '../connection/connect.ts'
import { findHost, hostOf } from '../connection/find-host.ts'
import { checkPort } from '../connection/ports.ts'
import type { ProbeRun } from '../connection/probe-run.ts'
import { CheckFault, type FaultCode } from '../faults.ts'
import { type Finding, finding } from '../finding.ts'
import type { CookieJar } from './cookie-jar.ts'
import { detectChallenge } from './detect-challenge.ts'
import { exchange, type HttpAnswer } from './exchange.ts'
import { gatewayPass } from './gateway-pass.ts'
import { isSameSite, requestHeaders } from './request-headers.ts'
import { sampleOf, textOf } from './sample.ts'
import { holdsStatus } from './status-codes.ts'

export interface Visit {
  readonly answer: HttpAnswer
  readonly address: string | undefined
  readonly certificateExpiresAt: number | null
}

/**
 * Asks a web address as a browser would and follows its redirects, each of which is looked up and refused as the first address
 * is. Phases add up over redirects. The status has to fit, and no challenge page may stand before the content.
 */
export async function checkHttp(run: ProbeRun, target: HttpTarget): Promise<Finding> {
  return judgeVisit(run, target, await followRedirects(run, target))
}

type Followed = Omit<HttpTarget, 'statusCodes' | 'certificateWarningDays'>

/** Asks an address and follows its redirects; with cookies as a browser keeps them. Resolves with the last answer and where it came from. */
export async function followRedirects(
  run: ProbeRun,
  target: Followed,
  cookies: CookieJar | null = null,
): Promise<Visit & { readonly url: URL }> {
  const first = readUrl(target.url, ['http:', 'https:'], 'target-invalid')
  let url = first
  let { method, body } = target
  for (let hops = 0; ; hops += 1) {
    const cookie = cookies?.headerFor(url) ?? null
    const own = gatewayPass(run, target.gateway, { first, url })
    const visit = await visitUrl(run, target, { url, method, body, isOwnSite: isSameSite(first, url), cookie, own })
    const { status, headers } = visit.answer
    cookies?.take(url, headers)
    const location = target.redirectsMax > 0 ? locationOf(status, headers) : null
    if (location === null) return { ...visit, url }
    if (hops === target.redirectsMax)
      throw new CheckFault('too-many-redirects', `more than ${target.redirectsMax} redirects, the last to ${location}`)
    url = readUrl(URL.parse(location, url)?.href ?? '', ['http:', 'https:'], 'redirect-invalid')
    // As browsers do it (https://fetch.spec.whatwg.org/#http-redirect-fetch).
    if (status === 303 ? method !== 'HEAD' : status < 303 && method === 'POST') {
      method = 'GET'
      body = null
    }
  }
}

interface Step {
  readonly url: URL
  readonly method: string
  readonly body: string | null
  readonly isOwnSite: boolean
  /** Null where there is none to send. */
  readonly cookie: string | null
  /** Headers that are ours, whatever the owner named. */
  readonly own: Readonly<Record<string, string>>
}

async function visitUrl(run: ProbeRun, target: Followed, step: Step): Promise<Visit> {
  const { url, method, body, isOwnSite, cookie, own } = step
  const isSecure = url.protocol === 'https:'
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port)
  checkPort(run, port, 'WEB')
  const found = await findHost(run, hostOf(url), target.family)
  const { authentication, headers, redirectsMax } = target
  const clientCertificate = isOwnSite && authentication?.kind === 'CLIENT_CERTIFICATE' ? authentication : undefined
  const secure = isSecure ? await openSecure(run, found, port, { serverName: null, clientCertificate }) : null
  // Nothing is sent, least of all a password, to a server that cannot show who it is.
  if (secure !== null) requireTrust(secure)
  const socket = secure?.socket ?? (await openSocket(run, found, port))
  const address = socket.remoteAddress
  const request = {
    method,
    path: `${url.pathname}${url.search}`,
    headers: {
      ...requestHeaders(url, { headers, authentication, userAgent: run.options.userAgent, isOwnSite }),
      ...(cookie === null ? {} : { cookie }),
      ...own,
    },
    body,
  }
  const wantsBody = (status: number, head: Readonly<Record<string, string>>) =>
    redirectsMax === 0 || locationOf(status, head) === null
  const answer = await exchange(run, socket, request, wantsBody)
  socket.destroy()
  return { answer, address, certificateExpiresAt: secure?.certificate.expiresAt ?? null }
}

/** What an answer is worth to a check: its status, whether a challenge page stands before the content, and how long its certificate lasts. */
export function judgeVisit(
  run: ProbeRun,
  target: Pick<HttpTarget, 'statusCodes' | 'certificateWarningDays'>,
  { answer, address, certificateExpiresAt }: Visit,
): Finding {
  const { status, headers, body } = answer
  const bytes = body?.bytes ?? Buffer.alloc(0)
  const facts = {
    statusCode: status,
    ...(address === undefined ? {} : { address }),
    ...(certificateExpiresAt === null ? {} : { certificateExpiresAt }),
  }
  const content = { text: () => textOf(bytes, headers), bytes: bytes.length }
  const sample = sampleOf(headers, bytes)
  const challengedBy = detectChallenge(headers, bytes)
  if (challengedBy !== null) {
    const fault = { code: 'challenged', detail: `a challenge page of ${challengedBy}, status ${status}` } as const
    return finding({ facts: { ...facts, challengedBy }, headers, content, sample, fault })
  }
  return finding({
    facts,
    headers,
    content,
    sample,
    fault: holdsStatus(target.statusCodes, status)
      ? null
      : { code: 'status', detail: `status ${status}, not ${target.statusCodes}` },
    warning: expiryWarning(certificateExpiresAt, target.certificateWarningDays, run.at),
  })
}

/** Where an answer redirects to, as it says it; null where it does not. */
function locationOf(status: number, headers: Readonly<Record<string, string>>): string | null {
  return [301, 302, 303, 307, 308].includes(status) ? (headers['location'] ?? null) : null
}

/** Reads an address that somebody else wrote. Passwords in it would end up in logs and results. Throws a CheckFault. */
export function readUrl(text: string, protocols: readonly string[], code: FaultCode): URL {
  const url = text.length > urlLengthMax ? null : URL.parse(text)
  if (url === null || url.hostname === '' || !protocols.includes(url.protocol))
    throw new CheckFault(code, `no address of ${protocols.join(' or ')}`)
  if (url.username !== '' || url.password !== '') throw new CheckFault(code, 'an address with a user name or password')
  return url
}

const urlLengthMax = 4_096
