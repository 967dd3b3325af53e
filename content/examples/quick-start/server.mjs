// BOLLARD_SECRET_KEY=bsec_… node server.mjs
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

const { BOLLARD_SECRET_KEY = '', PORT = '3000' } = process.env

/** Whether Bollard let the visitor through who got this token. */
async function passed(token) {
  const answer = await fetch('https://captcha.example.org/captcha/v1/siteverify', {
    method: 'POST',
    body: new URLSearchParams({ secret: BOLLARD_SECRET_KEY, response: token }),
    signal: AbortSignal.timeout(5_000),
  })
  return (await answer.json()).success === true
}

createServer(async (request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  if (request.method !== 'POST') return response.end(await readFile('contact.html'))
  const form = new URLSearchParams(await text(request))
  try {
    const isPerson = await passed(form.get('bollard-response') ?? '')
    response.writeHead(isPerson ? 200 : 403).end(isPerson ? 'Thank you.' : 'Please go back and try again.')
  } catch {
    response.writeHead(503).end('Please try again in a minute.')
  }
}).listen(Number(PORT), 'localhost')
