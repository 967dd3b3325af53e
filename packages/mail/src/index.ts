export type { AttachedFile, Attachment, ReadAttachment } from './attachment.ts'
export { type Mail, MailRefusedError, type MailTransport } from './mail.ts'
export { mailMigrations } from './mail-migrations.ts'
export { createMailbox, type Mailbox, type MailDatabase, type MailSummary, type StoredMail } from './mailbox/mailbox.ts'
export type { OutboxCounts } from './outbox/keep-outbox.ts'
export { listMailsTo, type WrittenMail } from './outbox/list-mails-to.ts'
export { type OperatedMail, operateOutbox } from './outbox/operate-outbox.ts'
export { createOutbox, type Outbox, type OutboxOptions } from './outbox/outbox.ts'
export { checkSmtp, createSmtpTransport } from './smtp.ts'
export { accountExistsMail } from './templates/account-exists.ts'
export { type AlertMailFacts, captchaAlertMail } from './templates/captcha-alert.ts'
export { webhookDisabledMail } from './templates/captcha-alert-webhook-disabled.ts'
export { type MailKind, type MailKinds, optionalMails } from './templates/kinds.ts'
export {
  correctedWord,
  demoStateWord,
  demoWord,
  lockWords,
  maintenanceWord,
  reportStageWord,
  roleWord,
  seriesWord,
  subscriptionQuestion,
  topicWord,
  unknownBrowserWord,
} from './templates/product-words.ts'
export { timeSpan } from './templates/site-name.ts'
export type { MailLanguage } from './templates/texts.ts'
export { verifyEmailMail } from './templates/verify-email.ts'
export { type ReportedSolution, weeklyReportValues } from './templates/weekly-report-values.ts'
export { type MailInput, writeMail } from './templates/write-mail.ts'
