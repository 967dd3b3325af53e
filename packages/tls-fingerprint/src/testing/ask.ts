import { connect } from 'node:http2'
import { request as httpsRequest } from 'node:https'
import type { ConnectionFingerprint } from '../index.ts'
import type { RunningServer } from './start-fingerprint-server.ts'

type Target = Pick<RunningServer, 'port' | 'certificate'>

/** Asks with HTTP/1.1 on a connection of its own. */
export function askWithHttp1(
  { port, certificate }: Target,
  options: { ecdhCurve?: string; headers?: Record<string, string> } = {},
): Promise<ConnectionFingerprint> {
  return new Promise((resolve, reject) => {
    const request = httpsRequest(
      { port, host: '127.0.0.1', servername: 'localhost', ca: certificate.cert, agent: false, ...options },
      (response) => {
        response.toArray().then((chunks) => resolve(JSON.parse(Buffer.concat(chunks).toString())), reject)
      },
    )
    request.on('error', reject).end()
  })
}

/** Asks `times` in a row on one HTTP/2 session. */
export async function askWithHttp2(
  { port, certificate }: Target,
  headers: Record<string, string> = {},
  times = 1,
): Promise<ConnectionFingerprint[]> {
  const session = connect(`https://localhost:${port}`, {
    ca: certificate.cert,
    host: '127.0.0.1',
    settings: { initialWindowSize: 100_000, headerTableSize: 8192 },
  })
  const answers: ConnectionFingerprint[] = []
  for (let time = 0; time < times; time++) {
    const chunks = await session.request({ ':path': '/', ...headers }).toArray()
    answers.push(JSON.parse(Buffer.concat(chunks).toString()))
  }
  session.close()
  return answers
}
