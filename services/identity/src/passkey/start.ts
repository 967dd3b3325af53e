import { ProblemError, limitedIp } from '@bollard/http'
import type { Call } from '../browser/read-call.ts'
import type { IdentityContext } from '../identity-context.ts'
import { type Actor, findActor } from '../session/actor.ts'
import { createChallenge, loadWebAuthn, relyingPartyOf } from './challenge.ts'
import { userHandleOf } from './check.ts'
import { listCredentials } from './list.ts'

export const passkeysMax = 20
/** EdDSA, ES256 and RS256: one of them is known to every authenticator. */
export const algorithms = [-8, -7, -257]

/** A challenge to make a passkey with, which has to verify its user and to be found without a name. */
export async function startPasskey(
  context: IdentityContext,
  actor: Actor,
): Promise<{ challengeId: string; options: Record<string, unknown> }> {
  const existing = await listCredentials(context.db, actor.userId)
  if (existing.length >= passkeysMax) throw new ProblemError('quota-exceeded')
  const challenge = await createChallenge(context, actor.userId)
  const { generateRegistrationOptions } = await loadWebAuthn()
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

/**
 * A challenge for a passkey that exists. Signed-in people are offered their own; anybody else chooses among those of the device,
 * so that nobody learns here which accounts exist.
 */
export async function startPasskeyProof(
  context: IdentityContext,
  call: Call,
): Promise<{ challengeId: string; options: Record<string, unknown> }> {
  await context.limiter.take('passkeyOptionsPerIp', limitedIp(call.from.ip))
  const actor = await findActor(context, call.cookie)
  const challenge = await createChallenge(context, null)
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyOf(context).id,
    challenge: challenge.bytes,
    allowCredentials: actor ? await listCredentials(context.db, actor.userId) : [],
    userVerification: 'required',
    timeout: 300_000,
  })
  return { challengeId: challenge.id, options: { ...options } }
}
