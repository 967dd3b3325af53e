import { randomUUID } from 'node:crypto'
import type { Database } from '@bollard/database'
import { bareCaptchaService } from '../service/prepare-database.ts'

export interface NewSite {
  readonly siteId: number
  readonly siteKey: string
  readonly secretKey: string
}

/** A captcha of its own for each question; processes of the edge know it from its first visitor on. */
export async function newSite(db: Database, settings: object = {}): Promise<NewSite> {
  const solutionId = randomUUID()
  const { siteKey, secretKey } = await bareCaptchaService(db).provisionSite({ solutionId, domains: ['shop.example'] })
  const { rows } = await db.pool.query<{ id: number }>(
    'update captcha.sites set settings = settings || $2::jsonb, changed_at = clock_timestamp() where solution_id = $1 returning id',
    [solutionId, JSON.stringify(settings)],
  )
  const [row] = rows
  if (row === undefined) throw new Error('the captcha was not created')
  return { siteId: row.id, siteKey, secretKey }
}
