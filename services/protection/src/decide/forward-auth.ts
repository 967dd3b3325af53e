import type { ProtectionDecision } from '@bollard/contracts'
import { stopPage, tokenCookie } from '@bollard/guard'
import { ProblemError, readCookie } from '@bollard/http'
import { countedCookies, countedHeaders, otherMethods } from '@bollard/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CaptchaPort } from '../captcha-port.ts'
import { type Asked, decide } from './decide.ts'
import type { DecideContext } from './decide-context.ts'
import { visitorOf } from './seen-addresses.ts'

const textMax = { host: 253, path: 2_000, userAgent: 1_000, header: 1_000 } as const

/**
 * Answers a proxy that asks about each request: 204 lets it pass, 401 asks for work, 403 and 429 refuse. A browser gets a page with it, which proxies
 * hand on as it is, and which shows the challenge; programs get problem details.
 *
 * Proxies hand on what a visitor sent, so which fields tell of the request hangs on the address that the proxy was given, and on no field:
 * `X-Forwarded-Method`, `-Host` and `-Uri`, or with `by=nginx` `X-Original-URL` and `X-Original-Method`. nginx hands no answer on, and answers 500
 * for every status but 401 and 403: it is told 403 in place of 429, and gets the page by asking once more with `show`, see `showStopped`.
 */
