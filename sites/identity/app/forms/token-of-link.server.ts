/** The loader of every page that a link in a mail opens. */
export function tokenOfLink({ request }: { request: Request }): { token: string } {
  return { token: new URL(request.url).searchParams.get('token') ?? '' }
}
