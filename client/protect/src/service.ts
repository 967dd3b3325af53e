import type { Configuration, Fault } from './configuration.ts'
import { readText } from '../../node/src/verify.ts'

/** A policy with all overrides that there may be. */
const answerBytesMax = 8_000_000

export type Asked = { readonly answer: unknown; readonly status: number } | { readonly fault: Fault }

/** Asks the service once. Never rejects. */
export async function askService(
  { origin, secretKey, timeoutMs }: Configuration,
  path: string,
  body: object | null,
): Promise<Asked> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(`${origin}/protection/v1${path}`, {
      method: body === null ? 'GET' : 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        authorization: `Bearer ${secretKey}`,
      },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
      // The secret key goes to the configured host and nowhere else.
      redirect: 'manual',
      signal,
    })
    const { status } = response
    const text = await readText(response, answerBytesMax)
    if (status === 204) return { answer: null, status }
    if (status === 401 || status === 403) return { fault: 'misconfigured' }
    if (status === 429) return { fault: 'rate-limited' }
    if (status !== 200) return { fault: status >= 500 ? 'unavailable' : 'answer-invalid' }
    return { answer: JSON.parse(text ?? ''), status }
  } catch (error) {
    if (error instanceof SyntaxError) return { fault: 'answer-invalid' }
    return { fault: signal.aborted ? 'timeout' : 'unreachable' }
  }
}
