import { saveTheme } from '@bollard/site-kit/server'
import type { Route } from './+types/theme.ts'

/** What the theme buttons send. */
export const action = (args: Route.ActionArgs) => saveTheme(args)
