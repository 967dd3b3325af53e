import { ProblemError } from '@bollard/http'
import { generateRegistrationOptions } from '@simplewebauthn/server'
import type { IdentityContext } from '../identity-context.ts'
import type { Actor } from '../session/actor.ts'
import { requireProof } from '../session/require-proof.ts'
import { createChallenge } from './challenge.ts'
import { userHandleOf } from './check.ts'
import { listCredentials } from './list.ts'
import { relyingPartyOf } from './relying-party.ts'

export const passkeysMax = 20
/** EdDSA, ES256 and RS256: one of them is known to every authenticator. */
export const algorithms = [-8, -7, -257]

/** A challenge to make a passkey with, which has to verify its user and to be found without a name. */
export async function startPasskey(
  context: IdentityContext,
  actor: Actor,
): Promise<{ challengeId: string; options: Record<string, unknown> }> {
  requireProof(actor, context.now())
  const existing = await listCredentials(context.db, actor.userId)
  if (existing.length >= passkeysMax) throw new ProblemError('quota-exceeded')
  const challenge = await createChallenge(context, actor.userId)
  const options = await generateRegistrationOptions({
    rpName: 'Bollard',
    rpID: relyingPartyOf(context).id,
    userID: userHandleOf(actor.userId),
    userName: actor.email,
    userDisplayName: actor.givenName,
    challenge: challenge.bytes,
    attestationType: 'none',
    excludeCredentials: existing,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
    timeout: 300_000,
  })
  return { challengeId: challenge.id, options: { ...options } }
}
