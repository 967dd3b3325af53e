import { locales } from '@bollard/i18n'
import type { Mail } from '../mail.ts'
import { accountExistsMail } from './account-exists.ts'
import { captchaAlertMail } from './captcha-alert.ts'
import { webhookDisabledMail } from './captcha-alert-webhook-disabled.ts'
import { exampleFacts } from './example-facts.ts'
import { type MailKind, type MailKinds, optionalMails } from './kinds.ts'
import { moment } from './site-name.ts'
import type { MailLanguage } from './texts.ts'
import { verifyEmailMail } from './verify-email.ts'
import { weeklyReportValues } from './weekly-report-values.ts'
import { writeMail } from './write-mail.ts'

const to = 'ada@example.org'
const givenName = 'Ada'
const dashboard = 'https://dashboard.example.org'
const at = new Date('2026-03-12T14:05:00Z')

/** Every mail there is, with made-up values, for somebody who wants to read them all. The names are unique. */
export function exampleMails(language: MailLanguage): readonly { readonly name: string; readonly mail: Mail }[] {
  const link = `https://identity.example.org/${language}/verify-email?token=example`
  const values = exampleValues(language)
  const kinds = Object.keys(values) as MailKind[]
  const facts = exampleFacts.flatMap(({ name, facts: about }) =>
    (['RAISED', 'REMINDER', 'ENDED'] as const).map((change) => ({
      name: `captcha-alert-${name}-${change.toLowerCase()}`,
      mail: captchaAlertMail({
        language,
        to,
        site: 'Example shop',
        change,
        facts: about,
        raisedAt: at,
        timeZone: 'UTC',
        link: `${dashboard}/${language}/alerts`,
      }),
    })),
  )
  const disabled = (['GONE', 'FAILING'] as const).map((reason) => ({
    name: `captcha-webhook-disabled-${reason.toLowerCase()}`,
    mail: webhookDisabledMail({
      language,
      to,
      site: 'Example shop',
      reason,
      since: at,
      timeZone: 'UTC',
      link: `${dashboard}/${language}/webhooks`,
    }),
  }))
  return [
    { name: 'verify-email', mail: verifyEmailMail({ language, to, givenName, link }) },
    {
      name: 'account-exists',
      mail: accountExistsMail({ language, to, givenName, link: `https://identity.example.org/${language}/sign-in` }),
    },
    ...kinds.map((kind) => ({ name: kind, mail: exampleOf(kind, language, values) })),
    ...facts,
    ...disabled,
  ]
}

function exampleOf<K extends MailKind>(kind: K, language: MailLanguage, values: MailKinds): Mail {
  const unsubscribe =
    kind in optionalMails
      ? { unsubscribe: { url: 'https://api.example.org/identity/v1/unsubscriptions?token=example' } }
      : {}
  return writeMail(kind, { language, to, givenName, values: values[kind], ...unsubscribe })
}

