import { locales } from '@bollard/i18n'
import type { Mail } from '../mail.ts'
import { accountExistsMail } from './account-exists.ts'
import { captchaAlertMail } from './captcha-alert.ts'
import { webhookDisabledMail } from './captcha-alert-webhook-disabled.ts'
import { exampleFacts } from './example-facts.ts'
import { exampleWords } from './example-words.ts'
import { type MailKind, type MailKinds, optionalMails } from './kinds.ts'
import { demoStateWord, lockWords, maintenanceWord, reportStageWord, roleWord, topicWord } from './product-words.ts'
import { moment, timeSpan } from './site-name.ts'
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
  const said = exampleWords(language)
  const lock = lockWords(language, 'PAYMENT_OVERDUE', 'WORK_ONLY')
  const day = (text: string) =>
    new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(text))
  const month = (first: string) =>
    new Intl.DateTimeFormat(locales[language], { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
      new Date(first),
    )
  const span = timeSpan(language, new Date('2026-03-20T21:00:00Z'), new Date('2026-03-20T22:00:00Z'), 'Europe/Berlin')
  const euro = (minor: number) =>
    new Intl.NumberFormat(locales[language], { style: 'currency', currency: 'EUR' }).format(minor / 100)
  const count = (number: number) => new Intl.NumberFormat(locales[language]).format(number)
  const link = `${dashboard}/${language}/example`
  const [when, name, solution, organization, number] = [
    moment(language, at, 'UTC'),
    said.laptop,
    'Example shop',
    'Example Ltd',
    '2026-000123',
  ]
  const { byOperator } = said
  const former = moment(language, new Date('2026-03-11T09:00:00Z'), 'UTC')
  const key = 'Example server (bsec_4fK2… h3Qz)'
  const role = roleWord(language, 'MEMBER')
  const invitation = {
    link,
    inviter: 'Grace Example',
    role,
    expires: day('2026-03-19'),
    message: said.invitation,
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
      browser: said.browser,
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
      reason: said.leakedKey,
    },
    'solution-locked': {
      link,
      solution,
      reason: lock.reason,
      effect: lock.effect,
      remedy: lock.remedy,
    },
    'solution-unlocked': { link, solution },
    'solution-cancelled': { link, solution, date: day('2026-03-31') },
    'solution-deletion-planned': { link, solution, date: day('2026-04-30') },
    'solution-export-ready': { link, solution, date: day('2026-04-07') },
    'solution-deleted': { solution, date: day('2026-04-30'), certificate: 'EXAMPLE-0000-0002' },
    'quota-notice': { link, solution, counted: count(15_012), included: count(10_000), lockDate: day('2026-03-26') },
    'alert-address-confirm': { link, solution },
    'usage-alert': {
      link,
      solution,
      percent: new Intl.NumberFormat(locales[language], { style: 'percent' }).format(0.8),
      counted: count(80_012),
      included: count(100_000),
    },
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
            name: said.blog,
            week: { passed: 910, refused: 11 },
            before: { passed: 0, refused: 0 },
            openAlerts: 0,
          },
        ],
      }),
    },
    'change-rolled-back': { link, solution, limiter: 'sign-in', when },
    'monthly-report': { link, solution, month: month('2026-11-01') },
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
      month: month('2026-05-01'),
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
      reason: said.wrongVatId,
    },
    'incident-opened': {
      link,
      service: 'shop.example.org',
      when,
      cause: said.cause,
    },
    'incident-resolved': { link, service: 'shop.example.org', when, duration: said.duration },
    'monitoring-address-confirm': { link, solution },
    'monitoring-alert-address': {
      title: said.down,
      message: said.downSince,
      solution,
      link,
    },
    'monitoring-alert': {
      link,
      title: said.down,
      message: `${said.downSince}\n${said.fault}`,
    },
    'status-host-ending': { link, page: 'Example Shop', host: 'status.shop.example.org', date: day('2026-03-19') },
    'status-host-lost': { link, page: 'Example Shop', host: 'status.shop.example.org' },
    'status-subscription': { link, page: 'Example Shop' },
    'status-update': {
      link,
      page: 'Example Shop',
      report: said.report,
      stage: reportStageWord(language, 'IDENTIFIED'),
      message: said.progress,
      manage: link,
    },
    'status-maintenance': {
      link,
      page: 'Example Shop',
      event: maintenanceWord(language, 'ANNOUNCED'),
      work: said.work,
      when: span,
      components: said.components,
      calendar: link,
      manage: link,
    },
    'demo-booked': { link, when },
    'demo-moved': { link, when, former },
    'demo-cancelled': { link, when },
    'demo-reminder': { link, when },
    'demo-booking': {
      state: demoStateWord(language, 'BOOKED'),
      when,
      former: '',
      zone: 'America/New_York',
      account: 'anna@example.org',
      reference: 'Anna Muster, Muster GmbH',
      message: said.demo,
    },
    'contact-received': { topic: topicWord(language, 'SALES') },
    'enquiry-new': {
      topic: topicWord(language, 'BLOCKED_VISITOR'),
      account: 'anna@example.org',
      solution: 'Shop',
      reference: '019a9b1c-5d3e',
      message: said.question,
    },
    'visitor-answered': {
      link,
      topic: topicWord(language, 'SALES'),
      message: said.salesAnswer,
    },
    'enquiry-answered': {
      link,
      topic: topicWord(language, 'BLOCKED_VISITOR'),
      message: said.answer,
    },
  }
}
