/** One answer of the API as it came over the wire. */
export interface Heard {
  readonly method: string
  readonly path: string
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
      const path = new URL(input instanceof Request ? input.url : input).pathname
      answers.push({ method: init?.method ?? 'GET', path, status: response.status, headers: response.headers, text })
      return response
    },
  }
}
