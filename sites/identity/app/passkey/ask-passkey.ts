/** What a ceremony ended with: an answer to send to the server as it is, or why there is none. */
export type PasskeyAnswer = { ok: true; answer: string } | { ok: false; reason: PasskeyRefusal }
export type PasskeyRefusal = 'cancelled' | 'unsupported' | 'unreachable' | 'exists'

/**
 * Asks the browser for a passkey, with a challenge from this site's own server. With `autofill` the browser offers it in the field for
 * the e-mail address and waits for as long as it takes. The library comes along only when it is needed.
 */
export async function askPasskey(optionsAddress: string, { autofill = false } = {}): Promise<PasskeyAnswer> {
  const { browserSupportsWebAuthn, browserSupportsWebAuthnAutofill, startAuthentication } =
    await import('@simplewebauthn/browser')
  if (!(autofill ? await browserSupportsWebAuthnAutofill() : browserSupportsWebAuthn()))
    return { ok: false, reason: 'unsupported' }
  const challenge = await fetchChallenge(optionsAddress)
  if (challenge === null) return { ok: false, reason: 'unreachable' }
  try {
    const response = await startAuthentication({ optionsJSON: challenge.options, useBrowserAutofill: autofill })
    return { ok: true, answer: JSON.stringify({ challengeId: challenge.challengeId, response }) }
  } catch {
    // The library names many causes; to a person all of them mean that nothing has been chosen.
    return { ok: false, reason: 'cancelled' }
  }
}

type AuthenticationOptions = Parameters<typeof import('@simplewebauthn/browser').startAuthentication>[0]['optionsJSON']
type RegistrationOptions = Parameters<typeof import('@simplewebauthn/browser').startRegistration>[0]['optionsJSON']

/** Makes a passkey with the options that the service gave. */
export async function makePasskey(
  options: unknown,
): Promise<{ ok: true; response: unknown } | { ok: false; reason: PasskeyRefusal }> {
  const { browserSupportsWebAuthn, startRegistration } = await import('@simplewebauthn/browser')
  if (!browserSupportsWebAuthn()) return { ok: false, reason: 'unsupported' }
  try {
    return { ok: true, response: await startRegistration({ optionsJSON: options as RegistrationOptions }) }
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError'
    return { ok: false, reason: isKnown ? 'exists' : 'cancelled' }
  }
}

async function fetchChallenge(
  address: string,
): Promise<{ challengeId: string; options: AuthenticationOptions } | null> {
  try {
    const answer = await fetch(address, { method: 'POST' })
    // Our own server wrote it from the answer of the service.
    return answer.ok ? ((await answer.json()) as { challengeId: string; options: AuthenticationOptions }) : null
  } catch {
    return null
  }
}
