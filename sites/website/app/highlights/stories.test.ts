import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { stories } from '@bollard/content/published'
import { expect, test } from 'vitest'
import { findPlatform } from '../integrations/platforms.ts'
import { findReport } from '../reports/report-ids.ts'

const repository = join(import.meta.dirname, '../../../..')

test('every story has its decision, the newest come first, and each ends at a page that exists', () => {
  const decisions = readdirSync(join(repository, 'decisions')).map((name) => name.slice(0, 4))
  for (const { decision } of stories) expect(decisions).toContain(decision)
  const dates = stories.map(({ date }) => date)
  expect(dates).toEqual(dates.toSorted().toReversed())
  for (const { target } of stories)
    if ('docs' in target)
      expect(existsSync(join(repository, `content/en/docs${target.docs || '/start/quick-start'}.mdx`))).toBe(true)
    else {
      const [last = '', ...above] = target.page.split('/').toReversed()
      const page = above[0] === 'integrations' ? findPlatform(last) : above[0] === 'reports' ? findReport(last) : last
      expect(page).not.toBeNull()
    }
})
