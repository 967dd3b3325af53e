import { createPrivateKey, generateKeyPairSync, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { isIP, type Socket } from 'node:net'
import { join } from 'node:path'
import { createSecureContext, createServer, type SecureContext } from 'node:tls'
import {
  AcmeClient,
  type CertificatePair,
  type CertificateState,
  type CertificateStore,
  challengeCertificate,
  keepCertificates,
  type Proof,
  requestCertificate,
} from '@bollard/acme'
import type { Answer, Visit } from '@bollard/gateway'
import type { GatewayPolicy } from '@bollard/guard'
import { createSecretBox, type SecretBox } from '@bollard/webhooks'
import { readNamed } from './load-file.ts'

/** Certificates from an authority, for the hosts that want them. */
export interface AcmeCertificates {
  contextFor(host: string): SecureContext | undefined
  /** These sites from now on; what has to be ordered is ordered behind it. Throws a `StartupFault` for a file that is named and cannot be read. */
  configure(policy: GatewayPolicy): Promise<void>
  /** The answer to an authority that looks by HTTP; undefined for everybody else. */
  answer(visit: Visit): Answer | undefined
  /** Speaks TLS with an authority that looks by it, and answers true. */
  take(socket: Socket, alpn: readonly string[]): boolean
  states(): CertificateState[]
  stop(): Promise<void>
}

export interface AcmeSurroundings {
  readonly folder: string
  /** What is sealed in the folder is sealed by this. */
  readonly secret: Uint8Array
  readonly onFault: (message: string) => void
  readonly onOrder: (message: string) => void
}

const lookMs = 60_000
const alpnName = 'acme-tls/1'
const challengeFolder = '/.well-known/acme-challenge/'

/** Keeps certificates of hosts with `certificate: ACME`. The gateway never waits for it: it serves with what it has. */
export function keepAcmeCertificates({ folder, secret, onFault, onOrder }: AcmeSurroundings): AcmeCertificates {
  const box = createSecretBox([{ id: 1, secret: sealingSecret(secret) }], randomBytes)
  const store = storeIn(join(folder, 'acme'), box)
  const contexts = new Map<string, SecureContext>()
  /** By token, and by host. */
  const texts = new Map<string, Proof>()
  const proofs = new Map<string, SecureContext>()
  let client: { readonly acme: AcmeClient; readonly made: string } | null = null

  // A certificate that says nothing but the proof, for connections that ask for nothing else (RFC 8737).
  const prover = createServer({
    ALPNProtocols: [alpnName],
    SNICallback(host, done) {
      const context = proofs.get(host.toLowerCase())
      if (context === undefined) done(new Error(`no proof for ${host}`))
      else done(null, context)
    },
  })
  prover.on('secureConnection', (socket) => socket.end()).on('tlsClientError', (_error, socket) => socket.destroy())

  async function show(proof: Proof): Promise<() => void> {
    const { type, token, host, keyAuthorization } = proof
    if (type === 'http-01') {
      texts.set(token, proof)
      return () => void texts.delete(token)
    }
    proofs.set(host, createSecureContext(await challengeCertificate(host, keyAuthorization, Date.now())))
    return () => void proofs.delete(host)
  }

  const keeper = keepCertificates({
    store,
    async order(host) {
      if (client === null) throw new Error('there is no authority')
      onOrder(`A certificate for ${host} is ordered.`)
      const { request, key } = await requestCertificate(host)
      return { cert: await client.acme.order(host, request), key }
    },
    onPair(host, pair) {
      contexts.set(host, createSecureContext(pair))
      onOrder(`The certificate for ${host} is there.`)
    },
    onFault: (host, { message }, retryAt) =>
      onFault(`No certificate for ${host}: ${message}; the next try is at ${new Date(retryAt).toISOString()}`),
    now: Date.now,
  })
  const timer = setInterval(() => void keeper.run(), lookMs)
  timer.unref()

  return {
    contextFor: (host) => contexts.get(host),
    async configure({ acme, sites, listen }) {
      const made = JSON.stringify([acme, listen.http === null, listen.https === null])
      if (acme !== undefined && client?.made !== made) {
        const ca = acme.caFile === undefined ? undefined : await readNamed('acme/caFile', acme.caFile)
        const types = [...(listen.http === null ? [] : ['http-01' as const]), 'tls-alpn-01' as const]
        const { directory, email } = acme
        const former = client
        client = {
          made,
          acme: new AcmeClient({ directory, email, ca, types, show, accountKey: accountKey(store, directory) }),
        }
        void former?.acme.close().catch(() => undefined)
      }
      const hosts = sites.flatMap((site) =>
        site.certificate === 'ACME' ? site.hosts.filter((host) => isIP(host) === 0) : [],
      )
      for (const host of contexts.keys()) if (!hosts.includes(host)) contexts.delete(host)
      keeper.configure(hosts)
      void keeper.run()
    },
    answer({ path, method, host }) {
      if (texts.size === 0 || method !== 'GET' || !path.startsWith(challengeFolder)) return undefined
      const proof = texts.get(path.slice(challengeFolder.length))
      if (proof === undefined || proof.host !== host) return undefined
      return {
        pass: false,
        status: 200,
        headers: { 'content-type': 'application/octet-stream' },
        body: proof.keyAuthorization,
      }
    },
    take(socket, alpn) {
      if (alpn.length !== 1 || alpn[0] !== alpnName) return false
      prover.emit('connection', socket)
      return true
    },
    states: keeper.states,
    async stop() {
      clearInterval(timer)
      await client?.acme.close().catch(() => undefined)
    },
  }
}

function sealingSecret(secret: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'bollard gateway acme 1', 32))
}

interface SealedStore extends CertificateStore {
  readText(name: string): string | null
  writeText(name: string, text: string): void
}

/** Files that open with the secret of the gateway alone, each under its own name. */
function storeIn(folder: string, box: SecretBox): SealedStore {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const fileOf = (name: string) => join(folder, `${encodeURIComponent(name)}.sealed`)
  const store: SealedStore = {
    readText(name) {
      try {
        return box.open({ keyId: 1, bytes: readFileSync(fileOf(name)) }, name)
      } catch {
        return null
      }
    },
    writeText(name, text) {
      writeFileSync(`${fileOf(name)}.new`, box.seal(text, name).bytes, { mode: 0o600, flush: true })
      renameSync(`${fileOf(name)}.new`, fileOf(name))
    },
    read(host) {
      const text = store.readText(`host ${host}`)
      // It was sealed here, so it is what was written.
      return text === null ? null : (JSON.parse(text) as CertificatePair)
    },
    write: (host, { cert, key }) => store.writeText(`host ${host}`, JSON.stringify({ cert, key })),
  }
  return store
}

/** The key of the account at an authority, made once. */
function accountKey(store: SealedStore, directory: string): KeyObject {
  const name = `account ${directory}`
  const known = store.readText(name)
  if (known !== null) return createPrivateKey(known)
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  store.writeText(name, privateKey.export({ format: 'pem', type: 'pkcs8' }).toString())
  return privateKey
}
