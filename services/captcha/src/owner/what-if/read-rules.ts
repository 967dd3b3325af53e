import { type RuleAction, ruleActionSchema, type RuleCondition, ruleConditionSchema } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { z } from 'zod'

/** A rule of a site as it is today. */
export interface TodaysRule {
  readonly number: number
  readonly name: string
  readonly priority: number
  readonly conditions: readonly RuleCondition[]
  readonly action: RuleAction
  /** Obeyed at this moment: enabled, no dry run, not expired. */
  readonly isObeyed: boolean
  readonly expires: boolean
  /** Milliseconds since 1970. */
  readonly updatedAt: number
}

const contentSchema = z.object({ conditions: z.array(ruleConditionSchema), action: ruleActionSchema })

/** The rules of a site in their order, as the contract reads them; one that an older version wrote and nobody can read is left out, as it is obeyed by nobody. */
export async function readRules(db: Queries, siteId: number, now: number): Promise<TodaysRule[]> {
  const rows = await db.query(
    'captcha-what-if-rules',
    `select number, name, priority, enabled, dry_run, conditions, action, expires_at, updated_at
     from captcha.rules where site_id = $1 and deleted_at is null order by priority, number`,
    [siteId],
  )
  return rows.flatMap((row) => {
    const content = contentSchema.safeParse(row)
    if (!content.success) return []
    const expiresAt = row.expires_at?.getTime() ?? Number.POSITIVE_INFINITY
    return [
      {
        number: row.number,
        name: row.name,
        priority: row.priority,
        ...content.data,
        isObeyed: row.enabled && !row.dry_run && expiresAt > now,
        expires: row.expires_at !== null,
        updatedAt: row.updated_at.getTime(),
      },
    ]
  })
}

/** Names of the actions that pages of a site give with a verification, by number. */
export async function readActions(db: Queries, siteId: number): Promise<Map<number, string>> {
  const rows = await db.query(
    'captcha-what-if-actions',
    'select number, name from captcha.actions where site_id = $1',
    [siteId],
  )
  return new Map(rows.map(({ number, name }) => [number, name]))
}

/** The number of an environment of a site, also of an archived one; undefined when the site has none of this id. */
export async function findEnvironment(db: Queries, siteId: number, publicId: string): Promise<number | undefined> {
  const [row] = await db.query(
    'captcha-what-if-environment',
    'select id from captcha.environments where site_id = $1 and public_id = $2',
    [siteId, publicId],
  )
  return row?.id
}
