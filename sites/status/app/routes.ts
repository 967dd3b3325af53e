import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'

/**
 * `:page` is a slug, or `@` and the host name by which a page of its own host was asked for; see `entry.server.tsx`.
 */
export default [
  index('home/home.tsx'),
  route('robots.txt', 'feeds/robots.ts'),
  route('subscription/:token', 'subscribe/subscription.tsx'),
  layout('shell/page-frame.tsx', [
    route(':page', 'page/status-page.tsx'),
    ...prefix(':page', [
      route('history', 'history/history.tsx'),
      route('reports/:reportId', 'report/report-page.tsx'),
      route('subscribe', 'subscribe/subscribe.tsx'),
      route('unlock', 'unlock/unlock.tsx'),
    ]),
  ]),
  ...prefix(':page', [
    route('feed.rss', 'feeds/rss.ts'),
    route('feed.atom', 'feeds/atom.ts'),
    route('status.json', 'feeds/json.ts'),
    route('maintenance.ics', 'feeds/calendar.ts'),
    route('logo', 'page/logo.ts'),
    route('badge/:fact', 'badge/badge-of-page.ts'),
    route('components/:componentId/badge/:fact', 'badge/badge-of-component.ts'),
    route('embed', 'embed/embed.tsx'),
    route('embed.js', 'embed/script.ts'),
  ]),
  route('*', 'shell/not-found.tsx'),
] satisfies RouteConfig
