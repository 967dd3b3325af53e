import type { JobName, QueueName } from '@bollard/contracts'

/** Key of each job's name in the texts. */
export const jobTexts = {
  'solution.tell-locks': 'tellLocks',
  'captcha.follow-plans': 'followPlans',
  'solution.run-due': 'solutionsDue',
  'billing.run-due': 'billingDue',
  'contact.remind-of-demos': 'remindOfDemos',
  'monitoring.follow-plans': 'followMonitoringPlans',
  'monitoring.roll-up': 'rollUpMonitoring',
  'monitoring.tell-subscribers': 'tellSubscribers',
  'protection.follow-plans': 'followProtectionPlans',
  'protection.guard-changes': 'guardChanges',
  'protection.sweep-limits': 'sweepLimits',
  'protection.send-reports': 'sendProtectionReports',
  'solution.end-verifications': 'endVerifications',
  'solution.follow-paid': 'followPaid',
  'identity.run-due': 'accountsDue',
  'advertising.record-conversions': 'recordConversions',
  'identity.weekly-reports': 'weeklyReports',
  'advertising.send-conversions': 'sendConversions',
  'audit.verify': 'verifyAudit',
  'billing.prepare-payouts': 'preparePayouts',
  'identity.sweep': 'sweepAccounts',
  'contact.sweep': 'sweepContact',
  'telemetry.sweep': 'sweepTelemetry',
  'captcha.sweep': 'sweepCaptcha',
  'captcha.chunk-log': 'chunkLog',
  'captcha.archive': 'archiveLog',
  'monitoring.sweep': 'sweepMonitoring',
  'protection.sweep': 'sweepProtection',
  'operations.sweep': 'sweepOperations',
} as const satisfies Readonly<Record<JobName, string>>

/** Key of each queue's name in the texts. */
export const queueTexts = {
  mails: 'mails',
  'alert-mails': 'alertMails',
  webhooks: 'webhooks',
  'monitoring-alerts': 'monitoringAlerts',
  'roll-ups': 'rollUps',
  'lock-notices': 'lockNotices',
} as const satisfies Readonly<Record<QueueName, string>>
