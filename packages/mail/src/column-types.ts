import type { Attachment } from './attachment.ts'

/** Columns that hold more than the schema says. */
export interface ColumnTypes {
  'mail.mails.attachments': readonly Attachment[]
  'mail.outbox.attachments': readonly Attachment[]
}

/** Columns of rows, and why they are more than the schema can say. */
export interface ResultTypes {
  'mail-enqueue': {
    /** The function ends by telling whether it added one. */
    enqueue: boolean
  }
  'mail-outbox-lease': {
    /** The statement sets it. */
    leasedUntil: Date
  }
}
