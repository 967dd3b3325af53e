import { type FromFrame, greeting, type ToFrame } from './protocol.ts'
import { createPool } from './pool.ts'

// Any page may ask, as any page may show the widget; only the page around this frame is heard.
addEventListener('message', ({ source, data, ports: [port] }) => {
  if (source !== parent || data !== greeting || !port) return
  const send = (message: FromFrame) => port.postMessage(message)
  const pool = createPool({ startWorker: () => new Worker('worker.js'), cores: navigator.hardwareConcurrency, send })
  port.onmessage = ({ data: message }: MessageEvent<ToFrame>) => {
    if (message.type === 'solve') pool.solve(message)
    else pool.probe()
  }
  send({ type: 'ready' })
})
