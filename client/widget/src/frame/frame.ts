import { type FromFrame, greeting, type ToFrame } from './protocol.ts'
import type * as Tokens from './ask-for-token.ts'
import { createPool, minimalThreads, threadsFor } from './pool.ts'

// Any page may ask, as any page may show the widget; only the page around this frame is heard.
addEventListener('message', ({ source, data, ports: [port] }) => {
  const isMinimal = data === greeting.minimal
  if (source !== parent || !(isMinimal || data === greeting.usual) || !port) return
  const send = (message: FromFrame) => port.postMessage(message)
  const threads = isMinimal ? minimalThreads : threadsFor(navigator.hardwareConcurrency)
  const pool = createPool({
    // Of the same build as this frame.
    startWorker: (algorithm) => new Worker((algorithm === 'equix' ? 'equix.js' : 'worker.js') + location.search),
    threads,
    send,
  })
  port.onmessage = ({ data: message }: MessageEvent<ToFrame>) => {
    if (message.type === 'solve') pool.solve(message)
    else if (message.type === 'probe') pool.probe()
    else
      void askForToken(message).then(
        (proof) => send({ type: 'token', proof }),
        () => send({ type: 'token', proof: undefined }),
      )
  }
  send({ type: 'ready', equix: solvesEquix() })
})

/**
 * Whether the program of Equi-X runs here: the policy of this document allows it, but hardened browsers have no WebAssembly, and
 * some, such as those of QtWebEngine, none with SIMD. Asked with a module that has nothing but a type with a vector.
 */
function solvesEquix(): boolean {
  return (
    typeof WebAssembly === 'object' &&
    WebAssembly.validate(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123))
  )
}

/** Few browsers have an issuer, so what asks them is fetched only then. */
async function askForToken(asked: Parameters<typeof Tokens.askForToken>[0]): Promise<string | undefined> {
  const script: typeof Tokens = await import(/* @vite-ignore */ `${location.origin}/widget/token.js${location.search}`)
  return script.askForToken(asked)
}
