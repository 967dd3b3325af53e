import { hkdfSync } from 'node:crypto'
import { isSigned, sign, signingKey } from '@bollard/proof-of-work/server'
import {
  challengeHeader,
  createNonceMemory,
  createTokenChallenge,
  type IssuerKey,
  type PrivateTokenResult,
  redemptionContextFor,
  verifyPrivateToken,
} from '@bollard/visitor-credentials'

interface Asked {
  readonly issuer: { readonly name: string; readonly key: IssuerKey }
  /** Host under which this service was called: browsers give tokens only to whom a challenge names. */
  readonly host: string
  readonly verificationId: string
}

/** What a proof is for: whoever trusts an issuer of their own proves nothing to another site. */
interface Proven {
  readonly siteId: number
  readonly verificationId: string
}

/** Private Access Tokens (RFC 9577) as evidence for people, bound to one verification each. */
export interface PrivateTokens {
  /** The value of WWW-Authenticate that asks for a token. */
  challenge(asked: Asked): string
  /** Checks the header Authorization of a browser that answers the challenge. */
  check(authorization: string | undefined, asked: Asked): PrivateTokenResult
  /** What the widget hands in with its answer: 43 characters that say that a token was checked for this verification. */
  proofFor(of: Proven): string
  isProof(text: string, of: Proven): boolean
}

const remembered = 50_000
const proofLength = 43

/** `signingKeys` as of the service: the first signs, all verify. Nothing is stored between challenge and token. */
export function createPrivateTokens(
  signingKeys: readonly { readonly secret: Buffer }[],
  { now, lifetimeSeconds }: { readonly now: () => number; readonly lifetimeSeconds: number },
): PrivateTokens {
  const derive = (secret: Buffer, use: string): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `bollard captcha ${use}`, 32))
  const [first] = signingKeys
  if (first === undefined) throw new RangeError('at least one signing key is needed')
  const contextSecret = derive(first.secret, 'private token context 1')
  const proofKeys = signingKeys.map(({ secret }) => signingKey(derive(secret, 'private token proof 1')))
  const [proofKey = signingKey(first.secret)] = proofKeys
  const spent = createNonceMemory(remembered)
  const challengeFor = ({ issuer, host, verificationId }: Asked): Uint8Array =>
    createTokenChallenge({
      issuer: issuer.name,
      originInfo: [host],
      redemptionContext: redemptionContextFor(contextSecret, verificationId),
    })
  return {
    challenge: (asked) => challengeHeader(challengeFor(asked), asked.issuer.key, lifetimeSeconds),
    check(authorization, asked) {
      const seconds = Math.floor(now() / 1000)
      return verifyPrivateToken(authorization, {
        challenge: challengeFor(asked),
        issuerKeys: [asked.issuer.key],
        spent: { memory: spent, expires: seconds + lifetimeSeconds, now: seconds },
      })
    },
    proofFor(of) {
      const proof = Buffer.alloc(32)
      sign(proofKey, messageOf(of), proof)
      return proof.toString('base64url')
    },
    isProof(text, of) {
      const proof = Buffer.from(text, 'base64url')
      return (
        text.length === proofLength &&
        proof.length === 32 &&
        proofKeys.some((key) => isSigned(key, messageOf(of), proof))
      )
    },
  }
}

function messageOf({ siteId, verificationId }: Proven): Buffer {
  return Buffer.from(`${siteId} ${verificationId}`)
}
