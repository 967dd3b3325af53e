import { redirectWithLanguage } from '@bollard/site-kit/server'
import type { Route } from './+types/language.ts'

export const loader = (args: Route.LoaderArgs) => redirectWithLanguage(args, '/products/captcha')

/** Never seen, but it makes this a page: an unknown language then shows the not-found page. */
export default function Language() {
  return null
}
