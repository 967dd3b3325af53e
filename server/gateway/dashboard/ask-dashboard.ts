/** Where a dashboard answers, and with which key. */
export interface Dashboard {
  readonly api: string
  readonly secretKey: string
}

/** An answer that is none, with what the API said of it. */
export class RefusedCall extends Error {
  override name = 'RefusedCall'
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Calls the API. Answers its JSON; throws a `RefusedCall` for any other status than 200, and whatever `fetch` throws. */
export async function askDashboard(
  { api, secretKey }: Dashboard,
  { method, path, body, signal }: { method: 'GET' | 'POST'; path: string; body?: string; signal: AbortSignal },
): Promise<unknown> {
  const answer = await fetch(`${api}${path}`, {
    method,
    redirect: 'error',
    headers: {
      authorization: `Bearer ${secretKey}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
    signal,
  })
  if (answer.status === 200) return answer.json()
  const problem = (await answer.json().catch(() => null)) as { readonly code?: unknown } | null
  const code = typeof problem?.code === 'string' ? `, ${problem.code.slice(0, 60)}` : ''
  throw new RefusedCall(answer.status, `it answers ${answer.status}${code}`)
}

const backOffMinMs = 1_000
const backOffMaxMs = 60_000

/** How long to wait after so many failures in a row, in milliseconds. */
export function backOffMs(failures: number): number {
  return Math.min(backOffMaxMs, backOffMinMs * 2 ** Math.min(failures - 1, 10))
}

/** Why a call failed, in a few words that hold nothing of its content. */
export function reasonOf(error: unknown): string {
  if (error instanceof RefusedCall) return error.message
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'it does not answer in time'
  const { cause } = error as { readonly cause?: { readonly code?: unknown } }
  if (typeof cause?.code === 'string') return `it cannot be reached (${cause.code})`
  return error.name === 'ZodError' || error.name === 'SyntaxError'
    ? 'its answer is none that a gateway knows'
    : error.message
}