export async function forwardAuth(
  context: DecideContext,
  {
    request,
    reply,
    key,
    secretKey,
    peer,
  }: Pick<Asked, 'key' | 'secretKey' | 'peer'> & { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<void> {
  const known = await context.policies.find(key.solutionId).catch(() => null)
  const forwardedFor = text(request, 'x-forwarded-for')
  const { visitor, undeclared } = visitorOf(forwardedFor, peer, known?.policy.settings.trustedProxies ?? [])
  context.seen.add(key.solutionId, { at: context.now().toISOString(), peer, forwardedFor, visitor, undeclared })
  const asked = askedOf(request, visitor)
  const decision = await decide(context, { ...asked, key, secretKey, peer, labels: {}, cost: 1, from: 'FORWARD_AUTH' })
  const { conclusion, challenge, headers, id } = decision
  void reply.headers({ ...headers, 'Bollard-Conclusion': conclusion, 'cache-control': 'no-store' })
  if (challenge !== null)
    void reply.headers({
      'Bollard-Ticket': challenge.ticket,
      'Bollard-Site-Key': challenge.siteKey,
      'www-authenticate': 'Bollard realm="challenge"',
    })
  if (conclusion === 'ALLOW') return void reply.code(204).send()
  const nginx = isNginx(request)
  const status = { CHALLENGE: 401, THROTTLE: nginx ? 403 : 429, DENY: 403 }[conclusion]
  const retryAfter = decision.retryAfterMs === null ? null : Math.ceil(decision.retryAfterMs / 1_000)
  const { host, method } = asked.request
  sendStopped(context, request, reply.code(status), { host, method, decision: id, conclusion, retryAfter, challenge })
}

/** What nginx got from `forwardAuth`, as fields of its next question; null where it asks about a request. */
export function stoppedOf(request: FastifyRequest): Stopped | null {
  if (!('show' in Object(request.query))) return null
  const conclusion = text(request, 'bollard-conclusion')
  const { host, method } = askedOf(request, null).request
  const [siteKey, ticket] = [text(request, 'bollard-site-key'), text(request, 'bollard-ticket')]
  const seconds = text(request, 'bollard-retry-after') ?? ''
  const challenge = siteKey === null || ticket === null ? null : { siteKey, ticket }
  return {
    host,
    method,
    decision: text(request, 'bollard-decision') ?? '',
    // Nothing that this answers lets a request pass, whatever a visitor puts into the fields.
    conclusion: conclusion === 'CHALLENGE' || conclusion === 'THROTTLE' ? conclusion : 'DENY',
    retryAfter: /^\d{1,6}$/u.test(seconds) ? Number(seconds) : null,
    challenge,
  }
}

/** Shows what was decided before, and decides nothing. */
export function showStopped(
  context: Pick<DecideContext, 'apiUrl' | 'websiteUrl'>,
  request: FastifyRequest,
  reply: FastifyReply,
  stopped: Stopped,
): void {
  void reply.header('cache-control', 'no-store').code(stopped.conclusion === 'THROTTLE' ? 429 : 403)
  if (stopped.retryAfter !== null) void reply.header('retry-after', String(stopped.retryAfter))
  sendStopped(context, request, reply, stopped)
}

interface Stopped {
  readonly host: string
  readonly method: string
  readonly decision: string
  readonly conclusion: Exclude<ProtectionDecision['conclusion'], 'ALLOW'>
  /** Seconds. */
  readonly retryAfter: number | null
  readonly challenge: Pick<NonNullable<ProtectionDecision['challenge']>, 'siteKey' | 'ticket'> | null
}

function sendStopped(
  { apiUrl, websiteUrl }: Pick<DecideContext, 'apiUrl' | 'websiteUrl'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { host, method, decision, conclusion, retryAfter, challenge }: Stopped,
): void {
  if (!(text(request, 'accept') ?? '').includes('text/html')) {
    const status = reply.statusCode
    const problem = { type: 'about:blank', status, code: conclusion.toLowerCase(), decisionId: decision, challenge }
    return void reply.header('content-type', 'application/problem+json').send(JSON.stringify(problem))
  }
  const page = stopPage({
    acceptLanguage: text(request, 'accept-language') ?? undefined,
    host,
    decision,
    conclusion,
    retryAfter,
    challenge: challenge === null ? null : { ...challenge, api: apiUrl },
    isRead: method === 'GET' || method === 'HEAD',
    contactIn: (language) => `${websiteUrl}/${language}/blocked`,
  })
  void reply.headers(page.headers ?? {}).send(page.body)
}

/** The secret keys in a question: in a field of its own, and as the password of `Authorization: Basic` or behind `Bearer`. */
function secretKeysOf(request: FastifyRequest): readonly [own: string, authorization: string] {
  return [text(request, 'bollard-secret-key') ?? '', keyOfAuthorization(request)]
}

function keyOfAuthorization(request: FastifyRequest): string {
  const [scheme = '', value = ''] = (request.headers.authorization ?? '').split(' ')
  if (scheme.toLowerCase() === 'bearer') return value
  if (scheme.toLowerCase() !== 'basic') return ''
  return Buffer.from(value, 'base64').toString('utf8').split(':').slice(1).join(':')
}

/**
 * Whose key a proxy shows. One of the two places is the proxy's, and the other one is handed on from the visitor: who brought a key of
 * another solution there would be decided about by that, so it is refused. Throws `secret-key-invalid`.
 */
export async function keyOfProxy(captcha: Pick<CaptchaPort, 'findKey'>, request: FastifyRequest, peer: string) {
  const [own, authorization] = secretKeysOf(request)
  const secretKey = own === '' ? authorization : own
  const key = secretKey === '' ? null : await captcha.findKey(secretKey, peer)
  if (key === null) throw new ProblemError('secret-key-invalid')
  if (own !== '' && own !== authorization && authorization.startsWith(keyPrefix)) {
    const other = await captcha.findKey(authorization, peer)
    if (other !== null && other.solutionId !== key.solutionId) throw new ProblemError('secret-key-invalid')
  }
  return { key, secretKey }
}

const keyPrefix = 'bsec_'

function askedOf(
  request: FastifyRequest,
  address: string | null,
): Pick<Asked, 'request' | 'captchaToken' | 'otherMethods'> {
  // As it was sent: an URL would take steps back out, and has no host with letters that a site may well answer to.
  const [, authority = '', target = '/'] =
    /^[a-z]+:\/\/([^/?#]*)(.*)$/iu.exec(text(request, 'x-original-url') ?? '') ?? []
  const [host, path, given] = isNginx(request)
    ? [authority, target, text(request, 'x-original-method')]
    : [
        text(request, 'x-forwarded-host') ?? '',
        text(request, 'x-forwarded-uri') ?? '/',
        text(request, 'x-forwarded-method'),
      ]
  const method = /^[A-Za-z]{1,20}$/u.test(given ?? '') ? (given ?? '').toUpperCase() : 'GET'
  const cookies = countedCookies(request.headers.cookie ?? '')
  const headers = Object.entries(countedHeaders(request.headers, request.raw.rawHeaders)).flatMap(([name, value]) =>
    typeof value === 'string' && !hidden.has(name) ? [[name, value.slice(0, textMax.header)] as const] : [],
  )
  const token = text(request, 'bollard-captcha-token') ?? readCookie(request.headers.cookie, tokenCookie)
  return {
    request: {
      address,
      method,
      host: host.slice(0, textMax.host),
      path: path.startsWith('/') ? shortened(path) : '/',
      userAgent: (request.headers['user-agent'] ?? '').slice(0, textMax.userAgent),
      headers: Object.fromEntries(headers),
      cookies: Object.fromEntries(
        Object.entries(cookies).map(([name, value]) => [name, value.slice(0, textMax.header)]),
      ),
      user: null,
      email: null,
      tls: null,
    },
    ...(token === null ? {} : { captchaToken: token.slice(0, 2_048) }),
    otherMethods: otherMethods({ method, headers: request.headers, target: path }),
  }
}

/** Of a long path the beginning and the end: cut at its end, `/./././…/sign-in` would be nobody's path. */
function shortened(path: string): string {
  const [only = ''] = path.split(/[?#]/u, 1)
  const half = textMax.path / 2
  return only.length <= textMax.path ? only : `${only.slice(0, half)}${only.slice(-half)}`
}

/** What no key of a limiter may be made of. */
const hidden: ReadonlySet<string> = new Set(['authorization', 'bollard-secret-key', 'cookie'])

function isNginx({ query }: FastifyRequest): boolean {
  return Object(query).by === 'nginx'
}

function text(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}
