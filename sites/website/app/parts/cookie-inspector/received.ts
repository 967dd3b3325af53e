import type { Route } from './+types/received.ts'
import { cookieNames } from './cookie-names.ts'

/** The names of the cookies that came with the request: what the server gets to see and a script perhaps doesn't. No values, nothing is kept. */
export const loader = ({ request }: Route.LoaderArgs) =>
  Response.json(cookieNames(request.headers.get('cookie') ?? ''), { headers: { 'cache-control': 'no-store' } })
