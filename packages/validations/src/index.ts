export { type Code, catalogue } from './catalogue.ts'
export { datedPackages, type DatedPackage, dateOf, freshDays, isFresh } from './data-dates.ts'
export { describeFinding, type FieldVerdict, type Finding, found, type Outcome, verdictOf } from './verdict.ts'
export {
  type DisposableAnswer,
  disposableBy,
  type DisposableList,
  type DisposableSource,
  shippedLists,
} from './email/disposable.ts'
export { findMail, type MailOfDomain, type MailResolver } from './email/find-mail.ts'
export { type EmailOptions, judgeEmail } from './email/judge-email.ts'
export { type Email, type EmailFault, readEmail } from './email/read-email.ts'
export { realProviders } from './email/real-providers.ts'
export { suggestDomain } from './email/suggest-domain.ts'
export { type FieldRule, type FormOptions, type FormVerdict, judgeField, judgeForm } from './form/judge-form.ts'
export { judgeLinks, judgeUrl, type LinkOptions, type LinksOfText } from './links/links.ts'
export { looksLike, skeletonOf } from './links/look-alikes.ts'
export { type IbanOptions, judgeIban } from './numbers/iban.ts'
export { judgePhone, type PhoneOptions } from './numbers/phone.ts'
export { judgeVatId, type VatIdOptions } from './numbers/vat-id.ts'
export { judgeText, type TextOptions } from './form/judge-text.ts'
export { judgeLanguage } from './text/language.ts'
export { bandsOf, distanceMax, distanceOf, fingerprintOf, passagesOf } from './text/near-duplicates.ts'
export { findPersonalData, maskPersonalData, type PersonalData } from './text/personal-data.ts'
export { readText } from './text/words.ts'
export { countScripts, judgeScripts, type Script } from './text/scripts.ts'
export {
  createSpamFilter,
  learnedMin,
  type MailClass,
  type SpamFilter,
  type SpamScore,
  type SpamState,
} from './text/spam-filter.ts'
