import type { SiteSettings } from '@bollard/contracts'
import type { TestService, TestSite } from './start-service.ts'

/** Changes settings past the call that owners use; processes see it as they see every change. */
export async function setSettings(
  { db }: TestService,
  { solutionId }: TestSite,
  settings: Partial<SiteSettings>,
): Promise<void> {
  await db.query(
    'test-set-settings',
    'update captcha.sites set settings = settings || $2::jsonb, version = version + 1, changed_at = clock_timestamp() where solution_id = $1',
    [solutionId, JSON.stringify(settings)],
  )
}
