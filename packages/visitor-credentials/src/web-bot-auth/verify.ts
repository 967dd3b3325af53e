import { verify } from 'node:crypto'
import { isSignatureError, SignatureErrorCode, type Verifier, verifySignature } from 'http-message-sig'
import { agentNamed } from './agent.ts'
import { type Accepted, type Judgement, judge } from './judge.ts'
import type { BotKeys } from './key.ts'
import { fieldValue, readTaggedSignatures, type TaggedSignatures } from './message.ts'
import type { SignedRequest, WebBotAuthReason, WebBotAuthResult } from './result.ts'

/** A remote browser may sign beside the agent it works for; more than this is nobody's need, and each costs a verification. */
const maximumSignatures = 3

const none: Promise<WebBotAuthResult> = Promise.resolve({ status: 'none' })

/** Reasons by the code with which http-message-sig refuses. What is not here is `malformed`. */
const reasons: Readonly<Partial<Record<SignatureErrorCode, WebBotAuthReason>>> = {
  [SignatureErrorCode.MissingField]: 'components-missing',
  [SignatureErrorCode.UnsupportedFeature]: 'components-unsupported',
  [SignatureErrorCode.AlgorithmMismatch]: 'algorithm',
  [SignatureErrorCode.PolicyViolation]: 'algorithm',
  [SignatureErrorCode.VerificationFailed]: 'signature',
}

/**
 * Checks whether a request was signed by a declared bot: HTTP message signatures (RFC 9421) with Ed25519 and the tag `web-bot-auth`
 * (draft-meunier-web-bot-auth-architecture, now draft-ietf-webbotauth-httpsig-protocol). Never throws over what a visitor sent, and never
 * fetches anything. Of several signatures one that holds is enough; if none does, the first one's reason is given.
 */
export function verifyWebBotAuth(request: SignedRequest): Promise<WebBotAuthResult> {
  return request.headers['signature-input'] === undefined ? none : verifySigned(request)
}

async function verifySigned(request: SignedRequest): Promise<WebBotAuthResult> {
  const signatures = readTaggedSignatures(request)
  if (signatures === null) return invalid('malformed', agentOf(request, null))
  let first: WebBotAuthResult | undefined
  for (const label of signatures.labels.slice(0, maximumSignatures)) {
    const result = await verifyLabel(request, signatures.message, label)
    if (result.status === 'verified') return result
    first ??= result
  }
  return first ?? invalid('wrong-tag', null)
}

async function verifyLabel(
  request: SignedRequest,
  message: TaggedSignatures['message'],
  label: string,
): Promise<WebBotAuthResult> {
  const now = Math.floor(request.now / 1000)
  let keyId: string | null = null
  try {
    const { verifier, signature, parameters } = await verifySignature(message, {
      label,
      // Time and coverage are left to `judge`, which tells the reasons apart; hence no limit here.
      policy: {
        algorithms: ['ed25519'],
        requiredComponents: [],
        requiredParameters: [],
        now,
        clockSkew: Number.MAX_SAFE_INTEGER,
      },
      resolveVerifier(candidate) {
        keyId = candidate.parameters.keyid ?? null
        return verifierOf(judge(candidate, fieldValue(request.headers, 'signature-agent'), request.keys, now))
      },
    })
    const { key, agent, expires } = verifier.judgement
    // Without a nonce the signature itself is what must not come twice.
    const once =
      parameters.nonce === undefined
        ? `signature ${Buffer.from(signature).toString('base64')}`
        : `nonce ${parameters.nonce}`
    if ((await request.nonces?.use(`${key.keyId} ${once}`, expires, now)) === false)
      return invalid(parameters.nonce === undefined ? 'repeated' : 'replayed', key.agent)
    return { status: 'verified', keyId: key.keyId, agent }
  } catch (error) {
    if (!isSignatureError(error)) throw error
    if (error.code === SignatureErrorCode.ResolverFailed && !(error.cause instanceof Refusal)) throw error
    const reason = error.cause instanceof Refusal ? error.cause.reason : (reasons[error.code] ?? 'malformed')
    return invalid(reason, agentOf(request, keyId))
  }
}

/** Carries the judgement's reason through the library. */
class Refusal extends Error {
  readonly reason: WebBotAuthReason

  constructor(reason: WebBotAuthReason) {
    super(reason)
    this.reason = reason
  }
}

interface JudgedVerifier extends Verifier {
  readonly judgement: Accepted
}

function verifierOf(judgement: Judgement): JudgedVerifier {
  if (judgement.refused !== null) throw new Refusal(judgement.refused)
  return {
    algorithm: 'ed25519',
    judgement,
    verify: (data, signature) => verify(null, data, judgement.key.publicKey, signature),
  }
}

function invalid(reason: WebBotAuthReason, agent: string | null): WebBotAuthResult {
  return { status: 'invalid', reason, agent }
}

const agentsByKeys = new WeakMap<BotKeys, ReadonlySet<string>>()

/** The agent that a key is registered for, or that a request names, if keys of it are known. */
function agentOf({ headers, keys }: SignedRequest, keyId: string | null): string | null {
  const ofKey = keyId === null ? undefined : keys.get(keyId)?.find(({ agent }) => agent !== null)
  if (ofKey !== undefined) return ofKey.agent
  const known = agentsByKeys.get(keys) ?? new Set([...keys.values()].flat().flatMap(({ agent }) => agent ?? []))
  agentsByKeys.set(keys, known)
  return agentNamed(fieldValue(headers, 'signature-agent'), known)
}
