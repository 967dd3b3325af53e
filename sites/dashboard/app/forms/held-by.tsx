import { useRouteLoaderData } from 'react-router'
import type { loader as shellLoader } from '../shell/shell.tsx'

/** Says with a form who fills it in: once their session has ended, nobody else could, and what they typed is kept for them alone. */
export function HeldBy() {
  const shell = useRouteLoaderData<typeof shellLoader>('shell/shell')
  return <input type="hidden" name="by" value={shell?.user.id ?? ''} />
}
