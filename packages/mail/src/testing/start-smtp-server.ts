import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

export interface SmtpServer {
  readonly url: string
  /** `data` is all messages, one after the other. */
  readonly received: { recipients: string[]; data: string; messages: string[] }
  readonly close: () => Promise<void>
}

/** As much of an SMTP server as deliveries need, on this machine; `close` it. */
export async function startSmtpServer(options: { refuse?: boolean } = {}): Promise<SmtpServer> {
  const received = { recipients: [] as string[], data: '', messages: [] as string[] }
  const server = createServer((socket) => {
    let inData = false
    let rest = ''
    let message = ''
    const answer = (line: string) => socket.write(`${line}\r\n`)
    answer('220 test')
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      rest += chunk
      for (let end = rest.indexOf('\r\n'); end !== -1; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        if (inData && line === '.') {
          inData = false
          received.messages.push(message)
          received.data += message
          answer('250 taken')
        } else if (inData) message += `${line.replace(/^\.\./u, '.')}\n`
        else if (/^RCPT TO:/iu.test(line)) {
          if (!options.refuse) received.recipients.push(line.slice(8).trim())
          answer(options.refuse ? '550 no' : '250 ok')
        } else if (/^DATA/iu.test(line)) {
          inData = true
          message = ''
          answer('354 go')
        } else if (/^QUIT/iu.test(line)) socket.end('221 bye\r\n')
        else answer('250 ok')
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => closeServer(server)
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port')
  return { url: `smtp://127.0.0.1:${address.port}`, received, close }
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}
