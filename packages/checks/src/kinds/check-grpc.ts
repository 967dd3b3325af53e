import { type ClientHttp2Session, connect as connectHttp2, type IncomingHttpHeaders } from 'node:http2'
import type { Socket } from 'node:net'
import type { Targets } from '../check.ts'
import { openSecure, openSocket, requireTrust } from '../connection/connect.ts'
import { findHost } from '../connection/find-host.ts'
import { checkPort } from '../connection/ports.ts'
import type { ProbeRun } from '../connection/probe-run.ts'
import { CheckFault, faultOf } from '../faults.ts'
import { type Finding, finding } from '../finding.ts'

const answerBytesMax = 65_536

/** Of https://github.com/grpc/grpc-proto, grpc/health/v1/health.proto. */
const statuses = ['UNKNOWN', 'SERVING', 'NOT_SERVING', 'SERVICE_UNKNOWN'] as const

/**
 * Asks `grpc.health.v1.Health/Check` for a service, over HTTP/2 with or without TLS. Question and answer have one field each, so
 * they are written and read here.
 */
export async function checkGrpc(run: ProbeRun, { host, port, tls, service }: Targets['GRPC']): Promise<Finding> {
  checkPort(run, port, 'WEB')
  const found = await findHost(run, host)
  const secure = tls ? await openSecure(run, found, port, { serverName: null, protocols: ['h2'] }) : null
  if (secure !== null) requireTrust(secure)
  const socket = secure?.socket ?? (await openSocket(run, found, port))
  const authority = `${found.host.includes(':') ? `[${found.host}]` : found.host}:${port}`
  const { status, message, answer } = await call(run, socket, `http${tls ? 's' : ''}://${authority}`, service)
  const expiresAt = secure?.certificate.expiresAt ?? null
  const facts = {
    ...(socket.remoteAddress === undefined ? {} : { address: socket.remoteAddress }),
    ...(expiresAt === null ? {} : { certificateExpiresAt: expiresAt }),
  }
  // NOT_FOUND is how servers tell of a service that they do not know (same file).
  if (status === 5) return finding({ facts, fault: { code: 'grpc-service-unknown', detail: message } })
  if (status !== 0)
    return finding({ facts, fault: { code: 'grpc-failed', detail: `status ${status} ${message}`.trim() } })
  const state = statuses[readStatus(answer)] ?? 'UNKNOWN'
  return finding({
    facts,
    content: { text: () => state, bytes: answer.length },
    fault:
      state === 'SERVING'
        ? null
        : { code: state === 'SERVICE_UNKNOWN' ? 'grpc-service-unknown' : 'grpc-not-serving', detail: state },
  })
}

interface GrpcAnswer {
  /** Of gRPC: 0 is OK. */
  readonly status: number
  readonly message: string
  readonly answer: Buffer
}

function call(run: ProbeRun, socket: Socket, authority: string, service: string): Promise<GrpcAnswer> {
  return new Promise((resolve, reject) => {
    const session: ClientHttp2Session = connectHttp2(authority, { createConnection: () => socket })
    run.hold(session)
    const from = run.elapsed()
    session.on('error', (error) => reject(faultOf(error)))
    session.on('close', () => reject(new CheckFault('connection-reset', 'the connection was closed')))
    const stream = session.request({
      ':method': 'POST',
      ':path': '/grpc.health.v1.Health/Check',
      'content-type': 'application/grpc',
      te: 'trailers',
      'user-agent': run.options.userAgent ?? 'Bollard-Monitoring/1',
    })
    let head: IncomingHttpHeaders = {}
    let trailers: IncomingHttpHeaders = {}
    const chunks: Buffer[] = []
    let bytes = 0
    stream.on('response', (headers) => {
      run.took('firstByteMs', from)
      head = headers
    })
    stream.on('trailers', (headers) => {
      trailers = headers
    })
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > answerBytesMax) stream.destroy(new CheckFault('protocol', 'more than a health service says'))
      else chunks.push(chunk)
    })
    stream.on('error', (error) => reject(faultOf(error)))
    stream.on('end', () => {
      const httpStatus = Number(head[':status'] ?? 0)
      const status = trailers['grpc-status'] ?? head['grpc-status']
      if (httpStatus !== 200 || status === undefined)
        reject(new CheckFault('protocol', `no answer of gRPC, status ${httpStatus}`))
      const message = readMessage(String(trailers['grpc-message'] ?? head['grpc-message'] ?? '').slice(0, 200))
      resolve({ status: Number(status), message, answer: Buffer.concat(chunks) })
    })
    stream.end(writeQuestion(service))
  })
}

/** Percent-encoded, if the other side keeps to it. */
function readMessage(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** `message HealthCheckRequest { string service = 1; }` behind five bytes of frame. */
function writeQuestion(service: string): Buffer {
  const name = Buffer.from(service)
  const length = name.length < 128 ? [name.length] : [(name.length & 0x7f) | 0x80, name.length >> 7]
  const message = name.length === 0 ? name : Buffer.concat([Buffer.from([0x0a, ...length]), name])
  const frame = Buffer.alloc(5)
  frame.writeUInt32BE(message.length, 1)
  return Buffer.concat([frame, message])
}

/** `message HealthCheckResponse { ServingStatus status = 1; }`: nothing at all stands for 0. */
function readStatus(answer: Buffer): number {
  const message = answer.subarray(5)
  if (answer.length < 5 || answer[0] !== 0 || answer.readUInt32BE(1) !== message.length)
    throw new CheckFault('protocol', 'the answer is no message of gRPC')
  if (message.length === 0) return 0
  if (message.length !== 2 || message[0] !== 0x08)
    throw new CheckFault('protocol', 'the answer is of no health service')
  return message[1] ?? 0
}
