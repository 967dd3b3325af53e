import { redirectWithLanguage } from '@bollard/site-kit/server'
import type { Route } from './+types/home.ts'

export const loader = (args: Route.LoaderArgs) => redirectWithLanguage(args, '/overview')
