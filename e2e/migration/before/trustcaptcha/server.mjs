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
  const { verificationId = 'none' } = readToken(form.get('tc-verification-token') ?? '')
  const answer = await fetch(`https://api.trustcomponent.com/v2/verifications/${verificationId}/results`, {
    headers: { authorization: `Bearer ${SECRET_KEY}` },
  })
  const { verificationPassed = false, score } = await answer.json()
  const isPerson = verificationPassed && score <= 0.5
  response.statusCode = isPerson ? 200 : 403
  response.end(isPerson ? '<p id="answer">Welcome</p>' : '<p id="answer">Refused</p>')
})
server.listen(Number(PORT), 'localhost')

/** What the libraries for servers do with a token. */
function readToken(token) {
  return JSON.parse(Buffer.from(token, 'base64').toString() || '{}')
}
