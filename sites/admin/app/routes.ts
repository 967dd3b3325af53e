import { layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Pages of each area, below `:language`. Every one of them is for operators whose session of this site is open. */
const areas = [
  route(':language/overview', 'overview/overview.tsx'),
  route(':language/overview/health', 'overview/health.tsx'),
  route(':language/jobs', 'jobs/jobs.tsx'),
  route(':language/jobs/dead-letters', 'jobs/dead-letters.tsx'),
  route(':language/mail', 'mail/mail.tsx'),
  route(':language/mail/templates', 'mail/templates.tsx'),
  route(':language/mail/templates/:name', 'mail/template.tsx'),
  route(':language/limits', 'limits/limits.tsx'),
  route(':language/abuse', 'abuse/abuse.tsx'),
  route(':language/system', 'system/system.tsx'),
  route(':language/users', 'users/users.tsx'),
  route(':language/users/administrators', 'users/administrators.tsx'),
  route(':language/users/:userId', 'users/user.tsx'),
  route(':language/organizations', 'organizations/organizations.tsx'),
  route(':language/organizations/:organizationId', 'organizations/organization.tsx'),
  route(':language/solutions', 'solutions/solutions.tsx'),
  route(':language/solutions/:solutionId', 'solutions/solution.tsx'),
  route(':language/advertising', 'advertising/advertising.tsx'),
  route(':language/advertising/batches', 'advertising/batches.tsx'),
  route(':language/advertising/:clickId', 'advertising/click.tsx'),
  route(':language/billing', 'billing/billing.tsx'),
  route(':language/billing/refunds', 'billing/refunds.tsx'),
  route(':language/billing/bookings', 'billing/bookings.tsx'),
  route(':language/billing/vat-checks', 'billing/vat-checks.tsx'),
  route(':language/billing/:invoiceId', 'billing/invoice.tsx'),
  route(':language/partner', 'partner/partner.tsx'),
  route(':language/content', 'content/content.tsx'),
  route(':language/content/notice', 'content/notice.tsx'),
  route(':language/content/coverage', 'content/coverage.tsx'),
  route(':language/content/published', 'content/published.tsx'),
  route(':language/inbox', 'contact/inbox.tsx'),
  route(':language/demos', 'contact/demos.tsx'),
  route(':language/visits', 'telemetry/visits.tsx'),
  route(':language/visits/performance', 'telemetry/performance.tsx'),
  route(':language/visits/replays', 'telemetry/replays.tsx'),
  route(':language/visits/replays/:replayId', 'telemetry/replay.tsx'),
  route(':language/audit', 'audit/audit.tsx'),
]

/** What the pages of areas hand on as files. */
const files = [
  route(':language/mail/templates/:name/html/:in', 'mail/template-html.ts'),
  route(':language/advertising/batches/:batchId/file', 'advertising/batch-file.ts'),
  route(':language/billing/bookings-file', 'billing/bookings-file.ts'),
  route(':language/billing/datev-file', 'billing/datev-file.ts'),
  route(':language/billing/file', 'billing/file.ts'),
  route(':language/partner/file', 'partner/file.ts'),
  route(':language/partner/document', 'partner/document.ts'),
  route(':language/visits/replays/:replayId/events.json', 'telemetry/replay-events.ts'),
  route(':language/audit/entries.csv', 'audit/entries-file.ts'),
  route(':language/users/:userId/exports/:exportId', 'users/export-file.ts'),
]

export default [
  route('/', 'shell/home.ts'),
  route(':language', 'shell/language.tsx'),
  route(':language/open', 'entry/open.tsx'),
  route(':language/sign-out', 'entry/sign-out.ts'),
  route(':language/theme', 'shell/theme.ts'),
  layout('shell/operators-only.tsx', [
    ...files,
    layout('shell/shell.tsx', [
      layout('frame/page-frame.tsx', [route(':language/change-mode', 'change-mode/change-mode.tsx'), ...areas]),
    ]),
  ]),
  route('*', 'shell/not-found.tsx'),
] satisfies RouteConfig
