// A form without a framework. BOLLARD_SECRET_KEY=bsec_… node plain.mjs
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { createBollard } from '@bollard/node'

const bollard = createBollard({ secretKey: process.env.BOLLARD_SECRET_KEY, host: 'https://captcha.example.org' })

createServer(async (request, response) => {
  if (request.method !== 'POST') return response.writeHead(405).end()
  // #region verify
  const form = new URLSearchParams(await text(request))
  const verdict = await bollard.verify(form.get('bollard-response'), { action: 'signup' })
  if (verdict.failure) console.warn('bollard:', verdict.failure)
  if (!verdict.passed) return response.writeHead(403).end('Please go back and try again.')
  response.end('Thank you.')
  // #endregion
}).listen(3000)
