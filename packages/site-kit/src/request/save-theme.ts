import { data, type RouterContextProvider } from 'react-router'
import { apiOf } from './api.ts'
import { attempt } from './attempt.ts'

const themes = ['light', 'dark', 'system'] as const

/**
 * `export const action = saveTheme` of the route `/:language/theme`: keeps the theme that was chosen in a header in the account of the
 * signed-in person. The page script sends it and awaits nothing; the page has changed already.
 */
export async function saveTheme({
  request,
  context,
}: {
  request: Request
  context: Readonly<RouterContextProvider>
}): Promise<Response> {
  const wanted = (await request.formData()).get('theme')
  const theme = themes.find((known) => known === wanted)
  if (theme === undefined) throw data({ code: 'validation-failed' }, { status: 422 })
  const api = apiOf(context, request)
  // Somebody who saves their profile in another window at the same moment is read once more.
  for (let tries = 2; ; tries -= 1) {
    const profile = await attempt(api.getProfile())
    if (!profile.ok) return new Response(null, { status: profile.problem.status })
    const { givenName, language, timezone, version } = profile.value
    const saved = await attempt(api.updateProfile({ profileDto: { givenName, language, timezone, theme, version } }))
    if (saved.ok) return new Response(null, { status: 204 })
    if (tries === 1 || saved.problem.code !== 'version-conflict')
      return new Response(null, { status: saved.problem.status })
  }
}
