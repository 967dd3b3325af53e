/** A browser's own control channel, as thin as possible: test drivers leave traces that the product finds. */
export interface BrowserControl {
  send(method: string, params?: object, sessionId?: string): Promise<ControlAnswer>
  /** Hears of every event that was switched on. */
  on(listener: (method: string, params: ControlEvent) => void): void
}

export interface ControlAnswer {
  targetId: string
  sessionId: string
  result?: { value?: unknown }
  exceptionDetails?: { exception?: { description?: string } }
}

export interface ControlEvent {
  entry?: { level: string; text: string; url?: string }
}

/** Connects to the address that a browser prints as "DevTools listening on". */
export async function connectTo(address: string): Promise<BrowserControl> {
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', () => reject(new Error(`The browser does not answer at ${address}`)), { once: true })
  })
  let last = 0
  const waiting = new Map<number, (answer: { result?: ControlAnswer; error?: { message: string } }) => void>()
  const listeners: ((method: string, params: ControlEvent) => void)[] = []
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data))
    if (typeof message.method === 'string') for (const listener of listeners) listener(message.method, message.params)
    waiting.get(message.id)?.(message)
    waiting.delete(message.id)
  })
  return {
    on: (listener) => void listeners.push(listener),
    send: (method, params = {}, sessionId) =>
      new Promise((resolve, reject) => {
        const id = ++last
        waiting.set(id, ({ result, error }) => (result === undefined ? reject(new Error(`${method}: ${error?.message}`)) : resolve(result)))
        socket.send(JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) }))
      }),
  }
}
