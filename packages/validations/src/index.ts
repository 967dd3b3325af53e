export type { FieldVerdict, Finding, Outcome } from './verdict.ts'
export { verdictOf } from './verdict.ts'
export { bandsOf, distanceMax, distanceOf, fingerprintOf } from './text/near-duplicates.ts'
export { findPersonalData, maskPersonalData, type PersonalData } from './text/personal-data.ts'
export { countScripts, judgeScripts, type Script } from './text/scripts.ts'
export {
  createSpamFilter,
  type MailClass,
  type SpamFilter,
  type SpamScore,
  type SpamState,
} from './text/spam-filter.ts'
export { boxOf } from './email/aliases.ts'
export { findMail, type MailOfDomain, type MailResolver } from './email/find-mail.ts'
export { type DisposableSource, type EmailOptions, judgeEmail } from './email/judge-email.ts'
export { type Email, type EmailFault, readEmail } from './email/read-email.ts'
export { suggestDomain } from './email/suggest-domain.ts'
