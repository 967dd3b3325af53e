import type { Queries } from '@bollard/database'
import { type Mail, type MailKinds, type MailLanguage, writeMail } from '@bollard/mail'

/** An admin of a solution. */
export interface Admin {
  readonly userId: string
  readonly email: string
  readonly givenName: string
  readonly language: MailLanguage
}

/** How the admins of a solution learn what happens to its keys. */
export interface KeyMails {
  readonly findAdmins: (solutionId: string) => Promise<readonly Admin[]>
  /** What the owner calls a solution, or null. */
  readonly nameOf: (solutionId: string) => Promise<string | null>
  /** Puts a mail into the outbox, in the transaction of the caller. A mail with the same key is sent once. */
  readonly enqueueMail: (tx: Queries, mail: Mail, key: string) => Promise<void>
  /** Origin of the dashboard, without a slash at the end. */
  readonly dashboardUrl: string
}

type KeyMailKind =
  | 'key-created'
  | 'key-expiring'
  | 'key-unused'
  | 'key-unused-kept'
  | 'key-unused-revoked'
  | 'key-revoked-by-operator'

export interface KeyNews<K extends KeyMailKind> {
  readonly kind: K
  /** Names the happening: its mails go out once to each admin. */
  readonly happening: string
  readonly key: { readonly name: string; readonly prefix: string; readonly last4: string }
  readonly values: (admin: Admin, admins: readonly Admin[]) => Omit<MailKinds[K], 'link' | 'solution' | 'key'>
}

/** Mails news of a key in a transaction. */
export type TellAdmins = <K extends KeyMailKind>(tx: Queries, news: KeyNews<K>) => Promise<void>

/** Asks who is to be notified, outside of a transaction, since other services need connections of their own. Without mails nobody is. */
export async function readyToTell(mails: KeyMails | undefined, solutionId: string): Promise<TellAdmins> {
  if (mails === undefined) return async () => {}
  const [admins, name] = [await mails.findAdmins(solutionId), await mails.nameOf(solutionId)]
  return async (tx, { kind, happening, key, values }) => {
    for (const admin of admins) {
      const { userId, email: to, givenName, language } = admin
      const shared = {
        link: `${mails.dashboardUrl}/${language}/solutions/${solutionId}/overview`,
        solution: name ?? '',
        key: `${key.name.slice(0, 40)} (${key.prefix}… ${key.last4})`,
      }
      // The compiler does not see that what is left out above is what is added here.
      const whole = { ...shared, ...values(admin, admins) } as unknown as MailKinds[typeof kind]
      await mails.enqueueMail(
        tx,
        writeMail(kind, { language, to, givenName, values: whole }),
        `${kind} ${happening} ${userId}`,
      )
    }
  }
}

/** Tells the admins of a key that a person made: also themselves, since it may have been a thief with their session. */
export function keyCreated(
  created: { readonly id: string; readonly name: string; readonly prefix: string; readonly last4: string },
  creatorId: string,
): KeyNews<'key-created'> {
  return {
    kind: 'key-created',
    happening: created.id,
    key: created,
    values: (_admin, admins) => ({ by: admins.find(({ userId }) => userId === creatorId)?.givenName ?? '' }),
  }
}
