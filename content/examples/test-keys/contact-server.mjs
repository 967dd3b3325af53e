import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

/** A site with one protected form, on a free port. `bollard` is the address of your installation. */
export async function startContactServer({ bollard, siteKey, secretKey }) {
  const page = `<!doctype html>
<html lang="en">
  <title>Contact</title>
  <script type="module" src="${bollard}/widget.js"></script>
  <form method="post">
    <label>E-mail <input name="email" type="email" required></label>
    <label>Message <textarea name="message" required></textarea></label>
    <bollard-captcha sitekey="${siteKey}"></bollard-captcha>
    <button>Send</button>
  </form>
</html>`

  /** Whether Bollard let the visitor through. */
  async function passed(token) {
    const answer = await fetch(`${bollard}/captcha/v1/siteverify`, {
      method: 'POST',
      body: new URLSearchParams({ secret: secretKey, response: token }),
      signal: AbortSignal.timeout(5_000),
    })
    return answer.ok && (await answer.json()).success === true
  }

  const server = createServer(async (request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (request.method !== 'POST') return response.end(page)
    const form = new URLSearchParams(await text(request))
    const isPerson = await passed(form.get('bollard-response') ?? '').catch(() => false)
    response.writeHead(isPerson ? 200 : 403).end(isPerson ? 'Thank you.' : 'Please go back and try again.')
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  return { url: `http://localhost:${server.address().port}/`, stop: () => server.close() }
}