/** Values of every kind, as services would hand them over. */
export function exampleValues(language: MailLanguage): MailKinds {
  const say = (en: string, de: string) => (language === 'de' ? de : en)
  const day = (text: string) =>
    new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(text))
  const euro = (minor: number) =>
    new Intl.NumberFormat(locales[language], { style: 'currency', currency: 'EUR' }).format(minor / 100)
  const count = (number: number) => new Intl.NumberFormat(locales[language]).format(number)
  const link = `${dashboard}/${language}/example`
  const [when, name, solution, organization, number] = [
    moment(language, at, 'UTC'),
    say('Example laptop', 'Beispiel-Laptop'),
    'Example shop',
    'Example Ltd',
    '2026-000123',
  ]
  const byOperator = say('You asked for it by telephone.', 'Sie haben am Telefon darum gebeten.')
  const former = moment(language, new Date('2026-03-11T09:00:00Z'), 'UTC')
  const key = 'Example server (bsec_4fK2… h3Qz)'
  const role = say('Member', 'Mitglied')
  const invitation = {
    link,
    inviter: 'Grace Example',
    role,
    expires: day('2026-03-19'),
    message: say(
      'Hello Ada,\nthis is the shop that we talked about.',
      'Guten Tag Ada,\ndas ist der Shop, über den wir gesprochen haben.',
    ),
  }
  const payment = { link, number, amount: euro(4900) }
  return {
    'verify-email-code': { link, code: '123456' },
    welcome: { link },
    'password-reset': { link },
    'password-changed': { link, when },
    'email-change-confirm': { link, account: 'a…@example.org' },
    'email-changed': { link, newEmail: 'ada.new@example.org' },
    'address-works': { link },
    'new-device': {
      link,
      browser: say('Firefox on Windows', 'Firefox unter Windows'),
      network: '203.0.113.0/24',
      when,
    },
    'two-factor-on': { link, when },
    'two-factor-off': { link, when },
    'passkey-added': { link, name, when },
    'passkey-removed': { link, name, when },
    'recovery-code-used': { link, left: '9' },
    'recovery-codes-renewed': { link, when },
    'new-factor-undone': { link, when },
    'factor-removal-confirm': { link },
    'factor-removal-started': { link, when },
    'factor-removal-waiting': { link, when },
    'factor-removal-tomorrow': { link, when },
    'factor-removal-stopped': { link, when },
    'factors-removed': { link, when },
    'second-factor-due': { link, name: solution, date: day('2026-03-26') },
    'factors-removed-by-operator': { link, when },
    'account-deletion-planned': { link, date: day('2026-04-11') },
    'account-deleted': { date: day('2026-04-11'), certificate: 'EXAMPLE-0000-0001' },
    'account-export-ready': { link },
    'address-confirmed-by-operator': { link },
    'password-reset-by-operator': { link, reason: byOperator },
    'sessions-ended-by-operator': { link, when },
    'account-suspended': { reason: byOperator },
    'account-suspension-lifted': { link },
    'export-downloaded-by-operator': { reason: byOperator, when },
    'administrator-added': { link, when },
    'administrator-removed': { link, when },
    'account-viewed': { link, reason: byOperator, when, until: when },
    'invitation-solution': { ...invitation, name: solution },
    'invitation-organization': { ...invitation, name: organization, message: '' },
    'role-changed': { link, name: solution, role, by: 'Grace Example' },
    'member-removed': { name: solution, by: 'Grace Example' },
    'key-created': { link, solution, key, by: 'Grace Example' },
    'key-expiring': { link, solution, key, date: day('2026-03-26') },
    'key-unused': { link, solution, key, date: day('2026-03-26') },
    'key-unused-kept': { link, solution, key },
    'key-unused-revoked': { link, solution, key },
    'key-revoked-by-operator': {
      link,
      solution,
      key,
      reason: say('The key stood in a public repository.', 'Der Schlüssel stand in einem öffentlichen Repository.'),
    },
    'solution-locked': {
      link,
      solution,
      reason: say('An invoice is overdue.', 'Eine Rechnung ist überfällig.'),
      effect: say(
        'Visitors pass with proof of work alone, without a risk score.',
        'Besucher lösen nur noch eine Rechenaufgabe, ohne Risikobewertung.',
      ),
      remedy: say('Pay the open invoice.', 'Bezahlen Sie die offene Rechnung.'),
    },
    'solution-unlocked': { link, solution },
    'solution-cancelled': { link, solution, date: day('2026-03-31') },
    'solution-deletion-planned': { link, solution, date: day('2026-04-30') },
    'solution-export-ready': { link, solution, date: day('2026-04-07') },
    'solution-deleted': { solution, date: day('2026-04-30'), certificate: 'EXAMPLE-0000-0002' },
    'quota-notice': { link, solution, counted: count(15_012), included: count(10_000), lockDate: day('2026-03-26') },
    'alert-address-confirm': { link, solution },
    'usage-alert': { link, solution, percent: say('80%', '80 %'), counted: count(80_012), included: count(100_000) },
    'weekly-report': {
      link,
      ...weeklyReportValues(language, {
        day: '2026-03-09',
        solutions: [
          {
            name: solution,
            week: { passed: 12_345, refused: 678 },
            before: { passed: 11_870, refused: 702 },
            openAlerts: 1,
          },
          {
            name: say('Example blog', 'Beispiel-Blog'),
            week: { passed: 910, refused: 11 },
            before: { passed: 0, refused: 0 },
            openAlerts: 0,
          },
        ],
      }),
    },
    'change-rolled-back': { link, solution, limiter: 'sign-in', when },
    'monthly-report': { link, solution, month: say('November 2026', 'November 2026') },
    'trial-ending': { link, solution, days: '7', date: day('2026-03-19') },
    'trial-expiring': { link, solution, days: '7', date: day('2026-03-19') },
    'trial-expired': { link, solution, lockDate: day('2026-04-02'), refuseDate: day('2026-04-16') },
    'trial-ended': { link, solution },
    'invoice-address-confirm': { link, account: 'ada@example.org' },
    'invoice-issued-card': { ...payment, due: day('2026-03-12') },
    'invoice-issued-debit': { ...payment, due: day('2026-03-12') },
    'invoice-issued-transfer': {
      ...payment,
      due: day('2026-03-26'),
      payee: 'Example Operator GmbH',
      accountNumber: 'DE02 1203 0000 0000 2020 51',
      bic: 'BYLADEM1001',
      reference: payment.number,
    },
    'invoice-issued-free': { link, number: payment.number, amount: euro(0) },
    'invoice-corrected': { ...payment, creditNote: '2026-000043' },
    'credit-note-issued': { ...payment, corrected: '2026-000122' },
    'payment-received': payment,
    'payment-failed': { ...payment, date: day('2026-03-15') },
    'payment-reminder': { ...payment, daysOverdue: '7', lockDate: day('2026-04-25') },
    'payment-last-reminder': { ...payment, lockDate: day('2026-04-25') },
    'payment-overdue-locked': { ...payment, solution },
    'payout-sent': { link, number: 'A-2026-000007', amount: euro(12_350) },
    'payout-failed': { link, number: 'A-2026-000007', amount: euro(12_350) },
    'payout-run-prepared': {
      month: say('May 2026', 'Mai 2026'),
      amount: euro(184_000),
      payouts: '7',
      leftOut: '2',
      run: '019a0000-0000-7000-8000-000000000000',
    },
    'commission-earned': { link, organization, amount: euro(980) },
    'organization-verified': { link, organization },
    'organization-expired': { link, organization },
    'organization-rejected': {
      link,
      organization,
      reason: say(
        'The VAT number belongs to another company.',
        'Die Umsatzsteuer-ID gehört einem anderen Unternehmen.',
      ),
    },
    'incident-opened': {
      link,
      service: 'shop.example.org',
      when,
      cause: say(
        'Two checks in a row got no answer within 10 seconds.',
        'Zwei Prüfungen in Folge blieben 10 Sekunden ohne Antwort.',
      ),
    },
    'incident-resolved': { link, service: 'shop.example.org', when, duration: say('12 minutes', '12 Minuten') },
    'monitoring-address-confirm': { link, solution },
    'monitoring-alert-address': {
      title: say('Shop is down', 'Shop ist ausgefallen'),
      message: say('Since 12 Mar 2026, 14:05', 'Seit 12.03.2026, 14:05'),
      solution,
      link,
    },
    'monitoring-alert': {
      link,
      title: say('Shop is down', 'Shop ist ausgefallen'),
      message: say('Since 12 Mar 2026, 14:05\nFault: timeout', 'Seit 12.03.2026, 14:05\nFehler: timeout'),
    },
    'status-host-ending': { link, page: 'Example Shop', host: 'status.shop.example.org', date: day('2026-03-19') },
    'status-host-lost': { link, page: 'Example Shop', host: 'status.shop.example.org' },
    'status-subscription': { link, page: 'Example Shop' },
    'status-update': {
      link,
      page: 'Example Shop',
      report: say('Payments fail', 'Zahlungen schlagen fehl'),
      stage: say('Identified', 'Ursache gefunden'),
      message: say('We have found the cause and are working on it.', 'Wir kennen die Ursache und arbeiten daran.'),
      manage: link,
    },
    'status-maintenance': {
      link,
      page: 'Example Shop',
      event: say('Maintenance planned', 'Wartung geplant'),
      work: say('New disks', 'Neue Festplatten'),
      when: say('20 Mar 2026, 22:00 – 23:00 CET', '20. März 2026, 22:00–23:00 MEZ'),
      components: say('Checkout, Mail', 'Kasse, Mail'),
      calendar: link,
      manage: link,
    },
    'demo-booked': { link, when },
    'demo-moved': { link, when, former },
    'demo-cancelled': { link, when },
    'demo-reminder': { link, when },
    'demo-booking': {
      state: say('booked', 'gebucht'),
      when,
      former: '',
      zone: 'America/New_York',
      account: 'anna@example.org',
      reference: 'Anna Muster, Muster GmbH',
      message: say('We want to see the rules.', 'Wir möchten die Regeln sehen.'),
    },
    'contact-received': { topic: say('Questions about prices', 'Fragen zu Preisen') },
    'enquiry-new': {
      topic: say('A blocked visitor', 'Ein gesperrter Besucher'),
      account: 'anna@example.org',
      solution: 'Shop',
      reference: '019a9b1c-5d3e',
      message: say(
        'A customer could not send our form.\nWhy was she blocked?',
        'Eine Kundin konnte unser Formular nicht absenden.\nWarum wurde sie gesperrt?',
      ),
    },
    'visitor-answered': {
      link,
      topic: say('Plans and contracts', 'Tarife und Verträge'),
      message: say('Unused verifications expire each month.', 'Nicht genutzte Prüfungen verfallen monatlich.'),
    },
    'enquiry-answered': {
      link,
      topic: say('A blocked visitor', 'Ein gesperrter Besucher'),
      message: say(
        'Her browser was controlled by a program. You can let it through with a rule.',
        'Ihr Browser wurde von einem Programm gesteuert. Mit einer Regel lassen Sie ihn durch.',
      ),
    },
  }
}
