import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { type BotKey, botKeys, parseBotKey } from './key.ts'
import type { SignedRequest, WebBotAuthResult } from './result.ts'
import { verifyWebBotAuth } from './verify.ts'

/** 2026-01-01, in seconds. */
export const start = 1_767_225_600

export interface Bot {
  readonly key: BotKey
  readonly privateKey: KeyObject
}

export function createBot(agent: string | null = null): Bot {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return { key: keyOf(JSON.stringify(publicKey.export({ format: 'jwk' })), agent), privateKey }
}

export function keyOf(text: string, agent: string | null = null): BotKey {
  const result = parseBotKey(text, agent)
  if (!result.ok) throw new Error(result.code)
  return result.key
}

/** A signature to make; each part can be spoilt. */
export interface SignatureParts {
  readonly bot: Bot
  readonly label?: string
  /** Component identifiers with their values, as they come in the signature base. */
  readonly components?: readonly (readonly [identifier: string, value: string])[]
  /** Parameters by name; undefined leaves one out. */
  readonly parameters?: Readonly<Record<string, string | number | undefined>>
}

/**
 * Signs by the letter of RFC 9421 section 3.1, by hand on purpose: the library under test has no part in it.
 * @returns the members of `Signature-Input` and `Signature`
 */
export function signatureOf({
  bot,
  label = 'sig1',
  components = [['"@authority"', 'example.com']],
  parameters = {},
}: SignatureParts) {
  const all = {
    created: start,
    expires: start + 300,
    keyid: bot.key.keyId,
    alg: 'ed25519',
    nonce: 'bm9uY2U=',
    tag: 'web-bot-auth',
    ...parameters,
  }
  const texts = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : [`;${name}=${typeof value === 'number' ? value : `"${value}"`}`],
  )
  const inner = `(${components.map(([identifier]) => identifier).join(' ')})${texts.join('')}`
  const base = [...components.map((pair) => pair.join(': ')), `"@signature-params": ${inner}`].join('\n')
  return {
    input: `${label}=${inner}`,
    signature: `${label}=:${sign(null, Buffer.from(base), bot.privateKey).toString('base64')}:`,
  }
}

/** A request with these signatures, received ten seconds after signing. */
export function requestWith(parts: readonly SignatureParts[], change: Partial<SignedRequest> = {}): SignedRequest {
  const signed = parts.map(signatureOf)
  return {
    method: 'GET',
    authority: 'example.com',
    path: '/form?step=1',
    keys: botKeys(parts.map(({ bot }) => bot.key)),
    now: (start + 10) * 1000,
    ...change,
    headers: {
      'user-agent': 'Böt/1.0',
      signature: signed.map(({ signature }) => signature).join(', '),
      'signature-input': signed.map(({ input }) => input).join(', '),
      ...change.headers,
    },
  }
}

/** `verified`, `none`, or why not. */
export async function outcomeOf(request: SignedRequest): Promise<string> {
  const result: WebBotAuthResult = await verifyWebBotAuth(request)
  return result.status === 'invalid' ? result.reason : result.status
}
