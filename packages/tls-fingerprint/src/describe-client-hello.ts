import { ja4 } from './ja4.ts'
import { type ClientHello, isGrease } from './parse-client-hello.ts'

/** How a client opened TLS: nothing in here tells one person's browser from another's of the same version. */
export interface TlsFacts {
  readonly ja4: string
  /** Meaningless values among the cipher suites and among the extensions, as BoringSSL sends them (RFC 8701). */
  readonly grease: boolean
  /** A key exchange that quantum computers cannot undo: X25519MLKEM768 or one of its relatives and forerunners. */
  readonly postQuantumGroup: boolean
  /** Also true for the made-up extension that browsers send where they do not know the server's keys. */
  readonly encryptedClientHello: boolean
  /** ALPS, which only Chromium speaks. */
  readonly applicationSettings: boolean
  /** The protocols it offers for what comes after TLS, joined by commas: "h2,http/1.1". */
  readonly alpn: string
}

/** Code points from IANA's TLS registries; ALPS was never registered: its first number, then that of Chrome 133 and newer. */
const postQuantumGroups = new Set([0x11eb, 0x11ec, 0x11ed, 0x6399, 0x639a, 0x0200, 0x0201, 0x0202])
const encryptedClientHello = 0xfe0d
const applicationSettings = [0x4469, 0x44cd]

export function describeClientHello(hello: ClientHello): TlsFacts {
  return {
    ja4: ja4(hello),
    grease: hello.cipherSuites.some(isGrease) && hello.extensions.some(isGrease),
    postQuantumGroup: hello.groups.some((group) => postQuantumGroups.has(group)),
    encryptedClientHello: hello.extensions.includes(encryptedClientHello),
    applicationSettings: applicationSettings.some((type) => hello.extensions.includes(type)),
    alpn: hello.alpn.join(','),
  }
}
