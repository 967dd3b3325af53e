/** An answer for programs, which may keep it for an hour. */
export function answerText(text: string, type = 'text/plain'): Response {
  return new Response(text, {
    headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'public, max-age=3600' },
  })
}
