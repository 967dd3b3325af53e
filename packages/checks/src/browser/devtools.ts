import type { Readable, Writable } from 'node:stream'
import { CheckFault } from '../faults.ts'

/** An event of the browser. */
export interface DevtoolsEvent {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  /** The page that it is of; undefined for the browser itself. */
  readonly sessionId?: string
}

/** Speaks the DevTools protocol (https://chromedevtools.github.io/devtools-protocol/). */
export interface Devtools {
  /** Rejects with `browser-failed` where the browser answers with an error, or is gone. */
  send(method: string, params?: object, sessionId?: string): Promise<Readonly<Record<string, unknown>>>
  /** Is called with every event from now on. */
  listen(listener: (event: DevtoolsEvent) => void): void
}

/** A page may put whatever it likes into what it tells; no answer that is asked for here is near this. */
const messageBytesMax = 32 * 1_048_576

interface Message extends Partial<DevtoolsEvent> {
  readonly id?: number
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly message: string }
}

/** Over two pipes that only this process has: a port could be found and used by others. Messages end with a byte of zero. */
export function speakDevtools(output: Readable, input: Writable): Devtools {
  const waiting = new Map<number, PromiseWithResolvers<Readonly<Record<string, unknown>>>>()
  const listeners: ((event: DevtoolsEvent) => void)[] = []
  let last = 0
  let isOver = false
  let parts: Buffer[] = []

  const gone = () => new CheckFault('browser-failed', 'the browser ended')
  function end(): void {
    isOver = true
    for (const { reject } of waiting.values()) reject(gone())
    waiting.clear()
  }
  function take(text: string): void {
    const message: Message = JSON.parse(text)
    if (message.id === undefined) {
      if (message.method === undefined) return
      for (const listener of listeners) listener({ params: {}, ...message, method: message.method })
      return
    }
    const one = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.error !== undefined) one?.reject(new CheckFault('browser-failed', message.error.message))
    else one?.resolve(message.result ?? {})
  }
  output.on('data', (chunk: Buffer) => {
    let from = 0
    for (let at = chunk.indexOf(0); at >= 0; at = chunk.indexOf(0, from)) {
      parts.push(chunk.subarray(from, at))
      from = at + 1
      const whole = Buffer.concat(parts)
      parts = []
      take(whole.toString('utf8'))
    }
    parts.push(chunk.subarray(from))
    if (parts.reduce((sum, { length }) => sum + length, 0) > messageBytesMax) output.destroy()
  })
  output.on('close', end).on('error', end)
  input.on('error', end)
  return {
    send(method, params = {}, sessionId) {
      if (isOver) return Promise.reject(gone())
      const one = Promise.withResolvers<Readonly<Record<string, unknown>>>()
      // Whoever asked may not wait for the answer any more when the browser ends.
      one.promise.catch(() => undefined)
      last += 1
      waiting.set(last, one)
      input.write(`${JSON.stringify({ id: last, method, params, ...(sessionId && { sessionId }) })}\0`)
      return one.promise
    },
    listen: (listener) => void listeners.push(listener),
  }
}
