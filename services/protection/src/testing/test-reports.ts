import type { JointReport } from '@bollard/contracts'
import type { Mail } from '@bollard/mail'
import type { CaptchaMonth, ReportPorts } from '../report-ports.ts'

export interface TestReports {
  readonly port: ReportPorts
  /** By month. */
  readonly captcha: Map<string, CaptchaMonth>
  /** What a person may see, by their id. */
  readonly uptime: Map<string, JointReport['uptime']>
  /** Confirmed addresses of members; null for one that wants no such mails. */
  readonly members: Map<string, string | null>
  /** Mails in the outbox, by their keys. */
  readonly mails: Map<string, Mail>
}

/** The rest of the installation, as reports see it. */
export function createTestReports(): TestReports {
  const captcha: TestReports['captcha'] = new Map()
  const uptime: TestReports['uptime'] = new Map()
  const members: TestReports['members'] = new Map([['person1@example.org', 'https://id.example/off']])
  const mails: TestReports['mails'] = new Map()
  return {
    captcha,
    uptime,
    members,
    mails,
    port: {
      nameOf: async () => 'Our shop',
      readCaptchaMonth: async (_solutionId, month) => captcha.get(month) ?? null,
      readUptime: async (userId) => uptime.get(userId) ?? [],
      memberOf: async (email) => {
        const unsubscribeUrl = members.get(email)
        return unsubscribeUrl === undefined ? null : { unsubscribeUrl }
      },
      enqueueMail: async (_tx, mail, key) => void mails.set(key, mail),
      dashboardUrl: 'https://dashboard.example',
    },
  }
}
