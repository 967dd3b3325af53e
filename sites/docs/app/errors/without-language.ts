import { redirectWithLanguage } from '@bollard/site-kit/server'
import type { Route } from './+types/without-language.ts'

/** `type` of a problem names no language: the reader's own is chosen here. */
export const loader = (args: Route.LoaderArgs) =>
  redirectWithLanguage(args, args.params.code === undefined ? '/errors' : `/errors/${args.params.code}`)
