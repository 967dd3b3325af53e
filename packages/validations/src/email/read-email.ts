import { domainToASCII } from 'node:url'

export interface Email {
  /** As it was typed, without spaces around it. */
  readonly local: string
  /** In lower case and in ASCII, as the DNS has it. */
  readonly domain: string
}

export type EmailFault =
  | 'email-no-at'
  | 'email-local-missing'
  | 'email-local-too-long'
  | 'email-local-invalid'
  | 'email-domain-missing'
  | 'email-domain-invalid'
  | 'email-domain-without-dot'
  | 'email-too-long'

/** RFC 5321, 4.5.3.1: bytes of the part before the @, and of a whole address as it goes over the wire. */
const [localMax, emailMax] = [64, 254]

/**
 * An address as HTML takes it (`<input type=email>`, which is what people meet everywhere), with letters of any script
 * in the part before the @ (RFC 6531) and in the domain (IDNA). Quoted local parts and addresses of machines in
 * brackets are refused, since no person has one.
 */
export function readEmail(typed: string): Email | EmailFault {
  const text = typed.slice(0, 1_000).trim().normalize('NFC')
  const at = text.lastIndexOf('@')
  if (at === -1) return 'email-no-at'
  const [local, host] = [text.slice(0, at), text.slice(at + 1)]
  if (local === '') return 'email-local-missing'
  if (host === '') return 'email-domain-missing'
  if (Buffer.byteLength(local) > localMax) return 'email-local-too-long'
  if (!/^[\w.!#$%&'*+/=?^`{|}~\u{a1}-\u{10ffff}-]+$/u.test(local) || /^\.|\.\.|\.$/u.test(local))
    return 'email-local-invalid'
  if (/[\s@/?#:%\\[\]]/u.test(host)) return 'email-domain-invalid'
  const domain = domainToASCII(host.replace(/\.$/u, '')).toLowerCase()
  if (!/^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/u.test(domain))
    return 'email-domain-invalid'
  if (!domain.includes('.')) return 'email-domain-without-dot'
  if (/\.\d+$/u.test(domain)) return 'email-domain-invalid'
  return Buffer.byteLength(local) + 1 + domain.length > emailMax ? 'email-too-long' : { local, domain }
}
