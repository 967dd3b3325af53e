import type { Readable, Writable } from 'node:stream'

/** A browser's own control channel, as thin as possible: test drivers leave traces that the product finds. */
export interface BrowserControl {
  send(method: string, params?: object, sessionId?: string): Promise<ControlAnswer>
  /** Hears of every event that was switched on, and in which session, until what it gives back is called. */
  on(listener: Listener): () => void
}

type Listener = (method: string, params: ControlEvent, sessionId?: string) => void

export interface ControlAnswer {
  browserContextId: string
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
    socket.addEventListener('error', () => reject(new Error(`The browser does not answer at ${address}`)), {
      once: true,
    })
  })
  const { control, hear } = controlOver((text) => socket.send(text))
  socket.addEventListener('message', ({ data }) => hear(String(data)))
  return control
}

/** Talks with a browser that was started with `--remote-debugging-pipe`. It ends when this process does. */
export function connectThrough(toBrowser: Writable, fromBrowser: Readable): BrowserControl {
  const { control, hear } = controlOver((text) => void toBrowser.write(`${text}\0`))
  let rest = ''
  fromBrowser.setEncoding('utf8')
  fromBrowser.on('data', (part: string) => {
    const messages = (rest + part).split('\0')
    rest = messages.pop() ?? ''
    for (const message of messages) hear(message)
  })
  return control
}

function controlOver(say: (text: string) => void): { control: BrowserControl; hear: (text: string) => void } {
  let last = 0
  const waiting = new Map<number, (answer: { result?: ControlAnswer; error?: { message: string } }) => void>()
  const listeners = new Set<Listener>()
  return {
    hear(text) {
      const message = JSON.parse(text)
      if (typeof message.method === 'string')
        for (const listener of listeners) listener(message.method, message.params, message.sessionId)
      waiting.get(message.id)?.(message)
      waiting.delete(message.id)
    },
    control: {
      on: (listener) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      send: (method, params = {}, sessionId) =>
        new Promise((resolve, reject) => {
          const id = ++last
          waiting.set(id, ({ result, error }) =>
            result === undefined ? reject(new Error(`${method}: ${error?.message}`)) : resolve(result),
          )
          say(JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) }))
        }),
    },
  }
}
