import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

const { PORT, SITE_KEY = '', SECRET_KEY = '' } = process.env

const server = createServer(async (request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  if (request.method === 'GET') {
    const page = await readFile(new URL('index.html', import.meta.url), 'utf8')
    response.end(page.replaceAll('{{SITE_KEY}}', SITE_KEY))
    return
  }
  const form = new URLSearchParams(await text(request))
  const answer = await fetch('https://challenges.cloudflare.com/turnstile/v0/siteverify', {
    method: 'POST',
    body: new URLSearchParams({ secret: SECRET_KEY, response: form.get('cf-turnstile-response') ?? '' }),
  })
  const { success } = await answer.json()
  response.statusCode = success ? 200 : 403
  response.end(success ? '<p id="answer">Welcome</p>' : '<p id="answer">Refused</p>')
})
server.listen(Number(PORT), 'localhost')
