import { createHash, timingSafeEqual } from 'node:crypto'
import { mailboxKeyCookie } from '@bollard/contracts'
import { type Forwarding, isLoopback, ProblemError, readCookie } from '@bollard/http'
import type { Mailbox } from '@bollard/mail'

export interface MailboxAccess {
  /** Null where mails leave through SMTP. */
  readonly mailbox: Mailbox | null
  readonly identityUrl: string
  /** Made at each start and printed with the address of the mailbox; null where nobody is to get in with one. */
  readonly key: string | null
}

export interface MailboxCall {
  readonly ip: string
  readonly host: string | undefined
  readonly forwarding: Forwarding
  /** The `cookie` header, which may hold the key. */
  readonly cookie: string | undefined
  readonly isAdmin: () => Promise<boolean>
}

/**
 * The local mailbox, or `not-found`. Its mails carry sign-in links, and it must be readable before anybody can sign in. So
 * it opens only where the whole deployment is local, and there to callers on this machine who have the printed key, and to administrators.
 * The `host` check keeps out web pages that point a name of their own at this machine. A request that something has forwarded,
 * such as a reverse proxy or tunnel on this machine, may come from anywhere.
 */
export async function openMailbox(access: MailboxAccess, call: MailboxCall): Promise<Mailbox> {
  const isOpen =
    access.mailbox !== null &&
    call.forwarding === 'none' &&
    isLocalName(new URL(access.identityUrl).hostname) &&
    isLocalName(hostName(call.host))
  const hasKey = () => isLoopback(call.ip) && isSameKey(access.key, readCookie(call.cookie, mailboxKeyCookie))
  if (access.mailbox && isOpen && (hasKey() || (await call.isAdmin()))) return access.mailbox
  throw new ProblemError('not-found', 'There is no mailbox here.')
}

function isSameKey(key: string | null, given: string | null): boolean {
  if (key === null || given === null) return false
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(key), digest(given))
}

function isLocalName(name: string): boolean {
  return name === 'localhost' || name === '127.0.0.1' || name === '[::1]'
}

function hostName(host: string | undefined): string {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : ''
}
