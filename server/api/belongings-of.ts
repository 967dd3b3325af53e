import { listActs } from '@bollard/audit'
import type { BillingService } from '@bollard/billing-service'
import type { CaptchaService } from '@bollard/captcha-service'
import type { ContactService } from '@bollard/contact-service'
import type { Database } from '@bollard/database'
import type { BelongingsPort, ExportParts } from '@bollard/identity-service'
import { listMailsTo } from '@bollard/mail'
import type { MonitoringService } from '@bollard/monitoring-service'
import type { ProtectionService } from '@bollard/protection-service'
import type { SolutionService } from '@bollard/solution-service'

interface Asked {
  readonly solution: SolutionService
  readonly billing: BillingService
  readonly contact: ContactService
}

interface Deleting extends Asked {
  readonly captcha: Pick<CaptchaService, 'requireAllCells' | 'forgetPerson'>
}

/** What the other services hold of a person, for the deletion of accounts. They are asked when somebody does so, and not before. */
export function belongingsOf(services: () => Deleting): BelongingsPort {
  return {
    async list(userId) {
      const { solution, billing } = services()
      const [all, paid] = await Promise.all([solution.listBelongings(userId), billing.findPaidBy(userId)])
      // Only an admin can hand the bill over; whoever was one is let go, and the solution loses what paid for it.
      return all.map((belonging) => ({
        ...belonging,
        isPaidByThem: belonging.role === 'ADMIN' && paid.has(belonging.id),
      }))
    },
    requireAll: () => services().captcha.requireAllCells(),
    leaveAll: (userId) => services().solution.leaveAll(userId),
    async forget(userId) {
      const { billing, captcha, contact } = services()
      await captcha.forgetPerson(userId)
      await contact.forgetPerson(userId)
      await billing.forgetPerson(userId)
    },
  }
}

/** Everything that the other services keep of a person. */
export function exportPartsOf(
  services: () => Asked & {
    readonly monitoring: Pick<MonitoringService, 'partsOfPerson'>
    readonly protection: Pick<ProtectionService, 'partsOfPerson'>
  },
  db: Database,
  /** Of the captchas in cells 1, 2, …: what a person did there is written down there. */
  cells: readonly Database[] = [],
): ExportParts {
  return async (person) => {
    const { solution, billing, monitoring, protection, contact } = services()
    const { mails, bounces } = await listMailsTo(db, person.email)
    const acts = (await Promise.all(cells.map((cell) => listActs(cell, person.userId)))).flat()
    return [
      ...(cells.length === 0 ? [] : [{ path: 'captcha/acts.json', content: acts }]),
      ...(await solution.partsOfPerson(person)),
      ...(await billing.partsOfPerson(person.userId)),
      ...(await monitoring.partsOfPerson(person.userId)),
      ...(await protection.partsOfPerson(person.userId)),
      ...(await contact.partsOfPerson(person.userId)),
      { path: 'mails/mails.json', content: mails },
      { path: 'mails/bounces.json', content: bounces },
    ]
  }
}
