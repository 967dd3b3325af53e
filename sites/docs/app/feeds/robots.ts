import { answerText, publicOrigin, scopeOf, writeRobots } from '@bollard/site-kit/server'
import type { Route } from './+types/robots.ts'

export const loader = ({ request, context }: Route.LoaderArgs) =>
  answerText(writeRobots(publicOrigin(scopeOf(context, request).site)))
