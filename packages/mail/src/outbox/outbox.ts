import type { Database, Queries } from '@bollard/database'
import type { Mail, MailTransport } from '../mail.ts'
import type { Mailbox } from '../mailbox/mailbox.ts'
import { countMails, isBounced, type OutboxCounts, sweep } from './keep-outbox.ts'
import { enqueue } from './enqueue.ts'
import { createSendingLoop } from './sending-loop.ts'
import { sendDue } from './send-due.ts'

/** Where mails wait until a server has taken them. As a transport it resolves once the mail is stored. */
export interface Outbox extends MailTransport {
  /**
   * Stores a mail in the caller's transaction, under whatever database role: it is sent if and only if that commits. A mail
   * with the same `key` is stored once in 30 days, and one that may be switched off not at all while its address is bounced. Throws `MailRefusedError` for a mail that no transport may send.
   */
  enqueue(tx: Queries, mail: Mail, key?: string): Promise<void>
  /** Sends at most `limit` mails that are due; how many were tried. */
  sendDue(limit: number): Promise<number>
  /** Begins to send: at once after each commit of a mail, and every five seconds what is due. Holds one connection. */
  start(): void
  /** Begins no more and waits for what is on its way; call it before the database closes. */
  stop(): Promise<void>
  /** Sends what is due now and waits for what this process is sending. */
  drain(): Promise<void>
  /** Deletes what is older than 30 days; `start` does so about once an hour. */
  sweep(): Promise<void>
  counts(): Promise<OutboxCounts>
  /** Whether a server has refused this address for good since a mail last arrived there. */
  isBounced(address: string): Promise<boolean>
}

export interface OutboxOptions {
  readonly now?: () => Date
  readonly log?: (message: string, error?: unknown) => void
  /** 0 … 1. */
  readonly random?: () => number
}

/**
 * An outbox in the schema of `mailMigrations`. With the local mailbox as its transport a mail lies there the moment its
 * transaction commits, so whoever reads the mailbox after an answer finds the mail.
 */
export function createOutbox(db: Database, transport: MailTransport | Mailbox, options: OutboxOptions = {}): Outbox {
  const { now = () => new Date(), log = () => {}, random = Math.random } = options
  const mailbox = 'list' in transport ? transport : null
  const ports = { db, transport, now, random, log }
  const clean = async (): Promise<void> => {
    await sweep(db, now())
    await mailbox?.forget()
  }
  const loop = createSendingLoop({ db, send: () => sendDue(ports, 50), clean, log, listens: mailbox === null })
  const store = async (tx: Queries, mail: Mail, key?: string) =>
    void (await enqueue(tx, mail, { key, at: now(), local: mailbox !== null }))
  return {
    enqueue: store,
    async send(mail) {
      await store(db, mail)
      loop.wake()
    },
    sendDue: (limit) => sendDue(ports, limit),
    start: loop.start,
    stop: loop.stop,
    drain: loop.drain,
    sweep: clean,
    counts: () => countMails(db, now()),
    isBounced: (address) => isBounced(db, address),
  }
}
