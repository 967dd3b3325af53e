import { type IncomingMessage, request as requestHttp } from 'node:http'
import type { Socket } from 'node:net'
import type { ProbeRun } from '../connection/probe-run.ts'
import { CheckFault, faultOf } from '../faults.ts'
import { type Body, readBody } from './read-body.ts'

export interface HttpRequest {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: string | null
}

export interface HttpAnswer {
  readonly status: number
  /** Names in lower case; several values of one name are joined as RFC 9110 §5.3 has it. */
  readonly headers: Readonly<Record<string, string>>
  /** Null where the answer's head was enough. */
  readonly body: Body | null
}

const headerBytesMax = 32_768
const hintsMax = 20

/**
 * Makes one request on an open connection and reads the answer. `wantsBody` decides by the head whether the body is read.
 * Throws a CheckFault.
 */
export function exchange(
  run: ProbeRun,
  socket: Socket,
  { method, path, headers, body }: HttpRequest,
  wantsBody: (status: number, headers: Readonly<Record<string, string>>) => boolean,
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const from = run.elapsed()
    let hints = 0
    let request: ReturnType<typeof requestHttp>
    const length = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    try {
      request = requestHttp({
        method,
        path,
        headers: { ...headers, ...length, connection: 'close' },
        setHost: false,
        maxHeaderSize: headerBytesMax,
        createConnection: () => socket,
      })
    } catch (error) {
      reject(new CheckFault('request-invalid', String(error)))
      return
    }
    socket.once('data', () => run.took('firstByteMs', from))
    request.on('error', (error) => reject(faultOf(error)))
    // An answer that wants another protocol (101) is neither an answer nor an error.
    const closed = () => reject(new CheckFault('protocol', 'no answer of HTTP'))
    request.on('close', closed)
    request.on('information', () => {
      hints += 1
      if (hints > hintsMax) request.destroy(new CheckFault('protocol', `more than ${hintsMax} interim answers`))
    })
    request.on('response', (response) => {
      request.off('close', closed)
      const status = response.statusCode ?? 0
      const head = joinHeaders(response)
      if (!wantsBody(status, head)) {
        resolve({ status, headers: head, body: null })
        response.destroy()
        return
      }
      readBody(run, response).then((read) => resolve({ status, headers: head, body: read }), reject)
    })
    request.end(body ?? undefined)
  })
}

function joinHeaders({ headersDistinct }: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, values = []] of Object.entries(headersDistinct)) headers[name] = values.join(', ')
  return headers
}
