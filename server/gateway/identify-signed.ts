import type { Identify, Program } from '@bollard/guard'
import { type BotKeys, createNonceMemory, verifyWebBotAuth, type WebBotAuthReason } from '@bollard/visitor-credentials'

/** Bots whose signatures count, with their keys. */
export interface SignedBots {
  readonly keys: BotKeys
  /** By the address of the agent, as `agentUrl` writes it. */
  readonly byAgent: ReadonlyMap<string, Pick<Program, 'name' | 'purpose'>>
}

const noSignedBots: SignedBots = { keys: new Map(), byAgent: new Map() }

export interface IdentifySigned {
  readonly identify: Identify
  /** Other bots from now on. What was used once stays used. */
  configure(bots: SignedBots): void
}

/** Signatures are remembered for a day at most. */
const usedMax = 200_000

/**
 * What nobody but a liar sends: a signature that fits another request, or none any more. A key that is not known may be a new one, and a
 * clock that is wrong may be ours: then nothing is proved.
 */
const lies: ReadonlySet<WebBotAuthReason> = new Set(['signature', 'expired', 'key-not-in-force', 'replayed'])

/** Tells who signed a request (Web Bot Auth). Where nobody did, or nothing comes of it, `otherwise` is asked. */
export function identifySigned(otherwise: Identify, now: () => number = Date.now): IdentifySigned {
  const nonces = createNonceMemory(usedMax)
  let bots = noSignedBots

  async function ofSigned(visit: Parameters<Identify>[0]): Promise<Program | null> {
    const { method, target: path, headers, isEncrypted } = visit
    const { keys, byAgent } = bots
    const authority = String(headers[':authority'] ?? headers.host ?? '')
    const scheme = isEncrypted || headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'
    const result = await verifyWebBotAuth({ method, authority, path, scheme, headers, keys, now: now(), nonces })
    const known = 'agent' in result && result.agent !== null ? byAgent.get(result.agent) : undefined
    if (known === undefined) return otherwise(visit)
    if (result.status === 'verified') return { ...known, verified: true }
    if (result.status === 'invalid' && lies.has(result.reason)) return { ...known, verified: false, isSpoofed: true }
    return (await otherwise(visit)) ?? { ...known, verified: false }
  }

  return {
    identify: (visit) =>
      bots.byAgent.size === 0 || visit.headers['signature-input'] === undefined ? otherwise(visit) : ofSigned(visit),
    configure(next) {
      bots = next
    },
  }
}
