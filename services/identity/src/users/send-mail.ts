import { locales } from '@bollard/i18n'
import type { User } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { type Mail, type MailKinds, writeMail } from '@bollard/mail'
import type { IdentityContext } from '../identity-context.ts'

/** Hands a mail to the outbox in the caller's transaction, or throws `unavailable`: a person who waits for one must learn that none is coming. */
export async function sendMail(context: IdentityContext, tx: Queries, mail: Mail): Promise<void> {
  try {
    await context.enqueueMail(tx, mail)
  } catch (error) {
    context.log(`A mail "${mail.tag}" could not be handed over`, error)
    throw new ProblemError('unavailable', 'The mail could not be sent. Try again in a few minutes.')
  }
}

type Owner = Pick<User, 'email' | 'givenName' | 'language' | 'timezone'>
/** Mails that tell the owner of an account what happened to it, with a button to where they can look after it. */
type SecurityMailKind = 'password-changed' | 'new-device' | 'two-factor-off' | 'passkey-removed' | 'recovery-code-used'

/** Tells the owner, in the transaction that does it. A mail with the same key is sent once. */
export async function mailOwner<Kind extends SecurityMailKind>(
  context: IdentityContext,
  tx: Queries,
  owner: Owner,
  kind: Kind,
  values: Omit<MailKinds[Kind], 'link'>,
  key?: string,
): Promise<void> {
  const link = `${context.identityUrl}/${owner.language}/account/security`
  const { email: to, givenName, language } = owner
  await context.enqueueMail(
    tx,
    writeMail<SecurityMailKind>(kind, { language, to, givenName, values: { ...values, link } as MailKinds[Kind] }),
    key,
  )
}

/** A moment as the owner would write it, in their time zone and with its name. */
export function writeMoment({ language, timezone }: Pick<Owner, 'language' | 'timezone'>, at: Date): string {
  return new Intl.DateTimeFormat(locales[language], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: timezone,
    timeZoneName: 'short',
  }).format(at)
}

/** A day as the owner would write it, in their time zone. */
export function writeDay({ language, timezone }: Pick<Owner, 'language' | 'timezone'>, at: Date): string {
  return new Intl.DateTimeFormat(locales[language], {
    dateStyle: 'long',
    timeZone: timezone,
  }).format(at)
}
