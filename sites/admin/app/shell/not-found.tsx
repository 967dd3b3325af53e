import { notFound } from '@bollard/site-kit/server'
import type { Route } from './+types/not-found.ts'

export const loader = (args: Route.LoaderArgs) => notFound(args)

export default function NotFound() {
  return null
}
