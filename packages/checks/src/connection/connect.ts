import { connect as connectTcp, isIP, type Socket, type TcpNetConnectOpts } from 'node:net'
import {
  checkServerIdentity,
  type ConnectionOptions,
  connect as connectTls,
  createSecureContext,
  type PeerCertificate,
  type SecureContext,
  type TLSSocket,
} from 'node:tls'
import { lookupOf } from '@bollard/addresses'
import { CheckFault, faultOf } from '../faults.ts'
import { type CertificateFacts, readCertificate } from './certificate.ts'
import type { FoundHost } from './find-host.ts'
import type { ProbeRun } from './probe-run.ts'

/** How TLS is spoken on a connection. */
export interface TlsWish {
  /** Name that is asked for and that the certificate must have; null for the host's own. */
  readonly serverName: string | null
  readonly protocols?: readonly string[]
  readonly clientCertificate?: { readonly certificate: string; readonly key: string }
}

export interface SecureConnection {
  readonly socket: TLSSocket
  readonly certificate: CertificateFacts
}

/** Opens a TCP connection to one of the addresses that were checked, and to nothing else. Throws a CheckFault. */
export async function openSocket(run: ProbeRun, found: FoundHost, port: number): Promise<Socket> {
  const from = run.elapsed()
  const socket = run.hold(connectTcp(addressOf(run, found, port)))
  await opened(socket, 'connect')
  run.took('connectMs', from)
  return socket
}

/** The same with TLS. The certificate is judged by whoever asked; nothing has been sent yet. */
export async function openSecure(
  run: ProbeRun,
  found: FoundHost,
  port: number,
  wish: TlsWish,
): Promise<SecureConnection> {
  const from = run.elapsed()
  const seen: SeenChain = { chain: null }
  const socket = run.hold(connectTls({ ...addressOf(run, found, port), ...tlsOptions(run, found, wish, seen) }))
  await opened(socket, 'connect')
  run.took('connectMs', from)
  return finishHandshake(run, socket, seen)
}

/** Begins TLS on an open connection, as after STARTTLS. */
export async function upgradeToTls(
  run: ProbeRun,
  found: FoundHost,
  socket: Socket,
  wish: TlsWish,
): Promise<SecureConnection> {
  const seen: SeenChain = { chain: null }
  // TLS now owns the handle below it: Node crashes where that is destroyed before TLS is.
  run.release(socket)
  const secure = run.hold(connectTls({ socket, host: found.host, ...tlsOptions(run, found, wish, seen) }))
  return finishHandshake(run, secure, seen)
}

/** Throws the fault of a certificate that browsers would not take. */
export function requireTrust({ certificate: { fault } }: SecureConnection): void {
  if (fault !== null) throw new CheckFault(fault.code, fault.detail)
}

async function finishHandshake(run: ProbeRun, socket: TLSSocket, seen: SeenChain): Promise<SecureConnection> {
  const from = run.elapsed()
  await opened(socket, 'secureConnect')
  run.took('tlsMs', from)
  return { socket, certificate: readCertificate(socket, seen.chain) }
}

/** Node looks at the chain anyway when it compares names; where it got so far, that saves reading it twice. */
interface SeenChain {
  chain: PeerCertificate | null
}

function tlsOptions(run: ProbeRun, { host }: FoundHost, wish: TlsWish, seen: SeenChain): ConnectionOptions {
  const name = wish.serverName ?? host
  return {
    secureContext: contextOf(run, wish),
    // An address is no name to ask for (RFC 6066 §3); the certificate has to have it all the same.
    ...(isIP(name) === 0 ? { servername: name } : {}),
    ...(wish.protocols === undefined ? {} : { ALPNProtocols: [...wish.protocols] }),
    // So that the certificate can be told of. Every kind judges it before it sends anything.
    rejectUnauthorized: false,
    checkServerIdentity(_host, chain) {
      seen.chain = chain
      try {
        return checkServerIdentity(name, chain)
      } catch (error) {
        // Names may be written so that Node throws, where nobody could catch it.
        return error instanceof Error ? error : new Error(String(error))
      }
    },
  }
}

const attemptMsMax = 3_000

/**
 * Several addresses are tried in turn. Node gives an attempt up when the next begins, so each gets its share of the time: a quarter of
 * a second, as is usual, is not enough around the world.
 */
function addressOf(run: ProbeRun, { host, addresses }: FoundHost, port: number): TcpNetConnectOpts {
  const share = Math.floor(run.left() / addresses.length)
  return {
    host,
    port,
    lookup: lookupOf(addresses),
    autoSelectFamily: addresses.length > 1,
    autoSelectFamilyAttemptTimeout: Math.min(attemptMsMax, Math.max(250, share)),
  }
}

/** One for all checks that trust the same: making one takes longer than a handshake. */
const contexts = new WeakMap<readonly string[], SecureContext>()
const browsersTrust: readonly string[] = []

function contextOf({ options: { trust = browsersTrust } }: ProbeRun, { clientCertificate }: TlsWish): SecureContext {
  const trusted = trust === browsersTrust ? {} : { ca: [...trust] }
  if (clientCertificate !== undefined) {
    try {
      return createSecureContext({ ...trusted, cert: clientCertificate.certificate, key: clientCertificate.key })
    } catch (error) {
      throw new CheckFault('client-certificate-invalid', String(error))
    }
  }
  const context = contexts.get(trust) ?? createSecureContext(trusted)
  contexts.set(trust, context)
  return context
}

function opened(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error) => reject(faultOf(error))
    const closed = () => reject(new CheckFault('connection-reset', 'the connection was closed'))
    socket.once('error', failed).once('close', closed)
    socket.once(event, () => {
      socket.off('error', failed).off('close', closed)
      resolve()
    })
  })
}
