/** A group of operations, and which paths are of it. The first that fits counts. */
interface Area {
  /** The operation that most people look for. */
  readonly first?: string
  readonly service: string
  readonly title: string
  readonly paths: RegExp
}

/** What the parts of the API are for, in the order in which the reference lists them. */
export const services: Readonly<Record<string, string>> = {
  Verification: 'What your server and the widget call.',
  'Protocols of other captchas': 'The same check for servers that were built for another captcha.',
  Captcha: 'Settings, keys, rules, the log and figures of a captcha.',
  Monitoring: 'Services that are checked, their incidents, figures and maintenance.',
  Protection: 'Limits, decisions, forms and reports of a whole site.',
  Solutions: 'Solutions, organizations, and the people who may see them.',
  Billing: 'Plans, usage, invoices, payments and the partner programme.',
  Accounts: 'Signing in, second factors and personal data.',
  Contact: 'Messages to the operator, replies, and demos.',
  Telemetry: 'What pages of the website report, for its operator.',
  Operations: 'Jobs, mails, flags, abuse and the system, for the operator.',
}

export const areas: readonly Area[] = [
  {
    service: 'Verification',
    title: 'Verify visitors',
    first: 'siteverify',
    paths: /^\/captcha\/v1\/(?:siteverify|verifications\/\{\w+\}\/(?:result|feedback))$/u,
  },
  { service: 'Verification', title: 'Widget', paths: /^\/captcha\/v1\/(?:verifications|widget-settings)(?:\/|$)/u },
  {
    service: 'Protocols of other captchas',
    title: 'Compatible calls',
    paths: /^\/(?:recaptcha|hcaptcha|turnstile|api\/v2|v2|verifications)\//u,
  },
  { service: 'Captcha', title: 'Rules', paths: /\/rules?(?:-forms)?(?:\/|$)/u },
  {
    service: 'Captcha',
    title: 'Verification log',
    paths: /\/sites\/\{\w+\}\/(?:verifications|live|saved-filters)(?:\/|$)/u,
  },
  {
    service: 'Captcha',
    title: 'Statistics',
    paths: /\/sites\/\{\w+\}\/(?:statistics|accuracy|outages|what-if|predicted-work)$/u,
  },
  {
    service: 'Captcha',
    title: 'Settings and environments',
    paths: /\/sites\/\{\w+\}(?:\/settings|\/environments.*)?$/u,
  },
  { service: 'Captcha', title: 'Keys', paths: /\/sites\/\{\w+\}\/(?:api-keys|bypass-keys)(?:\/|$)/u },
  { service: 'Captcha', title: 'Webhooks', paths: /\/sites\/\{\w+\}\/webhooks(?:\/|$)/u },
  { service: 'Captcha', title: 'Alerts', paths: /^\/captcha\/v1\/(?:sites\/\{\w+\}\/alerts|alert-addresses)(?:\/|$)/u },
  { service: 'Captcha', title: 'Exports and erasure', paths: /\/sites\/\{\w+\}\/(?:exports|erasures)(?:\/|$)/u },
  { service: 'Captcha', title: 'Engine programs', paths: /\/engine-programs$/u },
  {
    service: 'Monitoring',
    title: 'Results and figures',
    paths: /^\/monitoring\/.*\/(?:results|latest-results|state-changes|uptime|roll-ups|overview)$/u,
  },
  { service: 'Monitoring', title: 'Heartbeats', paths: /^\/monitoring\/.*\/heartbeats?(?:\/|$)/u },
  {
    service: 'Monitoring',
    title: 'Services',
    first: 'createMonitoredService',
    paths: /^\/monitoring\/.*\/(?:services|check)(?:\/|$)/u,
  },
  {
    service: 'Monitoring',
    title: 'Files and reports',
    paths: /^\/monitoring\/.*\/(?:configuration|imports|figures|month-report)$/u,
  },
  { service: 'Monitoring', title: 'Incidents', paths: /^\/monitoring\/.*\/incidents(?:\/|$)/u },
  { service: 'Monitoring', title: 'Maintenance', paths: /^\/monitoring\/.*\/maintenance(?:\/|$)/u },
  {
    service: 'Monitoring',
    title: 'Alerts and channels',
    paths:
      /^\/monitoring\/.*\/(?:channels|alert-addresses|notifications|alert-rules|alerts|on-call-schedules)(?:\/|$)/u,
  },
  {
    service: 'Monitoring',
    title: 'Status pages',
    first: 'createStatusPage',
    paths: /^\/monitoring\/.*\/(?:status-pages|status-reports|report-templates)(?:\/(?!.*subscriptions)|$)/u,
  },
  {
    service: 'Monitoring',
    title: 'Subscribers',
    paths: /^\/monitoring\/.*(?:\/subscribers|\/subscriptions|status-subscriptions)(?:\/|$)/u,
  },
  { service: 'Monitoring', title: 'Keys and probes', paths: /^\/monitoring\/.*\/(?:api-keys|probes|places)(?:\/|$)/u },
  {
    service: 'Protection',
    title: 'Decisions',
    first: 'decide',
    paths: /^\/protection\/v1\/(?:decisions|policy|forward-auth|blocked-reports)(?:\/|$)/u,
  },
  {
    service: 'Protection',
    title: 'Limiters',
    first: 'createLimiter',
    paths: /^\/protection\/.*\/(?:limiters|limiters-what-if|allowed-visitors)(?:\/|$)/u,
  },
  {
    service: 'Protection',
    title: 'Forms and reviews',
    paths: /^\/protection\/.*\/?(?:forms|validations|reviews|spam-filter)(?:\/|$)/u,
  },
  {
    service: 'Protection',
    title: 'Figures and reports',
    paths:
      /^\/protection\/.*\/?(?:statistics|decisions|decisions-file|report|report-file|report-schedules|report-links|shared-reports|blocked-reports)(?:\/|$)/u,
  },
  { service: 'Protection', title: 'Protection settings', paths: /^\/protection\/.*\/(?:settings|seen-addresses)$/u },
  { service: 'Billing', title: 'Plans', paths: /^\/solution\/v1\/(?:plans|solutions\/\{\w+\}\/plan)(?:\/|$)/u },
  { service: 'Billing', title: 'Usage', paths: /\/(?:usage|accountings|accounting-corrections)(?:\/|$)/u },
  {
    service: 'Billing',
    title: 'Invoice addresses',
    paths: /^\/solution\/v1\/(?:invoice-addresses|invoice-email-confirmations)(?:\/|$)/u,
  },
  {
    service: 'Billing',
    title: 'Payment methods',
    paths: /^\/solution\/v1\/(?:payment-methods|payment-options|payment-provider)(?:\/|$)/u,
  },
  { service: 'Billing', title: 'Invoices', paths: /\/(?:invoices|bookings|refund-requests|vat-checks)(?:\/|$)/u },
  { service: 'Billing', title: 'Partner programme', paths: /\/(?:commissions|earnings|payouts|payout-runs)(?:\/|$)/u },
  {
    service: 'Solutions',
    title: 'Members and invitations',
    paths: /\/(?:(?:solutions|organizations)\/\{\w+\}\/members|invitations|invite-tokens)(?:\/|$)/u,
  },
  { service: 'Solutions', title: 'Organizations', paths: /^\/solution\/v1\/organizations(?:\/|$)/u },
  { service: 'Solutions', title: 'Solutions', paths: /^\/solution\/v1\/(?:solutions|audit-log)(?:\/|$)/u },
  {
    service: 'Accounts',
    title: 'Accounts for operators',
    paths: /^\/identity\/v1\/(?:people|administrators|operator-requests|views)(?:\/|$)/u,
  },
  {
    service: 'Accounts',
    title: 'Sign up',
    paths: /^\/identity\/v1\/(?:accounts|first-admin|email-verifications)(?:\/|$)/u,
  },
  {
    service: 'Accounts',
    title: 'Second factors',
    paths:
      /\/(?:second-factor|passkeys?(?:-options)?|totp|recovery-codes|factor-removals?|new-factors|security)(?:\/|$)/u,
  },
  { service: 'Accounts', title: 'Sessions', paths: /^\/identity\/v1\/sessions(?:\/|$)/u },
  { service: 'Accounts', title: 'Admin site', paths: /^\/identity\/v1\/operator-session(?:\/|$)/u },
  { service: 'Accounts', title: 'Passwords', paths: /\/(?:password|password-resets)(?:\/|$)/u },
  {
    service: 'Accounts',
    title: 'Personal data',
    paths: /^\/identity\/v1\/(?:users\/me|unsubscriptions|email-changes|account-deletions)(?:\/|$)/u,
  },
  {
    service: 'Accounts',
    title: 'Advertising',
    paths: /^\/identity\/v1\/(?:advertising-tokens|conversion-exports)(?:\/|$)/u,
  },
  { service: 'Accounts', title: 'Lists to choose from', paths: /^\/identity\/v1\/lookups\//u },
  { service: 'Accounts', title: 'Local mailbox', paths: /^\/identity\/v1\/mailbox(?:\/|$)/u },
  {
    service: 'Contact',
    title: 'Readers of the documentation',
    paths: /^\/contact\/v1\/documentation\//u,
  },
  { service: 'Contact', title: 'Demos', first: 'listDemoSlots', paths: /^\/contact\/v1\/demo\//u },
  { service: 'Contact', title: 'Enquiries', paths: /^\/contact\/v1\//u },
  { service: 'Telemetry', title: 'Session replays', paths: /^\/telemetry\/v1\/replay/u },
  { service: 'Telemetry', title: 'Page views and performance', paths: /^\/telemetry\/v1\//u },
  { service: 'Operations', title: 'Jobs and queues', paths: /^\/operations\/v1\/(?:job|queues|dead-letter)/u },
  { service: 'Operations', title: 'Mails', paths: /^\/operations\/v1\/(?:mails|bounce)/u },
  { service: 'Operations', title: 'Flags and notices', paths: /^\/operations\/v1\/(?:flag|notice)/u },
  { service: 'Operations', title: 'Abuse', paths: /^\/operations\/v1\/abuse\//u },
  { service: 'Operations', title: 'System', paths: /^\/operations\/v1\//u },
]

/** The area of a path. Throws for one that nobody has given an area, which a test finds first. */
export function areaOf(path: string): Area {
  const area = areas.find(({ paths }) => paths.test(path))
  if (area === undefined) throw new Error(`No area of the API reference has ${path}`)
  return area
}
