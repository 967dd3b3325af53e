import { isLoopback, ProblemError } from '@bollard/http'
import type { Mailbox } from '@bollard/mail'

export interface MailboxAccess {
  /** Null where mails leave through SMTP. */
  readonly mailbox: Mailbox | null
  readonly identityUrl: string
}

/**
 * The local mailbox, or `not-found`. Its mails carry sign-in links, and it must be readable before anybody can sign in. So
 * it opens only where the whole deployment is local, and there to this machine and to administrators. The `host` check keeps
 * out web pages that point a name of their own at this machine.
 */
export async function openMailbox(
  access: MailboxAccess,
  caller: { ip: string; host: string | undefined; isAdmin: () => Promise<boolean> },
): Promise<Mailbox> {
  const isOpen =
    access.mailbox !== null && isLocalName(new URL(access.identityUrl).hostname) && isLocalName(hostName(caller.host))
  if (access.mailbox && isOpen && (isLoopback(caller.ip) || (await caller.isAdmin()))) return access.mailbox
  throw new ProblemError('not-found', 'There is no mailbox here.')
}

function isLocalName(name: string): boolean {
  return name === 'localhost' || name === '127.0.0.1' || name === '[::1]'
}

function hostName(host: string | undefined): string {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : ''
}
