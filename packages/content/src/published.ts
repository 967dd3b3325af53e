/** Reports that the website has: the last part of their addresses, and the key of their texts. */
export const reportIds = ['solver-and-server', 'bot-lab', 'cost-of-attack'] as const
export type ReportId = (typeof reportIds)[number]

/** Where a story ends: a page of this site, or one of the documentation, without language. */
type Target =
  | { readonly page: string; readonly title: 'react' | 'wordpress' | 'integrations' | 'lab' | 'cost' }
  | {
      readonly docs: string
      readonly title: 'docs' | 'commandLine' | 'verify' | 'volume' | 'security' | 'widget' | 'work' | 'upgrade'
    }

interface Story {
  /** The key of its texts. */
  readonly id: string
  /** ISO date of the decision behind it. */
  readonly date: string
  /** Number of the file in `decisions/`. */
  readonly decision: string
  readonly target: Target
}

/** The highlights of the website: changes that count for owners, the newest first. Those behind them stand in `decisions/` and in the changelog. */
export const stories = [
  { id: 'documentation', date: '2026-11-26', decision: '0062', target: { docs: '', title: 'docs' } },
  {
    id: 'frameworks',
    date: '2026-11-26',
    decision: '0066',
    target: { page: '/products/captcha/integrations', title: 'integrations' },
  },
  {
    id: 'commandLine',
    date: '2026-11-26',
    decision: '0065',
    target: { docs: '/guides/command-line', title: 'commandLine' },
  },
  {
    id: 'wordpress',
    date: '2026-11-26',
    decision: '0064',
    target: { page: '/products/captcha/integrations/wordpress-captcha-plugin', title: 'wordpress' },
  },
  {
    id: 'frontEnds',
    date: '2026-11-26',
    decision: '0063',
    target: { page: '/products/captcha/integrations/react-captcha', title: 'react' },
  },
  {
    id: 'visits',
    date: '2026-11-24',
    decision: '0060',
    target: { docs: '/operate/security-model', title: 'security' },
  },
  { id: 'cases', date: '2026-11-23', decision: '0058', target: { docs: '/guides/verify-tokens', title: 'verify' } },
  {
    id: 'signIn',
    date: '2026-11-23',
    decision: '0052',
    target: { docs: '/operate/security-model', title: 'security' },
  },
  { id: 'reload', date: '2026-11-23', decision: '0050', target: { docs: '/operate/upgrade', title: 'upgrade' } },
  { id: 'price', date: '2026-11-22', decision: '0049', target: { page: '/reports/cost-of-attack', title: 'cost' } },
  { id: 'lab', date: '2026-11-22', decision: '0048', target: { page: '/reports/bot-lab', title: 'lab' } },
  {
    id: 'budgets',
    date: '2026-11-22',
    decision: '0047',
    target: { docs: '/concepts/work-by-volume', title: 'volume' },
  },
  { id: 'engine', date: '2026-11-22', decision: '0045', target: { page: '/reports/cost-of-attack', title: 'cost' } },
  { id: 'releases', date: '2026-11-22', decision: '0044', target: { docs: '/guides/widget', title: 'widget' } },
  { id: 'twoKinds', date: '2026-11-21', decision: '0022', target: { docs: '/concepts/work', title: 'work' } },
] as const satisfies readonly Story[]
