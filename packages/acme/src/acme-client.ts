import { createPublicKey, hash, type KeyObject, sign } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Agent, fetch } from 'undici'

/** Why an authority gave no certificate. `code` is that of its problem document (RFC 8555, 6.7), or one of ours. */
export class AcmeFault extends Error {
  readonly code: string
  /** How long it asks to be left alone, in milliseconds; null where it says nothing. */
  readonly retryAfterMs: number | null

  constructor(code: string, message: string, retryAfterMs: number | null = null) {
    super(message)
    this.name = 'AcmeFault'
    this.code = code
    this.retryAfterMs = retryAfterMs
  }
}

export const challengeTypes = ['http-01', 'tls-alpn-01'] as const
export type ChallengeType = (typeof challengeTypes)[number]

/** What has to be shown to the authority while it looks. */
export interface Proof {
  readonly type: ChallengeType
  readonly host: string
  readonly token: string
  /** The text that answers an HTTP challenge; its digest stands in the certificate of the other kind. */
  readonly keyAuthorization: string
}

export interface AcmeOptions {
  /** Address of the authority's directory. */
  readonly directory: string
  /** Private key of ECDSA with P-256. */
  readonly accountKey: KeyObject
  readonly email?: string | undefined
  /** PEM of the authority that the directory's own certificate hangs on. */
  readonly ca?: string | undefined
  /** Kinds of challenges that can be answered, the best first. */
  readonly types: readonly ChallengeType[]
  /** Shows a proof, until the answer is called. */
  readonly show: (proof: Proof) => Promise<() => void>
  /** How often the authority is asked how far it is, in milliseconds. */
  readonly pollMs?: number
}

/** In which time an order has to come to its end. */
const orderMs = 180_000
const requestTimeoutMs = 30_000
const noncesWrongMax = 4

interface Answered {
  readonly body: unknown
  readonly text: string
  readonly headers: { get(name: string): string | null }
}

/** An account at an authority, which is opened with the first order. Every method throws an `AcmeFault`. */
export class AcmeClient {
  readonly #options: AcmeOptions
  readonly #dispatcher: Agent
  readonly #jwk: Readonly<Record<string, string>>
  readonly #thumbprint: string
  #directory: Readonly<Record<string, unknown>> | null = null
  #nonce: string | null = null
  #account: string | null = null

  constructor(options: AcmeOptions) {
    this.#options = options
    this.#dispatcher = new Agent({ connect: { timeout: 10_000, ...(options.ca !== undefined && { ca: options.ca }) } })
    const { crv = '', kty = '', x = '', y = '' } = createPublicKey(options.accountKey).export({ format: 'jwk' })
    // The members and their order are those of RFC 7638.
    this.#jwk = { crv, kty, x, y }
    this.#thumbprint = hash('sha256', JSON.stringify(this.#jwk), 'base64url')
  }

  /** Orders a certificate for one host. `request` is a PKCS #10 in DER. Answers the chain as PEM. */
  async order(host: string, request: Uint8Array): Promise<string> {
    const until = performance.now() + orderMs
    await this.#openAccount()
    const made = await this.#post(await this.#address('newOrder'), { identifiers: [{ type: 'dns', value: host }] })
    const place = made.headers.get('location') ?? ''
    for (const authorization of textsOf(field(made.body, 'authorizations')))
      await this.#prove(host, authorization, until)
    const ready = await this.#poll(place, ['ready', 'valid'], until)
    const csr = Buffer.from(request).toString('base64url')
    await this.#post(textOf(field(ready, 'finalize')), { csr })
    const valid = await this.#poll(place, ['valid'], until)
    return (await this.#post(textOf(field(valid, 'certificate')), null)).text
  }

  async close(): Promise<void> {
    await this.#dispatcher.close()
  }

  async #prove(host: string, authorization: string, until: number): Promise<void> {
    const { body } = await this.#post(authorization, null)
    if (field(body, 'status') === 'valid') return
    const offered = listOf(field(body, 'challenges'))
    const type = this.#options.types.find((one) => offered.some((challenge) => field(challenge, 'type') === one))
    const challenge = offered.find((one) => field(one, 'type') === type)
    if (type === undefined)
      throw new AcmeFault('no-challenge', `The authority offers no challenge for ${host} that can be answered here`)
    const token = textOf(field(challenge, 'token'))
    if (!/^[\w-]{1,200}$/u.test(token)) throw new AcmeFault('token-invalid', 'The authority sent a token that is none')
    const hide = await this.#options.show({ type, host, token, keyAuthorization: `${token}.${this.#thumbprint}` })
    try {
      await this.#post(textOf(field(challenge, 'url')), {})
      await this.#poll(authorization, ['valid'], until)
    } finally {
      hide()
    }
  }

