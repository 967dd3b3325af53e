import { randomUUIDv7 } from 'node:crypto'
import { createBinding, type Database } from '@bollard/database'
import type { ExportPart } from '@bollard/export-file'
import type { ReadAttachment } from '@bollard/mail'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { ContactContext } from './contact-context.ts'
import { createDemoLinks } from './demo/demo-links.ts'
import { readAttachment } from './demo/read-file.ts'
import { sendReminders } from './demo/remind.ts'
import { sweepDemos } from './demo/sweep.ts'
import { sweepCounts } from './documentation/sweep-counts.ts'
import { deleteEnquiriesOf, sweepEnquiries } from './enquiry/delete.ts'
import { partsOfPerson } from './enquiry/list.ts'
import { contactPlugin } from './routes.ts'

export interface ContactServiceOptions extends Omit<ContactContext, 'newId' | 'demoLinks'> {
  /** Of the installation; keys are derived from it. */
  readonly secret: string | readonly [string, ...string[]]
  /** The database as work that nobody waits for may use it; by default `db`. */
  readonly workerDb?: Database | undefined
  readonly newId?: () => string
  /** Address of the person behind a request, for the audit log. */
  readonly clientIp: (request: FastifyRequest) => string
}

export interface ContactService {
  /** All routes of `/contact/v1`. */
  readonly routes: FastifyPluginAsync
  /** Run these with `migrate` before the first request, after those of the audit log and the outbox. */
  readonly schema: 'contact'
  readonly migrations: URL
  /** What a person wrote and what they were told, for the export of their account. */
  readonly partsOfPerson: (userId: string) => Promise<ExportPart[]>
  /** Deletes what a person wrote. Safe to repeat. */
  readonly forgetPerson: (userId: string) => Promise<void>
  /** The files of mails of this service. Throws for what there is not. */
  readonly readAttachment: ReadAttachment
  /** Reminds visitors of their demos; call it every minute. Safe in several processes at once. Returns how many mails were written. */
  readonly sendDemoReminders: (now: Date) => Promise<number>
  /** Deletes enquiries and demos that are a year old, and old counts of the documentation; call it about once an hour. Safe in several processes at once. */
  readonly sweep: (now: Date) => Promise<void>
}

/** Enquiries of people and visitors to the operator, demos, and what readers of the documentation tell. Touches the database on first use only, so migrations may run after this. */
export function createContactService({
  workerDb,
  newId = randomUUIDv7,
  secret,
  clientIp,
  ...given
}: ContactServiceOptions): ContactService {
  const context: ContactContext = { ...given, newId, demoLinks: createDemoLinks(secret) }
  const { db } = context
  return {
    routes: contactPlugin(context, { binding: createBinding(db, 'bollard_contact'), clientIp }),
    schema: 'contact',
    migrations: new URL('./migrations/', import.meta.url),
    partsOfPerson: (userId) => partsOfPerson(db, userId),
    forgetPerson: (userId) => deleteEnquiriesOf(db, userId),
    readAttachment: (attachment) => readAttachment(context, attachment),
    sendDemoReminders: (now) => sendReminders({ ...context, db: workerDb ?? db }, now),
    async sweep(now) {
      await sweepEnquiries(workerDb ?? db, now)
      await sweepDemos(workerDb ?? db, now)
      await sweepCounts(workerDb ?? db, now)
    },
  }
}
