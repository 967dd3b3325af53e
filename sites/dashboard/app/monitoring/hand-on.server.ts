/** A file as it comes from a service, on this site's own address, since a page may talk to nobody else. */
export function handOn(body: Response['body'], { type, name }: { type: string; name: string }): Response {
  return new Response(body, {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    },
  })
}
