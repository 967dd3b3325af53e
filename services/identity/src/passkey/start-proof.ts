import { generateAuthenticationOptions } from '@simplewebauthn/server'
import type { Caller, IdentityContext } from '../identity-context.ts'
import { limitedIp } from '../limits/rate-limit.ts'
import { findActor } from '../session/actor.ts'
import { createChallenge } from './challenge.ts'
import { listCredentials } from './list.ts'
import { relyingPartyOf } from './relying-party.ts'

/**
 * A challenge for a passkey that exists. Signed-in people are offered their own; anybody else chooses among those of the device,
 * so that nobody learns here which accounts exist.
 */
export async function startPasskeyProof(
  context: IdentityContext,
  caller: Caller,
): Promise<{ challengeId: string; options: Record<string, unknown> }> {
  await context.limiter.take('passkeyOptionsPerIp', limitedIp(caller.ip))
  const actor = await findActor(context, caller.headers.get('cookie') ?? undefined)
  const challenge = await createChallenge(context, null)
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyOf(context).id,
    challenge: challenge.bytes,
    allowCredentials: actor ? await listCredentials(context.db, actor.userId) : [],
    userVerification: 'required',
    timeout: 300_000,
  })
  return { challengeId: challenge.id, options: { ...options } }
}
