/** One answer of the API as it came over the wire. */
export interface Heard {
  readonly method: string
  readonly path: string
  /** From the question mark on; empty without one. */
  readonly search: string
  /** What was sent, where it was JSON or a form. */
  readonly body: string | null
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export interface Hearing {
  readonly answers: readonly Heard[]
  /** Goes where `fetch` goes. */
  readonly fetch: typeof fetch
}

/** Listens to every call that is made through its `fetch`. Streams that do not end are heard without their text. */
export function createHearing(): Hearing {
  const answers: Heard[] = []
  return {
    answers,
    fetch: async (input, init) => {
      const response = await fetch(input, init)
      const endless = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
      const text = endless ? '' : await response.clone().text()
      const { pathname: path, search } = new URL(input instanceof Request ? input.url : input)
      const body = typeof init?.body === 'string' || init?.body instanceof URLSearchParams ? String(init.body) : null
      const { status, headers } = response
      answers.push({ method: init?.method ?? 'GET', path, search, body, status, headers, text })
      return response
    },
  }
}
