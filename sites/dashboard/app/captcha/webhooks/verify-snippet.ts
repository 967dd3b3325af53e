/** What a customer's server does with each message, in Node and without a package. It runs in a test beside this. */
export const verifySnippet = `import { createHmac, timingSafeEqual } from 'node:crypto'

const key = Buffer.from(process.env.WEBHOOK_SECRET.replace('whsec_', ''), 'base64')

// body: the text of the request as it came, before anything parses it
export function isFromBollard(headers, body) {
  const id = headers['webhook-id']
  const time = headers['webhook-timestamp']
  if (!id || Math.abs(Date.now() / 1000 - time) > 300) return false
  const expected = createHmac('sha256', key).update(\`\${id}.\${time}.\${body}\`).digest()
  return headers['webhook-signature'].split(' ').some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}`
