export { AcmeClient, AcmeFault, type AcmeOptions, type ChallengeType, type Proof } from './acme-client.ts'
export { challengeCertificate, requestCertificate } from './certificates.ts'
export {
  type CertificateKeeper,
  type CertificatePair,
  type CertificateState,
  type CertificateStore,
  keepCertificates,
} from './keep-certificates.ts'
