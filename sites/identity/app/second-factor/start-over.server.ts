import { redirect } from 'react-router'

/** The password counts for ten minutes; after that it is asked for once more, with the way back kept. */
export function startOver(request: Request, language: string): Response {
  const search = new URL(request.url).searchParams
  search.set('expired', '1')
  return redirect(`/${language}/sign-in?${search}`)
}
