import type { AlertsOptions } from './create-alerts.ts'

/** Without a way to send anything, what is to be sent waits. */
export const noWayToTell: Pick<AlertsOptions, 'sendMail' | 'dashboardUrl' | 'apiUrl' | 'identityUrl'> = {
  sendMail: async () => Promise.reject(new Error('no way to send mail is set')),
  dashboardUrl: 'http://localhost',
  apiUrl: 'http://localhost',
  identityUrl: 'http://localhost',
}
