import type { UntrustedSignatureCandidate } from 'http-message-sig'
import { ParseError } from 'structured-headers'
import { coveredAgent } from './agent.ts'
import type { BotKey, BotKeys } from './key.ts'
import type { WebBotAuthReason } from './result.ts'

/** A signature that counts if it fits request and key. */
export interface Accepted {
  readonly refused: null
  readonly key: BotKey
  readonly agent: string | null
  /** Until when it must be remembered, in seconds since 1970. */
  readonly expires: number
}

export type Judgement = Accepted | { readonly refused: WebBotAuthReason }

/** Clocks of bot and server may differ by this much. */
const clockSkewSeconds = 60
/** The drafts recommend no more than 24 hours. */
const maximumLifetimeSeconds = 86_400

/**
 * Judges everything about a signature that can be told before checking it, cheapest first: what it covers, its time, its key.
 * Rules: draft-ietf-webbotauth-httpsig-protocol, "Generating HTTP Message Signature" and "Validating Message Signature".
 * @param agentHeader `Signature-Agent` as sent
 * @param now seconds since 1970
 */
export function judge(
  candidate: UntrustedSignatureCandidate,
  agentHeader: string | undefined,
  keys: BotKeys,
  now: number,
): Judgement {
  const { created, expires, keyid } = candidate.parameters
  if (created === undefined || expires === undefined || keyid === undefined) return { refused: 'parameters-missing' }
  const early = tooEarlyOrLate(created, expires, now)
  if (early !== null) return { refused: early }

  const named = candidate.components.some(({ name }) => name === '@authority' || name === '@target-uri')
  if (!named) return { refused: 'components-missing' }
  const agent = readAgent(agentHeader, candidate)
  if (agent === null) return { refused: 'malformed' }
  if (!agent.covered) return { refused: 'components-missing' }

  const found = findKey(keys.get(keyid) ?? [], agent.agent)
  if (found === undefined) return { refused: 'unknown-key' }
  const { key } = found
  if ((key.notBefore !== null && key.notBefore > now) || (key.expires !== null && key.expires <= now))
    return { refused: 'key-not-in-force' }
  return { refused: null, key, agent: found.agent, expires: expires + clockSkewSeconds }
}

function tooEarlyOrLate(created: number, expires: number, now: number): WebBotAuthReason | null {
  if (created > now + clockSkewSeconds) return 'not-yet-valid'
  if (expires <= now - clockSkewSeconds || expires <= created) return 'expired'
  return expires - created > maximumLifetimeSeconds ? 'lifetime-too-long' : null
}

/**
 * Looks up the pair of key and agent. A key that is registered for agents never speaks for another one, or a bot could take a stranger's name
 * by sending it along; a key registered for none speaks for itself alone.
 */
function findKey(
  known: readonly BotKey[],
  agent: string | null,
): { readonly key: BotKey; readonly agent: string | null } | undefined {
  const exact = known.find((key) => key.agent === agent)
  if (exact !== undefined) return { key: exact, agent }
  const key = agent === null ? known[0] : known.find((candidate) => candidate.agent === null)
  return key === undefined ? undefined : { key, agent: null }
}

function readAgent(
  header: string | undefined,
  { label, components }: UntrustedSignatureCandidate,
): ReturnType<typeof coveredAgent> | null {
  try {
    return coveredAgent(header, label, components)
  } catch (error) {
    if (error instanceof ParseError) return null
    throw error
  }
}
