import { type Hands, type Listen, noHands } from './hands.ts'

type Listener = (event: never) => void

/** Hands that see only the events that a test gives them. Each event is trusted unless it says otherwise. */
export function handsOf(watch: (on: Listen, hands: Hands) => void): {
  hands: Hands
  send: (type: string, event: object) => void
} {
  const hands = noHands()
  const listeners: { type: string; listener: Listener }[] = []
  watch((type, listener) => void listeners.push({ type, listener }), hands)
  const send = (type: string, event: object) => {
    const whole = { isTrusted: true, timeStamp: 0, composedPath: () => [], ...event }
    for (const one of listeners) if (one.type === type) one.listener(whole as never)
  }
  return { hands, send }
}
