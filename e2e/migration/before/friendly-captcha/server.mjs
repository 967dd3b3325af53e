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
  const answer = await fetch('https://global.frcapi.com/api/v2/captcha/siteverify', {
    method: 'POST',
    headers: { 'x-api-key': SECRET_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ response: form.get('frc-captcha-response') ?? '' }),
  })
  const { success } = await answer.json()
  response.statusCode = success ? 200 : 403
  response.end(success ? '<p id="answer">Welcome</p>' : '<p id="answer">Refused</p>')
})
server.listen(Number(PORT), 'localhost')
