import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Http2SecureServer } from 'node:http2'
import { type AddressInfo, connect } from 'node:net'
import { createSecureContext } from 'node:tls'
import { selfSignedCertificate } from '../../../tls-fingerprint/src/testing/self-signed-certificate.ts'
import {
  createGateway,
  createGatewayServer,
  type Gateway,
  type GatewayOptions,
  type GatewayServerOptions,
} from '../index.ts'

/** What reached the site. */
export interface Arrived {
  readonly method: string
  readonly target: string
  readonly rawHeaders: readonly string[]
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface RunningGateway extends AsyncDisposable {
  readonly gateway: Gateway
  readonly server: Server | Http2SecureServer
  readonly port: number
  readonly site: RunningSite
  readonly arrived: Arrived[]
  readonly errors: unknown[]
  /** Sends these bytes and no more, and answers with all that comes until the gateway ends the connection. */
  raw(bytes: string | Buffer): Promise<string>
}

export interface RunningSite {
  readonly server: Server
  readonly port: number
  readonly url: string
}

export interface StartOptions extends Partial<GatewayOptions> {
  readonly listener?: RequestListener
  readonly server?: GatewayServerOptions
  readonly isEncrypted?: boolean
}

/** A site on 127.0.0.1 that answers what `listener` does. */
export async function startSite(listener: RequestListener): Promise<RunningSite> {
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { server, port, url: `http://127.0.0.1:${port}` }
}

/** A gateway on 127.0.0.1 before a site that notes what reaches it and says "content", unless `listener` does something else. */
export async function startGateway(options: StartOptions = {}): Promise<RunningGateway> {
  const arrived: Arrived[] = []
  const errors: unknown[] = []
  const site = await startSite((request, response) => {
    void note(request).then((one) => {
      arrived.push(one)
      if (options.listener === undefined) response.setHeader('x-site', 'yes').end('content')
      else options.listener(request, response)
    })
  })
  const gateway = createGateway({
    sites: [{ hosts: ['shop.example', 'localhost'], upstreams: [{ url: site.url }] }],
    decide: () => ({ pass: true }),
    whenUndecided: 'REFUSE',
    onError: (error) => errors.push(error),
    ...options,
  })
  const context = options.isEncrypted === true ? createSecureContext(selfSignedCertificate()) : undefined
  const server = createGatewayServer(gateway, {
    ...(context !== undefined && { certificateFor: (host: string) => (host === 'localhost' ? context : undefined) }),
    ...options.server,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    gateway,
    server,
    port,
    site,
    arrived,
    errors,
    async raw(bytes) {
      const socket = connect(port, '127.0.0.1')
      const chunks: Buffer[] = []
      socket.on('data', (chunk: Buffer) => void chunks.push(chunk)).on('error', () => undefined)
      socket.write(bytes)
      await once(socket, 'end').catch(() => undefined)
      socket.destroy()
      return Buffer.concat(chunks).toString('latin1')
    },
    async [Symbol.asyncDispose]() {
      server.close()
      if ('closeAllConnections' in server) server.closeAllConnections()
      await gateway.close()
      site.server.close()
      site.server.closeAllConnections()
    },
  }
}

async function note(request: IncomingMessage): Promise<Arrived> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { method = '', url = '', rawHeaders, headers } = request
  return { method, target: url, rawHeaders, headers, body: Buffer.concat(chunks).toString('latin1') }
}

/** Writes the head of an answer and leaves it open. */
export function begin(response: ServerResponse, type: string): ServerResponse {
  response.writeHead(200, { 'content-type': type })
  response.flushHeaders()
  return response
}
