import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { IdentityContext } from '../identity-context.ts'
import { loadWebAuthn, relyingPartyOf, takeChallenge } from './challenge.ts'

/** What a browser sends for one challenge. What is inside is checked by the library. */
export interface PasskeyAnswer {
  readonly challengeId: string
  readonly response: {
    readonly id: string
    readonly rawId: string
    readonly type: 'public-key'
    readonly response: Readonly<Record<string, unknown>>
  }
}

export interface CheckedPasskey {
  readonly passkeyId: string
  readonly userId: string
}

interface KeptPasskey extends CheckedPasskey {
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly counter: string
}

/**
 * Resolves with the passkey that answered its challenge with the person verified, or throws `passkey-invalid`, which does not
 * say why. With `userId` only a passkey of this person will do. Each challenge works once, and a counter never goes back.
 */
export async function checkPasskey(
  context: IdentityContext,
  { challengeId, response }: PasskeyAnswer,
  userId: string | null = null,
): Promise<CheckedPasskey> {
  const isChallenge = await takeChallenge(context, challengeId, null)
  const passkey = isChallenge === null ? null : await findPasskey(context.db, response.id)
  if (isChallenge === null || !passkey || (userId !== null && passkey.userId !== userId))
    throw new ProblemError('passkey-invalid')
  // What a passkey says of its owner is not signed; it must not contradict what is known.
  const { userHandle } = response.response
  if (userHandle !== undefined && userHandle !== userHandleOf(passkey.userId).toString('base64url'))
    throw new ProblemError('passkey-invalid')
  const verified = await verify(context, response, isChallenge, passkey)
  if (!verified) throw new ProblemError('passkey-invalid')
  const used = await context.db.query('identity-passkey-used', usedSql, [
    passkey.passkeyId,
    verified.newCounter,
    verified.credentialBackedUp,
    context.now(),
  ])
  if (used.length === 0) throw new ProblemError('passkey-invalid')
  return { passkeyId: passkey.passkeyId, userId: passkey.userId }
}

/** The name under which an authenticator keeps the account: the 16 bytes of its id. */
export function userHandleOf(userId: string): Buffer<ArrayBuffer> {
  return Buffer.from(userId.replaceAll('-', ''), 'hex')
}

async function verify(
  context: IdentityContext,
  response: PasskeyAnswer['response'],
  isChallenge: (challenge: string) => boolean,
  passkey: KeptPasskey,
) {
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const { id, origins } = relyingPartyOf(context)
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: isChallenge,
      expectedOrigin: origins,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: Number(passkey.counter),
      },
    })
    return verified ? authenticationInfo : null
  } catch {
    // The library tells by exceptions what does not fit.
    return null
  }
}

async function findPasskey(db: Queries, credentialId: string): Promise<KeptPasskey | null> {
  const [passkey] = await db.query('identity-passkey-by-credential', findSql, [credentialId])
  return passkey ?? null
}

const findSql = `select id as "passkeyId", user_id as "userId", credential_id as "credentialId", public_key as "publicKey", counter
  from identity.passkeys where credential_id = $1`
/** The condition again, for two answers of one passkey at the same moment. */
const usedSql = `update identity.passkeys set counter = $2, backed_up = $3, last_used_at = $4
  where id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning id`