  /** Asks until the status is one of these. */
  async #poll(url: string, wanted: readonly string[], until: number): Promise<unknown> {
    for (;;) {
      const { body, headers } = await this.#post(url, null)
      const status = textOf(field(body, 'status'))
      if (wanted.includes(status)) return body
      if (!['pending', 'processing', 'ready'].includes(status)) throw faultIn(body, status)
      if (performance.now() > until)
        throw new AcmeFault('too-slow', `The authority had not decided after ${orderMs / 1_000} seconds`)
      const asked = Number(headers.get('retry-after') ?? 0) * 1_000
      await pause(Math.min(10_000, Math.max(asked, this.#options.pollMs ?? 1_000)))
    }
  }

  async #openAccount(): Promise<void> {
    if (this.#account !== null) return
    const { email } = this.#options
    const contact = email === undefined ? {} : { contact: [`mailto:${email}`] }
    const { headers } = await this.#post(await this.#address('newAccount'), { termsOfServiceAgreed: true, ...contact })
    this.#account = headers.get('location')
  }

  async #address(name: string): Promise<string> {
    this.#directory ??= recordOf((await this.#send(this.#options.directory, { method: 'GET' })).body)
    const address = this.#directory[name]
    if (typeof address !== 'string')
      throw new AcmeFault('directory-invalid', `The authority's directory names no ${name}`)
    return address
  }

  /** A signed request (RFC 8555, 6.2); `payload` null only reads. */
  async #post(url: string, payload: object | null): Promise<Answered> {
    for (let wrong = 0; ; wrong += 1) {
      const nonce = this.#nonce ?? (await this.#newNonce())
      this.#nonce = null
      const who = this.#account === null ? { jwk: this.#jwk } : { kid: this.#account }
      const head = encode({ alg: 'ES256', nonce, url, ...who })
      const body = payload === null ? '' : encode(payload)
      const signature = sign('sha256', Buffer.from(`${head}.${body}`), {
        key: this.#options.accountKey,
        dsaEncoding: 'ieee-p1363',
      }).toString('base64url')
      try {
        return await this.#send(url, {
          method: 'POST',
          headers: { 'content-type': 'application/jose+json' },
          body: JSON.stringify({ protected: head, payload: body, signature }),
        })
      } catch (error) {
        if (!(error instanceof AcmeFault && error.code === 'badNonce') || wrong >= noncesWrongMax) throw error
      }
    }
  }

  async #newNonce(): Promise<string> {
    const { headers } = await this.#send(await this.#address('newNonce'), { method: 'HEAD' })
    const nonce = headers.get('replay-nonce')
    if (nonce === null) throw new AcmeFault('no-nonce', 'The authority gave no nonce')
    return nonce
  }

  async #send(
    url: string,
    init: { method: string; headers?: Record<string, string>; body?: string },
  ): Promise<Answered> {
    const answer = await fetch(url, {
      ...init,
      headers: { 'user-agent': 'Bollard', ...init.headers },
      dispatcher: this.#dispatcher,
      redirect: 'error',
      signal: AbortSignal.timeout(requestTimeoutMs),
    }).catch((error: Error) => {
      const { cause } = error
      throw new AcmeFault(
        'unreachable',
        `${url} cannot be reached: ${cause instanceof Error ? cause.message : error.message}`,
      )
    })
    this.#nonce = answer.headers.get('replay-nonce') ?? this.#nonce
    const text = await answer.text()
    const isJson = /\bjson\b/u.test(answer.headers.get('content-type') ?? '')
    const body: unknown = isJson && text !== '' ? parse(text) : null
    if (!answer.ok) {
      const seconds = Number(answer.headers.get('retry-after'))
      throw faultIn({ error: body }, `status ${answer.status}`, seconds > 0 ? seconds * 1_000 : null)
    }
    return { body, text, headers: answer.headers }
  }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AcmeFault('answer-invalid', 'The authority answered with what is no JSON')
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function field(value: unknown, name: string): unknown {
  return recordOf(value)[name]
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function textsOf(value: unknown): string[] {
  return listOf(value).filter((one) => typeof one === 'string')
}

/** The problem of an order, of an authorization's challenge or of an answer. */
function faultIn(body: unknown, status: string, retryAfterMs: number | null = null): AcmeFault {
  const ofChallenge = listOf(field(body, 'challenges')).map((one) => field(one, 'error'))
  const problem = [field(body, 'error'), ...ofChallenge].find((one) => textOf(field(one, 'type')) !== '')
  const type = textOf(field(problem, 'type')).replace('urn:ietf:params:acme:error:', '')
  const detail = textOf(field(problem, 'detail')).slice(0, 500)
  return new AcmeFault(type || 'refused', detail || `The authority answered: ${status}`, retryAfterMs)
}
