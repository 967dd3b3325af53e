import { randomUUIDv7 } from 'node:crypto'
import type { Passkey } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Call } from '../browser/read-call.ts'
import { forgetSecondFactorAnswers } from '../browser/trusted-device.ts'
import { cancelFactorRemoval } from '../factor-removal/cancel.ts'
import { mailNewFactor } from '../factors/mail-new-factor.ts'
import { findProtection, isProtected } from '../factors/protection.ts'
import { replaceRecoveryCodes } from '../factors/recovery-codes.ts'
import type { IdentityContext } from '../identity-context.ts'
import type { Actor } from '../session/actor.ts'
import { endSessions } from '../session/end.ts'
import { markSecondFactor } from '../session/rotate.ts'
import { recordAudit } from '../users/audit.ts'
import { lockUser } from '../users/user.ts'
import { loadWebAuthn, relyingPartyOf, takeChallenge } from './challenge.ts'
import type { PasskeyAnswer } from './check.ts'
import { asPasskey, passkeyColumns } from './list.ts'
import { algorithms, passkeysMax } from './start.ts'

/** Keeps a new passkey, and ends all other sessions. Recovery codes come with it when the account has none; they are shown this once. */
export async function addPasskey(
  context: IdentityContext,
  actor: Actor,
  request: PasskeyAnswer & { readonly name: string },
  call: Call,
): Promise<Passkey & { recoveryCodes: string[] | null }> {
  const now = context.now()
  const made = await verify(context, actor, request)
  if (!made) throw new ProblemError('passkey-invalid')
  const { credential, credentialBackedUp } = made
  return context.db.transaction(async (tx) => {
    const { userId } = actor
    const user = await lockUser(tx, userId)
    const protection = await findProtection(tx, userId)
    if (protection.passkeys >= passkeysMax) throw new ProblemError('quota-exceeded')
    const values = [
      randomUUIDv7(),
      userId,
      credential.id,
      Buffer.from(credential.publicKey),
      credential.counter,
      credentialBackedUp,
    ]
    const transports = (credential.transports ?? []).map(String).filter((word) => /^[a-z-]{1,20}$/u.test(word))
    const [row] = await tx.query('identity-passkey-add', addSql, [
      ...values,
      transports.slice(0, 10),
      request.name,
      now,
    ])
    if (!user || !row) throw new ProblemError('passkey-invalid')
    const recoveryCodes = protection.recoveryCodesLeft === 0 ? await replaceRecoveryCodes(tx, userId, now) : null
    await forgetSecondFactorAnswers(tx, userId)
    await endSessions(tx, userId, actor.sessionId)
    await markSecondFactor(tx, actor, now)
    await cancelFactorRemoval(tx, context, call, user, 'NEW_SECOND_FACTOR')
    await recordAudit(tx, call, now, { userId, action: 'passkey.added', target: { kind: 'passkey', id: row.id } })
    await mailNewFactor(context, tx, user, { addedAt: now, wasProtected: isProtected(protection) }, 'passkey-added', {
      name: row.name,
    })
    return { ...asPasskey(row), recoveryCodes }
  })
}

async function verify(context: IdentityContext, actor: Actor, { challengeId, response }: PasskeyAnswer) {
  const isChallenge = await takeChallenge(context, challengeId, actor.userId)
  if (isChallenge === null) return null
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const { id, origins } = relyingPartyOf(context)
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: isChallenge,
      expectedOrigin: origins,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    return registrationInfo ?? null
  } catch {
    // The library tells by exceptions what does not fit.
    return null
  }
}

const addSql = `insert into identity.passkeys (id, user_id, credential_id, public_key, counter, backed_up, transports, name, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (credential_id) do nothing returning ${passkeyColumns}`
