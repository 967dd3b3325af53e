import type { Config } from './config.ts'

interface RoleNeeds {
  readonly does: string
  /** Settings without which it does not start. */
  readonly needs: readonly string[]
  /** And in production, where nothing is made up. */
  readonly inProduction: readonly string[]
}

const secrets = ['SESSION_SECRET', 'ENCRYPTION_KEY', 'CAPTCHA_SIGNING_KEYS'] as const

/** What each role is there for, and which settings it needs; `readConfig` refuses to start without them. */
export const roleNeeds: Readonly<Record<Config['ROLE'], RoleNeeds>> = {
  all: { does: 'everything, on one machine', needs: [], inProduction: [...secrets, 'SMTP_URL'] },
  edge: {
    does: "widgets and customers' servers; no jobs, and no other secret",
    needs: ['EDGE_DATABASE_URL', 'CAPTCHA_SIGNING_KEYS'],
    inProduction: [],
  },
  api: {
    does: 'all other calls; no jobs',
    needs: ['DATABASE_URL', 'INTERNAL_SECRET', 'IDENTITY_SITE_KEY'],
    inProduction: [...secrets, 'SMTP_URL'],
  },
  sites: {
    does: 'the pages; no database',
    needs: ['INTERNAL_SECRET', 'IDENTITY_SITE_KEY', 'WEBSITE_SITE_KEY'],
    inProduction: [],
  },
  worker: { does: 'all jobs, and mail', needs: ['DATABASE_URL'], inProduction: [...secrets, 'SMTP_URL'] },
  probe: { does: 'checks of monitoring elsewhere; no database', needs: ['PROBE_TOKEN', 'API_URL'], inProduction: [] },
  gateway: { does: 'stands in front of sites; no database', needs: ['GATEWAY_FILE'], inProduction: [] },
}

/** One line for each role. */
export function describeRoles(): string[] {
  return Object.entries(roleNeeds).map(([role, { does, needs, inProduction }]) => {
    const always = needs.length === 0 ? 'nothing' : needs.join(', ')
    const more = inProduction.length === 0 ? '' : `; in production also ${inProduction.join(', ')}`
    return `  ${role.padEnd(8)}  ${does.padEnd(60)}  needs ${always}${more}`
  })
}
