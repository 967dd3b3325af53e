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
  // Where a browser has it, the policy of this document allows it; browsers that harden themselves have it not.
  send({ type: 'ready', equix: typeof WebAssembly === 'object' })
})

/** Few browsers have an issuer, so what asks them is fetched only then. */
async function askForToken(asked: Parameters<typeof Tokens.askForToken>[0]): Promise<string | undefined> {
  const script: typeof Tokens = await import(/* @vite-ignore */ `${location.origin}/widget/token.js${location.search}`)
  return script.askForToken(asked)
}
