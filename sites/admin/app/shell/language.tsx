import { redirectWithLanguage } from '@bollard/site-kit/server'
import type { Route } from './+types/language.ts'

export const loader = (args: Route.LoaderArgs) => redirectWithLanguage(args, '/overview')

/** Never seen, but with a component an unknown first part of an address answers with the not-found page. */
export default function LanguageHome() {
  return null
}
