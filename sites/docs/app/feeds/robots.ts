import { publicOrigin, scopeOf } from '@bollard/site-kit/server'
import { plainText } from './plain-text.ts'
import type { Route } from './+types/robots.ts'

export const loader = ({ request, context }: Route.LoaderArgs) =>
  plainText(`User-agent: *\nAllow: /\n\nSitemap: ${publicOrigin(scopeOf(context, request).site)}/sitemap.xml\n`)
