import type { LockEffect, LockReason } from '@bollard/contracts'
import type { MailLanguage } from '@bollard/mail'

interface LockWords {
  readonly reasons: Readonly<Record<LockReason, { readonly name: string; readonly remedy: string }>>
  readonly effects: Readonly<Record<LockEffect, string>>
}

/** What mails say of locks. */
export const lockWords: Readonly<Record<MailLanguage, LockWords>> = {
  en: {
    reasons: {
      PAYMENT_OVERDUE: { name: 'A payment is overdue.', remedy: 'Pay the open invoice. The lock opens when the payment has arrived.' },
      TRIAL_EXPIRED: { name: 'The trial has ended.', remedy: 'Choose a plan. Two weeks after this lock new checks are refused.' },
      QUOTA_EXCEEDED: { name: 'The plan’s number of checks is used up.', remedy: 'Choose a larger plan, or wait for the next month.' },
      ABUSE: { name: 'The solution was used for abuse.', remedy: 'Answer this mail if you think that we are mistaken.' },
      TERMS_VIOLATION: { name: 'The solution was used against the terms.', remedy: 'Answer this mail to settle it with us.' },
      SECURITY_INCIDENT: {
        name: 'A key of the solution has become known to others.',
        remedy: 'Replace the secret key. Results are given again with the new one.',
      },
      LEGAL_ORDER: { name: 'We are obliged to lock it by law.', remedy: 'Answer this mail to learn more, as far as we may tell it.' },
      ACCOUNT_REVIEW: { name: 'We are reviewing the account.', remedy: 'You need not do anything. We write as soon as the review is over.' },
      OWNER_REQUEST: { name: 'An admin of the solution has locked it.', remedy: 'An admin can open the lock in the settings.' },
    },
    effects: {
      WORK_ONLY: 'Visitors are checked by proof of work alone, without a risk score, and the badge is shown.',
      REFUSE: 'New checks are refused. Results that were given stay readable.',
      RESULTS_REFUSED: 'The widget works. Your server gets no results until the secret key is replaced.',
      READ_ONLY: 'Visitors notice nothing. Nothing can be changed in the dashboard.',
    },
  },
  de: {
    reasons: {
      PAYMENT_OVERDUE: {
        name: 'Eine Zahlung ist überfällig.',
        remedy: 'Bezahlen Sie die offene Rechnung. Die Sperre endet, sobald die Zahlung eingegangen ist.',
      },
      TRIAL_EXPIRED: {
        name: 'Die Testphase ist abgelaufen.',
        remedy: 'Wählen Sie einen Tarif. Zwei Wochen nach dieser Sperre werden neue Prüfungen abgelehnt.',
      },
      QUOTA_EXCEEDED: {
        name: 'Die Prüfungen Ihres Tarifs sind aufgebraucht.',
        remedy: 'Wählen Sie einen größeren Tarif oder warten Sie auf den nächsten Monat.',
      },
      ABUSE: { name: 'Die Lösung wurde missbraucht.', remedy: 'Antworten Sie auf diese E-Mail, wenn wir uns irren.' },
      TERMS_VIOLATION: {
        name: 'Die Lösung wurde entgegen den Nutzungsbedingungen eingesetzt.',
        remedy: 'Antworten Sie auf diese E-Mail, um es mit uns zu klären.',
      },
      SECURITY_INCIDENT: {
        name: 'Ein Schlüssel der Lösung ist anderen bekannt geworden.',
        remedy: 'Ersetzen Sie den geheimen Schlüssel. Mit dem neuen gibt es wieder Ergebnisse.',
      },
      LEGAL_ORDER: { name: 'Wir sind gesetzlich zur Sperre verpflichtet.', remedy: 'Antworten Sie auf diese E-Mail; wir sagen Ihnen, was wir sagen dürfen.' },
      ACCOUNT_REVIEW: { name: 'Wir überprüfen das Konto.', remedy: 'Sie müssen nichts tun. Wir schreiben Ihnen, sobald die Überprüfung beendet ist.' },
      OWNER_REQUEST: { name: 'Ein Admin der Lösung hat sie gesperrt.', remedy: 'Ein Admin kann die Sperre in den Einstellungen aufheben.' },
    },
    effects: {
      WORK_ONLY: 'Besucher werden nur durch Rechenarbeit geprüft, ohne Risikobewertung, und das Logo wird angezeigt.',
      REFUSE: 'Neue Prüfungen werden abgelehnt. Bereits gegebene Ergebnisse bleiben abrufbar.',
      RESULTS_REFUSED: 'Das Widget arbeitet. Ihr Server erhält keine Ergebnisse, bis der geheime Schlüssel ersetzt ist.',
      READ_ONLY: 'Besucher merken nichts. Im Dashboard lässt sich nichts ändern.',
    },
  },
}
