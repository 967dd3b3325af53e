export { attachFingerprints, type ConnectionFingerprint, fingerprintOf } from './attach-fingerprints.ts'
export {
  type AnyHttpListener,
  createFingerprintServer,
  type FingerprintServerOptions,
  fingerprintServerFactory,
} from './create-fingerprint-server.ts'
export type { TlsFacts } from './describe-client-hello.ts'
export type { Http2Facts } from './http2-facts.ts'
