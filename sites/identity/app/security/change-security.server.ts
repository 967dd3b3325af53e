import { textOf } from '@bollard/site-kit'
import type { Problem } from '@bollard/contracts'
import type { apiOf } from '@bollard/site-kit/server'
import type { RouterContextProvider } from 'react-router'
import { digitsOf } from '../forms/digits-of.ts'
import { type AskedProof, doProven } from '../prove/do-proven.server.ts'
import { drawQrCode, type QrCode } from './draw-qr-code.server.ts'
import { registrationOf } from './registration-of.server.ts'

export type Intent = keyof typeof intents

/** What came of a form of the security page. */
export interface SecurityAnswer {
  intent: Intent
  problem: Problem | null
  /** Set when a proof has to be given before the form is repeated. */
  asked: AskedProof | null
  /** An authenticator app that waits for its first code. */
  totp: { secret: string; uri: string; qr: QrCode } | null
  /** Shown this once. */
  recoveryCodes: string[] | null
  /** A passkey that the browser has to make now. */
  passkey: { challengeId: string; options: unknown; name: string } | null
}

type Api = ReturnType<typeof apiOf>
type Outcome = Partial<Pick<SecurityAnswer, 'totp' | 'recoveryCodes' | 'passkey'>>

/** Everything that can be done on the page, by the field `intent` of its forms. */
const intents = {
  async changePassword(api: Api, form: FormData): Promise<Outcome> {
    const passwordChangeDto = {
      currentPassword: textOf(form, 'currentPassword'),
      newPassword: textOf(form, 'newPassword'),
    }
    await api.changePassword({ passwordChangeDto })
    return {}
  },
  async startTotp(api: Api): Promise<Outcome> {
    const { secret, uri } = await api.startTotp()
    return { totp: { secret, uri, qr: drawQrCode(uri) } }
  },
  async confirmTotp(api: Api, form: FormData): Promise<Outcome> {
    return await api.confirmTotp({ totpConfirmationDto: { code: digitsOf(form, 'code') } })
  },
  async deleteTotp(api: Api): Promise<Outcome> {
    await api.deleteTotp()
    return {}
  },
  async createRecoveryCodes(api: Api): Promise<Outcome> {
    return await api.createRecoveryCodes()
  },
  async startPasskey(api: Api, form: FormData): Promise<Outcome> {
    const { challengeId, options } = await api.startPasskey()
    return { passkey: { challengeId, options, name: textOf(form, 'name').trim() } }
  },
  async addPasskey(api: Api, form: FormData): Promise<Outcome> {
    const { recoveryCodes } = await api.addPasskey({
      passkeyNewDto: { name: textOf(form, 'name').trim(), ...registrationOf(form) },
    })
    return { recoveryCodes }
  },
  async renamePasskey(api: Api, form: FormData): Promise<Outcome> {
    await api.renamePasskey({ passkeyId: textOf(form, 'passkeyId'), passkeyDto: { name: textOf(form, 'name').trim() } })
    return {}
  },
  async deletePasskey(api: Api, form: FormData): Promise<Outcome> {
    await api.deletePasskey({ passkeyId: textOf(form, 'passkeyId') })
    return {}
  },
  async keepFactors(api: Api): Promise<Outcome> {
    await api.stopOwnFactorRemoval()
    return {}
  },
  async deleteSession(api: Api, form: FormData): Promise<Outcome> {
    await api.deleteSession({ sessionId: textOf(form, 'sessionId') })
    return {}
  },
  async deleteOtherSessions(api: Api): Promise<Outcome> {
    await api.deleteOtherSessions()
    return {}
  },
} as const satisfies Record<string, (api: Api, form: FormData) => Promise<Outcome>>

/** Carries out one form. Null when it names nothing that can be done here. */
export async function changeSecurity(
  context: Readonly<RouterContextProvider>,
  request: Request,
): Promise<SecurityAnswer | null> {
  const form = await request.formData()
  const intent = textOf(form, 'intent')
  if (!isIntent(intent)) return null
  const done = await doProven({ context, request }, form, (api) => intents[intent](api, form))
  const answer: SecurityAnswer = { intent, problem: null, asked: null, totp: null, recoveryCodes: null, passkey: null }
  if (done.ok) return { ...answer, ...done.value }
  // A wrong code must not cost people the picture they have just scanned.
  const again = intent === 'confirmTotp' && done.problem.code !== 'not-set-up' ? shownTotp(form) : null
  return { ...answer, problem: done.problem, asked: done.asked, totp: again }
}

function isIntent(name: string): name is Intent {
  return Object.hasOwn(intents, name)
}

/** The page itself has sent these two along; anything else draws nothing. */
function shownTotp(form: FormData): SecurityAnswer['totp'] {
  const [secret, uri] = [textOf(form, 'secret'), textOf(form, 'uri')]
  const isOurs = uri.startsWith('otpauth://totp/') && uri.length <= 500 && /^[A-Z2-7]{16,128}$/u.test(secret)
  return isOurs ? { secret, uri, qr: drawQrCode(uri) } : null
}
