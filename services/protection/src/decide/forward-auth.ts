import { ProblemError } from '@bollard/http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CaptchaPort } from '../captcha-port.ts'
import { type Asked, decide } from './decide.ts'
import type { DecideContext } from './decide-context.ts'
import { visitorOf } from './seen-addresses.ts'

/** The cookie in which a page that showed the challenge leaves the captcha's token. */
export const tokenCookie = 'bollard-captcha'
const textMax = { host: 253, path: 2_000, userAgent: 1_000, header: 1_000 } as const

/**
 * Answers a proxy that asks about each request: 204 lets it pass, 401 asks for work, 403 and 429 refuse. nginx knows nothing but 401 and 403 here, and
 * answers 500 for every other status, so it is told 403 in place of 429; it says who it is by `X-Original-URL`. With `challenge`, an address at
 * the site itself, 401 carries it in `Location`; proxies that hand the answer to the browser as it is send a browser there.
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
  const { conclusion, challenge, headers } = decision
  void reply.headers({ ...headers, 'Bollard-Conclusion': conclusion, 'cache-control': 'no-store' })
  if (challenge !== null)
    void reply.headers({
      'Bollard-Ticket': challenge.ticket,
      'Bollard-Site-Key': challenge.siteKey,
      'www-authenticate': 'Bollard realm="challenge"',
    })
  const nginx = text(request, 'x-original-url') !== null
  const page = challenge === null ? null : challengePage(request, asked.request, challenge.ticket)
  if (page !== null) void reply.header('location', page)
  const redirects = page !== null && !nginx && (text(request, 'accept') ?? '').includes('text/html')
  const status = { ALLOW: 204, CHALLENGE: redirects ? 303 : 401, THROTTLE: nginx ? 403 : 429, DENY: 403 }[conclusion]
  if (status === 204 || status === 303) return void reply.code(status).send()
  void reply.code(status).header('content-type', 'application/problem+json')
  return void reply.send(
    JSON.stringify({ type: 'about:blank', status, code: conclusion.toLowerCase(), decisionId: decision.id, challenge }),
  )
}

/** The secret key of a proxy: the password of `Authorization: Basic`, behind `Bearer`, or in a field of its own. */
export function secretKeyOf(request: FastifyRequest): string {
  const own = text(request, 'bollard-secret-key')
  if (own !== null) return own
  const [scheme = '', value = ''] = (request.headers.authorization ?? '').split(' ')
  if (scheme.toLowerCase() === 'bearer') return value
  if (scheme.toLowerCase() !== 'basic') return ''
  return Buffer.from(value, 'base64').toString('utf8').split(':').slice(1).join(':')
}

/** Whose key a proxy shows. Throws `secret-key-invalid`. */
export async function keyOfProxy(captcha: Pick<CaptchaPort, 'findKey'>, request: FastifyRequest, peer: string) {
  const secretKey = secretKeyOf(request)
  const key = secretKey === '' ? null : await captcha.findKey(secretKey, peer)
  if (key === null) throw new ProblemError('secret-key-invalid')
  return { key, secretKey }
}

function askedOf(request: FastifyRequest, address: string | null): Pick<Asked, 'request' | 'captchaToken'> {
  const original = text(request, 'x-original-url')
  const url = original !== null && URL.canParse(original) ? new URL(original) : null
  const host = url?.host ?? text(request, 'x-forwarded-host') ?? ''
  const path = url === null ? (text(request, 'x-forwarded-uri') ?? original ?? '/') : url.pathname
  const method = (text(request, 'x-forwarded-method') ?? text(request, 'x-original-method') ?? 'GET').toUpperCase()
  const cookies = cookiesOf(request.headers.cookie)
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    typeof value === 'string' && !hidden.has(name) ? [[name, value.slice(0, textMax.header)] as const] : [],
  )
  const token = text(request, 'bollard-captcha-token') ?? cookies.get(tokenCookie)
  return {
    request: {
      address,
      method: /^[A-Z]{1,20}$/u.test(method) ? method : 'GET',
      host: host.slice(0, textMax.host),
      path: path.startsWith('/') ? path.slice(0, textMax.path) : '/',
      userAgent: (request.headers['user-agent'] ?? '').slice(0, textMax.userAgent),
      headers: Object.fromEntries(headers),
      cookies: Object.fromEntries(cookies),
      user: null,
      email: null,
      tls: null,
    },
    ...(token === undefined || token === null ? {} : { captchaToken: token.slice(0, 2_048) }),
  }
}

/** What no key of a limiter may be made of. */
const hidden: ReadonlySet<string> = new Set(['authorization', 'bollard-secret-key', 'cookie'])

function cookiesOf(header: string | undefined): Map<string, string> {
  const pairs = (header ?? '').split(';').slice(0, 100)
  return new Map(
    pairs.flatMap((pair) => {
      const [name = '', ...value] = pair.split('=')
      return value.length === 0 ? [] : [[name.trim(), value.join('=').trim().slice(0, textMax.header)] as const]
    }),
  )
}

/** The page of the site that shows the challenge, with the ticket and the way back; only at the host that was asked. */
function challengePage(request: FastifyRequest, { host, path }: Asked['request'], ticket: string): string | null {
  const { challenge } = request.query as { readonly challenge?: unknown }
  if (typeof challenge !== 'string' || !/^\/(?![/\\])/u.test(challenge) || host === '') return null
  const base = `https://${host}`
  if (!URL.canParse(challenge, base)) return null
  const page = new URL(challenge, base)
  if (page.host !== new URL(base).host) return null
  page.searchParams.set('bollard-ticket', ticket)
  page.searchParams.set('back', path)
  return page.pathname + page.search
}

function text(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}
