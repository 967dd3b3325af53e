interface AskInput {
  readonly verificationId: string
  readonly siteKey: string
}

/**
 * Asks our own origin for the proof that a trusted issuer vouches for this device. Browsers that have an issuer answer the
 * challenge of the first answer by themselves (Private Access Tokens, RFC 9577); all others leave it at the refusal.
 */
export async function askForToken({ verificationId, siteKey }: AskInput): Promise<string | undefined> {
  try {
    const response = await fetch(`/captcha/v1/verifications/${verificationId}/private-token`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify({ siteKey }),
      cache: 'no-store',
    })
    const answer: unknown = response.ok ? await response.json() : null
    const { proof } = Object(answer)
    return typeof proof === 'string' ? proof : undefined
  } catch {
    return undefined
  }
}
