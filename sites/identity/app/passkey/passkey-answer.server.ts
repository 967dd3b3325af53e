import { textOf } from '@bollard/site-kit'

/** A WebAuthn answer on its way to the service, which checks it. */
export interface PasskeyAnswerDto {
  challengeId: string
  response: { id: string; rawId: string; type: 'public-key'; response: Record<string, unknown> }
}

/** What a passkey form has sent, or null when it sent none or something else. */
export function passkeyAnswerOf(form: FormData): PasskeyAnswerDto | null {
  const text = textOf(form, 'passkey')
  if (text === '') return null
  try {
    const parsed: unknown = JSON.parse(text)
    // The service validates every part; here it only has to be an object with both of them.
    return typeof parsed === 'object' && parsed !== null && 'challengeId' in parsed && 'response' in parsed
      ? (parsed as PasskeyAnswerDto)
      : null
  } catch {
    return null
  }
}
