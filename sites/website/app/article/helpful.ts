import { outlines } from 'virtual:content'
import { answerHelpful, notFound } from '@bollard/site-kit/server'
import type { Route } from './+types/helpful.ts'

export const action = (args: Route.ActionArgs) =>
  answerHelpful(args, (path) => outlines.some((outline) => outline.path === path))

/** Nobody reads here. */
export const loader = (args: Route.LoaderArgs) => notFound(args)
