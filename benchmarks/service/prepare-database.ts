import { randomBytes } from 'node:crypto'
import { auditMigrations } from '@bollard/audit'
import { createCaptchaService } from '@bollard/captcha-service'
import { type Database, migrate } from '@bollard/database'

/** The captcha service without people, mails or other services: what makes captchas. */
export function bareCaptchaService(db: Database) {
  return createCaptchaService({
    db,
    findActor: async () => null,
    findRole: async () => null,
    noteVisit: async () => {},
    signingKeys: [{ id: 1, secret: randomBytes(32) }],
    now: () => Date.now(),
    randomBytes,
    trustedProxies: [],
  })
}

/** Makes the tables of the captcha service and one site on shop.example. */
export async function prepareDatabase(db: Database): Promise<{ siteKey: string }> {
  const service = bareCaptchaService(db)
  await migrate(db, auditMigrations)
  await migrate(db, { schema: 'captcha', directory: service.migrations })
  return service.provisionSite({ solutionId: '01941f29-7c00-7000-8000-000000000001', domains: ['shop.example'] })
}
