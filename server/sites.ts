import type { SiteName } from '@bollard/i18n/load'

interface ServedSite {
  /** Its folder in `sites`. */
  readonly name: SiteName
  readonly title: string
  /** Settings. */
  readonly port: `${Uppercase<SiteName>}_PORT`
  readonly url: `${Uppercase<SiteName>}_URL`
}

/** The sites that a process with `ROLE=sites` or `ROLE=all` serves, each on a port of its own. */
export const sites = [
  { name: 'website', title: 'Website', port: 'WEBSITE_PORT', url: 'WEBSITE_URL' },
  { name: 'identity', title: 'Identity', port: 'IDENTITY_PORT', url: 'IDENTITY_URL' },
  { name: 'dashboard', title: 'Dashboard', port: 'DASHBOARD_PORT', url: 'DASHBOARD_URL' },
  { name: 'admin', title: 'Admin', port: 'ADMIN_PORT', url: 'ADMIN_URL' },
  { name: 'status', title: 'Status pages', port: 'STATUS_PORT', url: 'STATUS_URL' },
  { name: 'docs', title: 'Documentation', port: 'DOCS_PORT', url: 'DOCS_URL' },
] as const satisfies readonly ServedSite[]
