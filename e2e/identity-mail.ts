import { setTimeout as sleep } from 'node:timers/promises'
import { mailboxApi } from './local-mailbox.ts'

/**
 * What the newest mail to an address says that `wanted` finds, read from the local mailbox: its first group, else all of it. Mails that
 * tell nobody whether an account exists are written in the background, so it waits for them.
 */
export async function inMail(to: string, wanted: RegExp): Promise<string> {
  const api = mailboxApi()
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(200)) {
    const { items } = await api.listMails()
    for (const { id } of items.filter((mail) => mail.to === to)) {
      const { text } = await api.getMail({ mailId: id })
      const found = wanted.exec(text)
      if (found) return found[1] ?? found[0]
    }
  }
  throw new Error(`No mail to ${to} with ${wanted}`)
}

/** Matches the link of a mail to a page of the identity site. */
export function linkTo(page: string): RegExp {
  return new RegExp(`https?://\\S+/${page}\\S+`, 'u')
}
