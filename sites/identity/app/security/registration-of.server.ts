import { passkeyAnswerOf, type PasskeyAnswerDto } from '../passkey/passkey-answer.server.ts'

/** What the browser made, out of the field `passkey`. Without it the service is asked with an empty answer, and refuses that as it should. */
export function registrationOf(form: FormData): PasskeyAnswerDto {
  return passkeyAnswerOf(form) ?? { challengeId: '', response: { id: '', rawId: '', type: 'public-key', response: {} } }
}
