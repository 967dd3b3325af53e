import type { Attachment } from '../attachment.ts'
import type { Mail } from '../mail.ts'
import { greeting } from './greeting.ts'
import { kindTexts } from './kind-texts.ts'
import { type MailKind, type MailKinds, optionalMails } from './kinds.ts'
import { layOut } from './layout.ts'
import { clip, shownValue } from './shown-value.ts'
import { fill, type MailLanguage, textsOf } from './texts.ts'

export interface MailInput<K extends MailKind> {
  readonly language: MailLanguage
  readonly to: string
  readonly givenName: string
  readonly values: MailKinds[K]
  /** Whether the address is that of an account, where that does not follow from the kind: the mail says why it came. */
  readonly hasAccount?: boolean
  /** Where one POST switches this kind off (RFC 8058); used for `optionalMails` only, since all others always come. */
  readonly unsubscribe?: { readonly url: string }
  readonly attachments?: readonly Attachment[]
}

/** Mails to addresses that need not have an account; all others go to an account's. */
const toAnybody = new Set<MailKind>([
  'verify-email-code',
  'email-change-confirm',
  'invoice-address-confirm',
  'invitation-solution',
  'invitation-organization',
  'alert-address-confirm',
  'monitoring-address-confirm',
  'monitoring-alert-address',
  'status-subscription',
  'status-update',
  'status-maintenance',
  'demo-booked',
  'demo-moved',
  'demo-cancelled',
  'demo-reminder',
  'contact-received',
  'visitor-answered',
])
const subjectLengthMax = 78

/** Writes the mail of a kind. Throws `TypeError` for a link that is no web page and a code that is none. */
export function writeMail<K extends MailKind>(
  kind: K,
  { language, to, givenName, values, hasAccount = !toAnybody.has(kind), unsubscribe, attachments }: MailInput<K>,
): Mail {
  const { shared } = textsOf(language)
  const texts = kindTexts(language, kind)
  const { link, code, message, ...rest }: Readonly<Record<string, string>> = { ...values }
  if (code !== undefined && !/^\d{6}$/u.test(code)) throw new TypeError('A code has six digits')
  const shown = Object.fromEntries(
    Object.entries(rest).map(([place, value]) => [place, shownValue(language, place, value)]),
  )
  const isOptional = kind in optionalMails && unsubscribe !== undefined
  const reason = fill(hasAccount ? shared.reasonAccount : shared.reason, { email: to })
  const body = layOut({
    language,
    to,
    heading: fill(texts.heading, shown),
    greeting: greeting(language, givenName),
    before: texts.before.map((text) => fill(text, shown)),
    facts: Object.entries<string>({ ...texts.facts })
      .map(([place, label]) => ({ label, value: shown[place] ?? '' }))
      .filter(({ value }) => value !== ''),
    after: texts.after.map((text) => fill(text, shown)),
    reason: isOptional ? `${reason} ${shared.optional}` : reason,
    ...(message === undefined ? {} : { quote: shownValue(language, 'message', message) }),
    ...(code === undefined ? {} : { code }),
    ...(texts.button === undefined || link === undefined ? {} : { button: { label: fill(texts.button, shown), link } }),
  })
  const wayOut = isOptional ? { unsubscribeUrl: unsubscribe.url } : {}
  return {
    to,
    subject: fitSubject(texts.subject, shown),
    ...body,
    tag: kind,
    ...wayOut,
    ...(attachments === undefined ? {} : { attachments }),
  }
}

/** One line that no program cuts off: the longest values give way. No program makes links here, so host names need no joiners. */
function fitSubject(text: string, values: Readonly<Record<string, string>>): string {
  const used = Object.entries(values).filter(([place]) => text.includes(`{{${place}}}`))
  const shown = new Map(used.map(([place, value]) => [place, value.replaceAll('\u2060', '')]))
  for (const [place, value] of [...shown].toSorted((a, b) => b[1].length - a[1].length)) {
    const excess = fill(text, Object.fromEntries(shown)).length - subjectLengthMax
    if (excess > 0) shown.set(place, clip(value, Math.max(12, value.length - excess)))
  }
  return fill(text, Object.fromEntries(shown))
}
